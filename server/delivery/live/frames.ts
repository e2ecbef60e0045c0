import { mayHear, readsInternals, type StreamEvent } from '#access';
import { COMMENT_EDITED, type LiveMessage } from '#contract/live.ts';
import type { UnreadCount } from '#contract/notices.ts';
import { isHeardByReporters, readContent } from '#events';
import type { Person } from '#platform';
import type { ChangedComment } from '#tickets';
import type { StreamedEvent } from './stream-store.ts';

/** Milliseconds after which a browser that lost its stream connects again. */
const RETRY_MS = 3000;

/** What the stream tells as texts: written once for developers, who hear all of it, and anew for each reporter. */
export class StreamFrames {
  readonly #frames: readonly Frame[];
  #whole: Buffer | undefined;

  private constructor(frames: readonly Frame[]) {
    this.#frames = frames;
  }

  static of(events: readonly StreamedEvent[]): StreamFrames {
    return new StreamFrames(events.map(eventFrame));
  }

  /** Live only: these frames have no `id`, so the client's place stays where it is. */
  static ofEdits(comments: readonly ChangedComment[]): StreamFrames {
    return new StreamFrames(comments.map(editFrame));
  }

  /** The text of what this person may hear; null for none. */
  textFor(person: Person): string | Buffer | null {
    const heard = this.#frames.filter((frame) => mayHear(person, frame));
    if (heard.length === 0) return null;
    if (!readsInternals(person)) return heard.map(({ textFor }) => textFor('others')).join('');
    this.#whole ??= Buffer.from(heard.map(({ textFor }) => textFor('developers')).join(''));
    return this.#whole;
  }
}

interface Frame extends StreamEvent {
  /** The versions that developers and reporters know of a ticket differ. */
  readonly textFor: (readers: 'developers' | 'others') => string;
}

/** A ticket with the versions that developers and reporters know of it. */
type Versions = Pick<StreamedEvent, 'version' | 'public_version'>;

function frameOf(about: Omit<LiveMessage, 'version'> & Versions & StreamEvent, head: string): Frame {
  const { type, ticket_id, number, actor_user_id, occurred_at, isForReporters, reporter_id } = about;
  const textFor = (readers: 'developers' | 'others') => {
    const version = readers === 'developers' ? about.version : about.public_version;
    const data: LiveMessage = { type, ticket_id, number, actor_user_id, occurred_at, version };
    return `${head}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  };
  return { isForReporters, reporter_id, textFor };
}

function eventFrame({ payload, place, event_name: type, ...about }: StreamedEvent): Frame {
  const content = readContent({ event_name: type, payload });
  const isForReporters = content !== null && isHeardByReporters(content);
  return frameOf({ ...about, type, isForReporters }, `id: ${place}\n`);
}

function editFrame({ changed_by, changed_at, is_internal, ...about }: ChangedComment): Frame {
  const told = { type: COMMENT_EDITED, actor_user_id: changed_by, occurred_at: changed_at } as const;
  return frameOf({ ...about, ...told, isForReporters: is_internal === 0 }, '');
}

/** The first frame of a stream: how soon to connect again. */
export const RETRY = `retry: ${RETRY_MS}\n\n`;

/** Says where the client stands when it has heard nothing yet. A client takes a frame without data for no event. */
export const placeFrame = (place: string): string => `id: ${place}\n\n`;

/** Says that this client has missed events, or may have: it reads everything anew, and goes on from this place. */
export const resetFrame = (place: string): string => `id: ${place}\nevent: reset\ndata: {}\n\n`;

/** Tells a person how many unread notices they have. It has no `id`, so the client's place stays where it is. */
export const noticesFrame = (unread: number): string =>
  `event: notices\ndata: ${JSON.stringify({ unread } satisfies UnreadCount)}\n\n`;

/** A comment line: it only shows that the stream lives. */
export const HEARTBEAT = ':\n\n';

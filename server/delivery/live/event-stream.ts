import type { FastifyReply } from 'fastify';
import { mayHear, readsInternals, type StreamEvent, seesEverything, standing, type TicketFacts } from '#access';
import { COMMENT_EDITED, type LiveMessage, TICKET_GONE } from '#contract/live.ts';
import type { UnreadCount } from '#contract/notices.ts';
import type { ChangedComment } from '#conversation';
import { isHeardByReporters } from '#events';
import { readContent, readInternals } from '#events/serving';
import type { Person } from '#platform';
import type { StreamedEvent } from './stream-store.ts';

/** An answer that stays open and brings server-sent events (HTML Living Standard § 9.2). */
export interface EventStream {
  /** Bytes that the client has not taken yet. */
  readonly unsent: number;
  send(text: string | Uint8Array): void;
  /** Ends the stream at once: what has not left by then is lost. */
  end(): void;
}

/**
 * Answers with a stream; its head goes out with the first text. X-Accel-Buffering keeps proxies from gathering texts.
 *
 * @param open is given the stream, and may refuse it. The function that it returns is called once, when either side has
 * ended the stream.
 */
export function answerWithEvents(reply: FastifyReply, open: (stream: EventStream) => () => void): void {
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
  const onClose = open({
    get unsent() {
      return raw.writableLength;
    },
    send(text) {
      if (!raw.headersSent) raw.writeHead(200, headers as Record<string, string>);
      raw.write(text);
    },
    end() {
      if (raw.headersSent && raw.writableLength === 0) raw.end();
      else raw.destroy();
    },
  });
  reply.hijack();
  // A client that breaks off is noticed by the close, which may have come before this line.
  raw.on('error', () => {});
  raw.once('close', onClose);
  if (raw.destroyed) onClose();
}

/** Milliseconds after which a browser that lost its stream connects again. */
const RETRY_MS = 3000;

/** The stream's events as texts: written once for developers, who hear all of it, and anew for each reporter. */
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

  /** Live only: tickets of which somebody has lost sight. */
  static ofLost(tickets: readonly LostTicket[]): string {
    return tickets.map(({ id, number }) => goneFrame({ ticket_id: id, number })).join('');
  }

  /**
   * The text of what this person may hear; null for none.
   *
   * @param gone the ids of tickets of which they know that these are gone; those of which the text tells it are added.
   * @param former the person as they were when they were last told of anything.
   */
  textFor(person: Person, gone: Set<string> = new Set(), former: Person = person): string | Buffer | null {
    if (this.#frames.length === 0) return null;
    if (seesEverything(person)) {
      this.#whole ??= Buffer.from(this.#frames.map(({ textFor }) => textFor('developers')).join(''));
      return this.#whole;
    }
    const text = this.#frames.map((frame) => textOf(frame, person, gone, former)).join('');
    return text === '' ? null : text;
  }
}

/** A person who loses sight of the ticket by the event is told that it is gone. */
function textOf(frame: Frame, person: Person, gone: Set<string>, former: Person): string {
  const own = standing(person, frame);
  if (own === 'none') {
    const { ticket_id: id } = frame.ticket;
    if (frame.before === undefined || standing(former, frame.before) === 'none' || gone.has(id)) return '';
    gone.add(id);
    return goneFrame(frame.ticket);
  }
  return mayHear(person, frame) ? frame.textFor(readsInternals(own) ? 'developers' : 'others') : '';
}

/** A ticket of which somebody has lost sight. */
export interface LostTicket {
  readonly id: string;
  readonly number: number;
}

const goneFrame = ({ ticket_id, number }: Frame['ticket']): string =>
  `event: ${TICKET_GONE}\ndata: ${JSON.stringify({ type: TICKET_GONE, ticket_id, number })}\n\n`;

interface Frame extends StreamEvent {
  readonly ticket: Pick<LiveMessage, 'ticket_id' | 'number'>;
  /** The facts that decided who saw the ticket before the event, where people may have lost sight of it. */
  readonly before: TicketFacts | undefined;
  /** The versions that developers and reporters know of a ticket differ. */
  readonly textFor: (readers: 'developers' | 'others') => string;
}

/** A ticket with the versions that developers and reporters know of it. */
type Versions = Pick<StreamedEvent, 'version' | 'public_version'>;

function frameOf(
  about: Omit<LiveMessage, 'version'> & Versions & StreamEvent & Pick<Frame, 'before'>,
  head: string,
): Frame {
  const { type, ticket_id, number, actor_user_id, occurred_at, isForReporters, before } = about;
  const { reporter_id, assignee_id, project_id, restricted, people } = about;
  const textFor = (readers: 'developers' | 'others') => {
    const version = readers === 'developers' ? about.version : about.public_version;
    const data: LiveMessage = { type, ticket_id, number, actor_user_id, occurred_at, version };
    return `${head}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
  };
  const facts = { reporter_id, assignee_id, project_id, restricted, people };
  return { ...facts, isForReporters, ticket: { ticket_id, number }, before, textFor };
}

function eventFrame({ payload, place, event_name: type, ...about }: StreamedEvent): Frame {
  const content = readContent({ event_name: type, payload });
  const internals = readInternals({ payload });
  const isForReporters = content !== null && isHeardByReporters(content, internals);
  return frameOf({ ...about, type, isForReporters, before: internals.before }, `id: ${place}\n`);
}

function editFrame({ changed_by, changed_at, is_internal, ...about }: ChangedComment): Frame {
  const edit = { type: COMMENT_EDITED, actor_user_id: changed_by, occurred_at: changed_at } as const;
  return frameOf({ ...about, ...edit, isForReporters: is_internal === 0, before: undefined }, '');
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

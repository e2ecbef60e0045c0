import { type ChangedComment, commentsChangedSince, countUnread, inboxesChangedSince } from '#conversation';
import { type Credential, Failure, type Instant, MINUTE, type Person, SECOND, shifted, type Work } from '#platform';
import {
  type EventStream,
  HEARTBEAT,
  type LostTicket,
  noticesFrame,
  placeFrame,
  RETRY,
  resetFrame,
  StreamFrames,
} from './event-stream.ts';

/** One open stream, whatever carries it. */
export interface StreamClient {
  readonly userId: string;
  readonly credential: Credential;
  /** The place after which it goes on; null to hear only what comes from now on. */
  readonly since: string | null;
  readonly stream: EventStream;
}

/** People by the ids of their sessions and tokens. One that is over has none. */
export type People = ReadonlyMap<string, Person>;

const MAX_PER_SESSION = 5;
const MAX_PER_USER = 20;
/** Seconds after which a refused client may try again. */
const RETRY_AFTER = 15;
const HEARTBEAT_MS = 15 * SECOND;
/** A client that leaves more untaken is too slow: its stream is closed, and it goes on from its last place when it is back. */
const MAX_UNSENT_BYTES = 64 * 1024;

/** The news of one pass, or all that a client has missed: events, changes of comments, and messages to people of their unread notices. */
export interface Sent {
  /** Null when there were more than can be told one by one: the client reads everything anew, and goes on from `place`. */
  readonly events: StreamFrames | null;
  readonly place: string;
  readonly edits: StreamFrames;
  readonly unread: UnreadMessages;
  /** The tickets of which people lost sight by their teams and roles, by the ids of these people; null for more than can be told one by one. */
  readonly lost: LostTickets;
  /** People as they were when they were last told of anything, by their ids. */
  readonly former: ReadonlyMap<string, Person>;
}

export type LostTickets = ReadonlyMap<string, readonly LostTicket[] | null>;

/** The streams of this process: those that are admitted, and those that wait until the reader knows where they stand. */
export class StreamClients {
  /** With the moment at which the next heartbeat is due, in milliseconds. */
  readonly #admitted = new Map<StreamClient, number>();
  readonly #waiting = new Set<StreamClient>();

  get isEmpty(): boolean {
    return this.#admitted.size + this.#waiting.size === 0;
  }

  get waiting(): readonly StreamClient[] {
    return [...this.#waiting];
  }

  get admitted(): readonly StreamClient[] {
    return [...this.#admitted.keys()];
  }

  /** @throws Failure `too_many_requests` when the session or its user has as many streams as it may. */
  add(client: StreamClient): void {
    const others = [...this.#waiting, ...this.#admitted.keys()];
    const ofSession = others.filter(({ credential }) => credential.id === client.credential.id).length;
    const ofUser = others.filter(({ userId }) => userId === client.userId).length;
    if (ofSession >= MAX_PER_SESSION || ofUser >= MAX_PER_USER)
      throw new Failure('too_many_requests', {
        message: `Close another stream first: a session may have ${MAX_PER_SESSION} open, a user ${MAX_PER_USER}.`,
        retryAfter: RETRY_AFTER,
      });
    this.#waiting.add(client);
  }

  /**
   * Admits a client that waits, and sends it what it missed.
   *
   * @param missed what happened since the client was here, up to `place`, after which it hears everything from now on; its
   * events are null when some of them cannot be sent any more.
   */
  admit(client: StreamClient, people: People, missed: Sent, now: number): void {
    if (!this.#waiting.delete(client)) return;
    this.#admitted.set(client, now + HEARTBEAT_MS);
    const person = people.get(client.credential.id);
    if (person === undefined) {
      this.#close(client);
      return;
    }
    client.stream.send(RETRY);
    const { events, edits, unread, place } = missed;
    for (const text of [events?.textFor(person), edits.textFor(person), unread.get(client.userId)])
      if (text) client.stream.send(text);
    client.stream.send(events === null ? resetFrame(place) : placeFrame(place));
  }

  /**
   * Sends a client those events that it may hear, how many notices its person has not read, and a heartbeat when one is
   * due. Closes it when its session is over.
   */
  send(client: StreamClient, people: People, { events, place, edits, unread, lost, former }: Sent, now: number): void {
    const heartbeatAt = this.#admitted.get(client);
    if (heartbeatAt === undefined) return;
    const person = people.get(client.credential.id);
    if (person === undefined || client.stream.unsent > MAX_UNSENT_BYTES) {
      this.#close(client);
      return;
    }
    const tickets = lost.get(person.id) ?? (lost.has(person.id) ? null : []);
    const gone = new Set(tickets?.map(({ id }) => id));
    const news =
      events === null || tickets === null ? resetFrame(place) : events.textFor(person, gone, former.get(person.id));
    const texts = [StreamFrames.ofLost(tickets ?? []), news, edits.textFor(person), unread.get(client.userId)];
    for (const text of texts) if (text) client.stream.send(text);
    if (heartbeatAt > now) return;
    client.stream.send(HEARTBEAT);
    this.#admitted.set(client, now + HEARTBEAT_MS);
  }

  remove(client: StreamClient): void {
    this.#waiting.delete(client);
    this.#admitted.delete(client);
  }

  closeAll(): void {
    for (const client of [...this.waiting, ...this.admitted]) this.#close(client);
  }

  #close(client: StreamClient): void {
    this.remove(client);
    client.stream.end();
  }
}

/** How far back a pass looks for changes: longer than a transaction may take, or the clocks of two nodes differ. */
const OVERLAP_MS = MINUTE;

/** The moment since which a pass looks for changes. */
export const lately = (now: Instant): Instant => shifted(now, -OVERLAP_MS);

/** How far each of some things is, by its id. It grows with each change. */
type Revisions = ReadonlyMap<string, number>;

/** Finds out what has changed since people were last told. Nobody is told of what was there before the first look. */
export class RevisionChanges {
  /** How far each was when people were last told; null before the first look. */
  #before: Revisions | null = null;
  #now: Revisions = new Map();

  /** The ids of those that have changed. A look whose news were not told finds them again. */
  changed(now: Revisions): ReadonlySet<string> {
    this.#now = now;
    const before = this.#before ?? now;
    this.#before = before;
    return new Set([...now].flatMap(([id, revision]) => (before.get(id) === revision ? [] : [id])));
  }

  /** Notes that people are told of all that the last look found. */
  tell(): void {
    this.#before = this.#now;
  }
}

/** Finds out which comments have changed since the pass before (docs/rules/events.md#live-stream). */
export class EditMessenger extends RevisionChanges {
  /** The comments that were changed in the minute before the last look. */
  recent: readonly ChangedComment[] = [];

  /** The changed comments, the first change first. A pass that fails afterwards has told nobody, and the next one finds them again. */
  async comments(work: Work<null>): Promise<ChangedComment[]> {
    this.recent = await commentsChangedSince(work, lately(work.now));
    const changed = this.changed(new Map(this.recent.map(({ comment_id, revision }) => [comment_id, revision])));
    return this.recent.filter(({ comment_id }) => changed.has(comment_id));
  }
}

/** Messages of a pass to the streams of people whose notices have changed, by the ids of these people. */
export type UnreadMessages = ReadonlyMap<string, string>;

/** Finds out whose notices have changed since the pass before, and tells how many they have not read (docs/rules/events.md#live-stream). */
export class UnreadMessenger extends RevisionChanges {
  /** The ids of those people. A pass that fails afterwards has told nobody, and the next one finds them again. */
  async people(work: Work<null>): Promise<ReadonlySet<string>> {
    const inboxes = await inboxesChangedSince(work, lately(work.now));
    return this.changed(new Map(inboxes.map(({ user_id, revision }) => [user_id, revision])));
  }

  /** @param people whose streams are open, with their rights as they are now. */
  async messagesFor(work: Work<null>, changed: ReadonlySet<string>, people: People): Promise<UnreadMessages> {
    const messages = new Map<string, string>();
    for (const person of people.values())
      if (changed.has(person.id) && !messages.has(person.id))
        messages.set(person.id, noticesFrame(await countUnread(work, person)));
    return messages;
  }
}

import { type Credential, Failure, type Person, SECOND } from '#platform';
import { type EventStream, HEARTBEAT, placeFrame, RETRY, resetFrame, type StreamFrames } from './event-stream.ts';
import type { UnreadMessages } from './messages.ts';

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

/** What one pass sends, or what a client has missed: events, changes of comments, and messages to people of their unread notices. */
export interface Sent {
  /** Null when there were more than can be told one by one: the client reads everything anew, and goes on from `place`. */
  readonly events: StreamFrames | null;
  readonly place: string;
  readonly edits: StreamFrames;
  readonly unread: UnreadMessages;
}

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
  send(client: StreamClient, people: People, { events, place, edits, unread }: Sent, now: number): void {
    const heartbeatAt = this.#admitted.get(client);
    if (heartbeatAt === undefined) return;
    const person = people.get(client.credential.id);
    if (person === undefined || client.stream.unsent > MAX_UNSENT_BYTES) {
      this.#close(client);
      return;
    }
    const told = events === null ? resetFrame(place) : events.textFor(person);
    for (const text of [told, edits.textFor(person), unread.get(client.userId)]) if (text) client.stream.send(text);
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

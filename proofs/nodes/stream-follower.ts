import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../../server/testing/caller.ts';
import { StreamReader } from '../../server/testing/stream-reader.ts';

/** How long it rests before it opens a stream that has ended, in milliseconds, as browsers do. */
const REST_MS = 500;

/** Follows the live stream through whatever happens: where it ends, it is opened again after the event that came last. */
export class StreamFollower {
  /** How often each event came, by its id. */
  readonly times = new Map<string, number>();
  /** How many events came of each name and ticket, as `name ticket`. */
  readonly counts = new Map<string, number>();
  /** How often the stream was opened. */
  opened = 0;
  readonly #caller: Caller;
  readonly #following: Promise<void>;
  #open: StreamReader | null = null;
  #lastId: string | null = null;
  #isOver = false;

  constructor(caller: Caller) {
    this.#caller = caller;
    this.#following = this.#follow();
  }

  count(name: string, ticket: string): number {
    return this.counts.get(`${name} ${ticket}`) ?? 0;
  }

  /** Waits until the stream is open: it tells of what is recorded from then on. */
  async untilOpen(): Promise<void> {
    while (this.opened === 0) await wait(20);
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#open?.close().catch(() => {});
    await this.#following;
  }

  async #follow(): Promise<void> {
    while (!this.#isOver) {
      // Whatever ends it, it is opened again.
      await this.#read().catch(() => {});
      await wait(REST_MS);
    }
  }

  async #read(): Promise<void> {
    const { address, token } = this.#caller;
    const after: Record<string, string> = this.#lastId === null ? {} : { 'last-event-id': this.#lastId };
    const answer = await fetch(`${address}/api/events/stream`, {
      headers: { authorization: `Bearer ${token}`, ...after },
    });
    if (answer.status !== 200) {
      await answer.body?.cancel();
      return;
    }
    this.opened += 1;
    this.#open = new StreamReader(answer);
    for (let frame = await this.#open.block(); frame !== null; frame = await this.#open.block()) {
      const { id, event, data } = frame;
      if (id === null || event === null || data === null) continue;
      this.#lastId = id;
      this.times.set(id, (this.times.get(id) ?? 0) + 1);
      const key = `${event} ${data.ticket_id}`;
      this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    }
  }
}

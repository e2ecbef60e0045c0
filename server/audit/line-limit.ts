import { LRUCache } from 'lru-cache';
import { type Clock, type Instant, instant, MINUTE } from '../clock.ts';

/** Lines that one client may cause within a minute. */
export const PER_CLIENT = 20;
/** Lines that all clients together may cause within a minute. */
export const PER_MINUTE = 300;
/** Clients that are counted, so that strangers cannot fill the memory. */
const MAX_CLIENTS = 1000;

/** What a minute withheld: how many lines of each event. */
export interface Withheld {
  /** When the minute began. */
  readonly since: Instant;
  readonly counts: Readonly<Record<string, number>>;
}

/** Decides which lines are written of those that strangers can cause, minute by minute, and counts the others. */
export class LineLimit {
  readonly #clock: Clock;
  readonly #clients = new LRUCache<string, number>({ max: MAX_CLIENTS });
  /** When the minute began, in milliseconds. */
  #since = 0;
  #written = 0;
  #withheld: Record<string, number> = {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a line of an event that a client caused. @returns whether to write it. */
  permits(event: string, client: string): boolean {
    const written = this.#clients.get(client) ?? 0;
    if (written >= PER_CLIENT || this.#written >= PER_MINUTE) {
      this.#withheld[event] = (this.#withheld[event] ?? 0) + 1;
      return false;
    }
    this.#clients.set(client, written + 1);
    this.#written += 1;
    return true;
  }

  /** Begins a new minute when the last one is over. @returns what that one withheld; null for nothing. */
  takeEnded(): Withheld | null {
    return this.#clock.now() - this.#since < MINUTE ? null : this.take();
  }

  /** Begins a new minute. @returns as `takeEnded`. */
  take(): Withheld | null {
    const withheld = { since: instant(this.#since), counts: this.#withheld };
    this.#since = this.#clock.now();
    this.#written = 0;
    this.#withheld = {};
    this.#clients.clear();
    return Object.keys(withheld.counts).length === 0 ? null : withheld;
  }
}

import type { FastifyReply } from 'fastify';
import type { SearchStep } from '#contract/words.ts';
import { SECOND } from '../../clock.ts';
import { Failure } from '../../failure.ts';

/** How many expensive reads of one person run at once. */
const MAX_PER_PERSON = 4;
/** With so many in line, one person's reads run one at a time, and their place rests after each. */
const FLOOD = MAX_PER_PERSON;
/**
 * How many times as long as the read took the place rests. Without a rest one person's reads would follow each other so
 * closely that every other request waits for one of them.
 */
const REST = 2;
/** How long a read waits for its turn, in milliseconds. */
const WAIT_TIMEOUT_MS = 10 * SECOND;

/** Whose read it is, and whether its client is still there. */
interface Reader {
  readonly personId: string;
  hasLeft(): boolean;
}

interface Waiting extends Reader {
  admit(): void;
  giveUp(): void;
}

/**
 * Lets expensive reads run a few at once, four of one person (docs/rules/service.md#expensive-reads). The others wait.
 * People take turns: who sends thirty reads waits for thirty turns, and a person who comes next for one.
 */
export class ReadGate {
  readonly #most: number;
  readonly #mostOfOne: number;
  #running = 0;
  #turns = 0;
  /** How many places each person has: of reads that run, and of reads that have ended and rest. */
  readonly #places = new Map<string, number>();
  /** The reads that wait, by person. The first person is the next whose turn it is. */
  readonly #line = new Map<string, Set<Waiting>>();

  /** @param most how many reads of this process run at once. */
  constructor(most: number) {
    this.#most = most;
    this.#mostOfOne = Math.min(most, MAX_PER_PERSON);
  }

  get running(): number {
    return this.#running;
  }

  /** How many reads have had their turn so far. */
  get turns(): number {
    return this.#turns;
  }

  get waiting(): number {
    return [...this.#line.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Runs a read when it is its turn.
   *
   * @param read learns whether it had to wait: the reader may have lost rights meanwhile.
   * @throws Failure `service_unavailable` with the seconds after which to try again, when that takes longer than 10 seconds.
   */
  async run<T>(reader: Reader, read: (hasWaited: boolean) => Promise<T>): Promise<T> {
    const { personId } = reader;
    const waits = !this.#hasRoom(personId);
    if (waits) await this.#wait(reader);
    else this.#take(personId);
    const began = performance.now();
    try {
      return await read(waits);
    } finally {
      // On SQLite a read holds the event loop until its answer is written. Here the loop comes round before the next begins.
      setImmediate(() => this.#end(personId, performance.now() - began));
    }
  }

  #hasRoom(personId: string): boolean {
    const most = this.#floods(personId) ? 1 : this.#mostOfOne;
    return this.#running < this.#most && (this.#places.get(personId) ?? 0) < most;
  }

  #floods(personId: string): boolean {
    return (this.#line.get(personId)?.size ?? 0) >= FLOOD;
  }

  #take(personId: string): void {
    this.#running += 1;
    this.#turns += 1;
    this.#places.set(personId, (this.#places.get(personId) ?? 0) + 1);
  }

  #end(personId: string, took: number): void {
    this.#running -= 1;
    if (this.#floods(personId)) setTimeout(() => this.#leave(personId), REST * took);
    else this.#leave(personId);
    this.#admit();
  }

  #leave(personId: string): void {
    const others = (this.#places.get(personId) ?? 0) - 1;
    if (others > 0) this.#places.set(personId, others);
    else this.#places.delete(personId);
    this.#admit();
  }

  /** Lets reads begin as long as somebody who waits has room. */
  #admit(): void {
    for (;;) {
      const next = [...this.#line].find(([personId]) => this.#hasRoom(personId));
      if (next === undefined) return;
      this.#admitFirst(...next);
    }
  }

  /** Gives somebody a turn, after which they are last. */
  #admitFirst(personId: string, reads: Set<Waiting>): void {
    this.#line.delete(personId);
    const first = firstWhoIsThere(reads);
    if (reads.size > 0) this.#line.set(personId, reads);
    if (first === undefined) return;
    this.#take(personId);
    first.admit();
  }

  #wait(reader: Reader): Promise<void> {
    const { personId } = reader;
    const reads = this.#line.get(personId) ?? new Set();
    this.#line.set(personId, reads);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer);
        reads.delete(waiting);
        if (reads.size === 0 && this.#line.get(personId) === reads) this.#line.delete(personId);
        reject(busy());
      };
      const admit = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(giveUp, WAIT_TIMEOUT_MS);
      const waiting = { ...reader, admit, giveUp };
      reads.add(waiting);
    });
  }
}

/** Takes the first read out whose client is still there, and gives up those before it. */
function firstWhoIsThere(reads: Set<Waiting>): Waiting | undefined {
  for (const waiting of reads) {
    reads.delete(waiting);
    if (!waiting.hasLeft()) return waiting;
    waiting.giveUp();
  }
  return undefined;
}

const busy = () =>
  new Failure('service_unavailable', {
    message:
      'Many searches and long lists are being read at this moment; wait for as many seconds as Retry-After says.',
    retryAfter: WAIT_TIMEOUT_MS / SECOND,
  });

/** Says in a header which step of a search found the answer (docs/rules/answers.md#search-in-steps). @param step null when none did. */
export function withStepHeader<T>(reply: FastifyReply, step: SearchStep | null, answer: T): T {
  if (step !== null) reply.header('kwit-search', step);
  return answer;
}

import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { SearchStep } from '#contract/words.ts';
import { SECOND } from '../../clock.ts';
import { tooMuch } from '../overload.ts';

/** How much of one person runs at once. */
const MAX_PER_PERSON = 4;
/** With so many in line, one person's operations run one at a time, and their place rests after each. */
const FLOOD = MAX_PER_PERSON;
/**
 * How many times as long as the operation took the place rests. Without a rest one person's operations would follow each
 * other so closely that every other request waits for one of them.
 */
const REST = 2;
/** How long an operation waits for its turn at most, in milliseconds. */
const WAIT_TIMEOUT_MS = 30 * SECOND;

/** Behind fewer people one waits: each of them has at most its own turns. */
const FEWEST_PEOPLE = 16;

/** Whose operation it is, and whether its client is still there. */
interface Caller {
  readonly personId: string;
  /** How long it waits for other people's operations at most, in milliseconds: longer is more than the machine can do. */
  readonly patienceMs: number;
  hasLeft(): boolean;
}

interface Waiting extends Caller {
  readonly since: number;
  admit(turn: number): void;
  giveUp(): void;
}

/**
 * Lets operations run a few at once, four of one person (docs/rules/service.md#turns). The others wait. People take turns:
 * who sends thirty waits for thirty turns, and a person who comes next for one.
 */
export class TurnGate {
  readonly #most: number;
  readonly #mostOfOne: number;
  readonly #cheapMs: number;
  /** Whose operations run, by the number of their turn. */
  readonly #running = new Map<number, string>();
  #turns = 0;
  #crowded = 0;
  /** How long the first in line waits for the next turn, in milliseconds: the mean, in which later ones count more. */
  #pace = 0;
  #lastTurn = Number.NEGATIVE_INFINITY;
  /** How many places each person has: of operations that run, and of those that have ended and rest. */
  readonly #places = new Map<string, number>();
  /** How long an operation of each person takes who has a place or waits. */
  readonly #costs = new Map<string, number>();
  /** The operations that wait, by person. The first person is the next whose turn it is. */
  readonly #line = new Map<string, Set<Waiting>>();

  /**
   * @param most how many operations of this process run at once.
   * @param cheapMs below this cost, in milliseconds, four of one person run at once however many wait, and none rests.
   */
  constructor(most: number, cheapMs = 0) {
    this.#most = most;
    this.#mostOfOne = Math.min(most, MAX_PER_PERSON);
    this.#cheapMs = cheapMs;
  }

  get running(): number {
    return this.#running.size;
  }

  /** How many operations have had their turn so far. */
  get turns(): number {
    return this.#turns;
  }

  /** How many were refused so far because others' operations would have kept them waiting too long. */
  get crowded(): number {
    return this.#crowded;
  }

  get waiting(): number {
    return [...this.#line.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /**
   * Runs an operation when it is its turn.
   *
   * @param operation learns whether it had to wait: the caller may have lost rights meanwhile.
   * @param costOf how long the operation kept others from theirs, in milliseconds; unless said, its share of the time in
   * which it ran.
   * @throws Failure `service_unavailable` with the seconds after which to try again: at once where other people's
   * operations take longer than the caller's patience, else after 30 seconds in line.
   */
  async run<T>(caller: Caller, operation: (hasWaited: boolean) => Promise<T>, costOf?: () => number): Promise<T> {
    const { personId } = caller;
    const waits = !this.#hasRoom(personId);
    const turn = waits ? await this.#wait(caller) : this.#take(personId);
    const began = performance.now();
    try {
      return await operation(waits);
    } finally {
      // On SQLite a read holds the event loop until its answer is written. Here the loop comes round before the next begins.
      // Other reads beside it took a part of that time: unless they share it, a cheap request that comes often counts as dear.
      const sharing = this.#running.size;
      setImmediate(() => this.#end(turn, personId, costOf?.() ?? (performance.now() - began) / sharing));
    }
  }

  /** Between two parts of a request: what others have begun goes first, for so many milliseconds at most. */
  async giveWay(personId: string, most: number): Promise<void> {
    const until = performance.now() + most;
    await nextTurn();
    const begun = [...this.#running].filter(([, other]) => other !== personId);
    while (begun.some(([turn]) => this.#running.has(turn)) && performance.now() < until) await after(1);
  }

  #hasRoom(personId: string): boolean {
    const most = this.#floods(personId) ? 1 : this.#mostOfOne;
    return this.#running.size < this.#most && (this.#places.get(personId) ?? 0) < most;
  }

  #floods(personId: string): boolean {
    return (this.#line.get(personId)?.size ?? 0) >= FLOOD && (this.#costs.get(personId) ?? 0) >= this.#cheapMs;
  }

  #take(personId: string): number {
    this.#turns += 1;
    this.#running.set(this.#turns, personId);
    this.#places.set(personId, (this.#places.get(personId) ?? 0) + 1);
    return this.#turns;
  }

  #end(turn: number, personId: string, took: number): void {
    this.#running.delete(turn);
    const before = this.#costs.get(personId) ?? took;
    this.#costs.set(personId, (before + took) / 2);
    if (this.#floods(personId)) setTimeout(() => this.#leave(personId), REST * took);
    else this.#leave(personId);
    this.#admit();
  }

  #leave(personId: string): void {
    const others = (this.#places.get(personId) ?? 0) - 1;
    if (others > 0) this.#places.set(personId, others);
    else this.#places.delete(personId);
    if (others <= 0 && !this.#line.has(personId)) this.#costs.delete(personId);
    this.#admit();
  }

  /** Lets operations begin as long as somebody who waits has room. */
  #admit(): void {
    for (;;) {
      const next = [...this.#line].find(([personId]) => this.#hasRoom(personId));
      if (next === undefined) return;
      this.#admitFirst(...next);
    }
  }

  /** Gives somebody a turn, after which they are last. */
  #admitFirst(personId: string, waiting: Set<Waiting>): void {
    this.#line.delete(personId);
    const first = firstWhoIsThere(waiting);
    if (waiting.size > 0) this.#line.set(personId, waiting);
    if (first === undefined) return;
    const now = performance.now();
    this.#pace += (now - Math.max(this.#lastTurn, first.since) - this.#pace) / 16;
    this.#lastTurn = now;
    first.admit(this.#take(personId));
  }

  /** Whether somebody would wait too long for the turns of others: each has one before each of theirs. */
  #isCrowded({ personId, patienceMs }: Caller): boolean {
    const own = (this.#line.get(personId)?.size ?? 0) + 1;
    const others = [...this.#line].filter(([other]) => other !== personId);
    const before = others.reduce((sum, [, { size }]) => sum + Math.min(size, own), 0);
    return others.length >= FEWEST_PEOPLE && before * this.#pace > patienceMs;
  }

  #wait(caller: Caller): Promise<number> {
    const { personId } = caller;
    if (this.#isCrowded(caller)) {
      this.#crowded += 1;
      throw tooMuch(1);
    }
    const ofPerson = this.#line.get(personId) ?? new Set();
    this.#line.set(personId, ofPerson);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer);
        ofPerson.delete(waiting);
        if (ofPerson.size === 0 && this.#line.get(personId) === ofPerson) this.#line.delete(personId);
        reject(tooMuch(WAIT_TIMEOUT_MS / SECOND));
      };
      const admit = (turn: number) => {
        clearTimeout(timer);
        resolve(turn);
      };
      const timer = setTimeout(giveUp, WAIT_TIMEOUT_MS);
      const waiting = { ...caller, since: performance.now(), admit, giveUp };
      ofPerson.add(waiting);
    });
  }
}

/** Takes the first out whose client is still there, and gives up those before it. */
function firstWhoIsThere(ofPerson: Set<Waiting>): Waiting | undefined {
  for (const waiting of ofPerson) {
    ofPerson.delete(waiting);
    if (!waiting.hasLeft()) return waiting;
    waiting.giveUp();
  }
  return undefined;
}

/** Says in a header which step of a search found the answer (docs/rules/answers.md#search-in-steps). @param step null when none did. */
export function withStepHeader<T>(reply: FastifyReply, step: SearchStep | null, answer: T): T {
  if (step !== null) reply.header('kwit-search', step);
  return answer;
}

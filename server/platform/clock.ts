import type { Instant } from '#contract/scalars.ts';
import { invalidField } from './failure.ts';

/** Time in the service. No other file reads the machine's clock, so that tests can bring their own. */

export type { Instant };

export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** The last second whose text was made, and that text without its milliseconds: most moments that follow lie in it, too. */
let lastSecond = { number: Number.NaN, text: '' };

/** The text of a moment. @throws RangeError for what is none. */
export function instant(milliseconds: number): Instant {
  const at = Math.trunc(milliseconds);
  const number = Math.floor(at / SECOND);
  if (number !== lastSecond.number) lastSecond = { number, text: new Date(at).toISOString().slice(0, -'000Z'.length) };
  const rest = at - number * SECOND;
  return `${lastSecond.text}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}

/** The year 10,000: its text has one digit more. */
const END = Date.parse('+010000-01-01T00:00:00.000Z');

/** Whether the value is a moment in our format, from 1970 on, so that every database can compare it. */
export function isInstant(value: unknown): value is Instant {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return at >= 0 && at < END && instant(at) === value;
}

/** Reads any RFC 3339 text, and moves it into the years that databases know. @returns null when there is no such moment. */
export function readInstant(text: string): Instant | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : instant(Math.min(Math.max(at, 0), END - 1));
}

/** The moment that lies `milliseconds` after (or, when negative, before) another. */
export const shifted = (from: Instant, milliseconds: number): Instant => instant(Date.parse(from) + milliseconds);

/** Midnight, UTC, of the day in which the moment lies (docs/rules/conventions.md#days). */
export const startOfDay = (moment: Instant): Instant => `${moment.slice(0, 10)}T00:00:00.000Z`;

/**
 * Reads a moment from a request. The schema's format lets a leap second through; this refuses it.
 *
 * @param path of the field.
 * @returns null when the caller sent none.
 * @throws Failure `validation_error` for a moment that no calendar has.
 */
export function momentAt(path: string, text: string | undefined): Instant | null {
  if (text === undefined) return null;
  const moment = readInstant(text);
  if (moment === null) throw invalidField(path, 'format', 'Send a moment that exists, such as 2026-11-21T03:44:00Z.');
  return moment;
}

/** Does what is due, again and again: one run after the other, until it is stopped. */
export abstract class Recurring {
  readonly #everyMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | null = null;
  /** A run that takes long looks at it, and ends. */
  protected isStopping = false;

  /** @param everyMs how often something may be due, in milliseconds. */
  constructor(everyMs: number) {
    this.#everyMs = everyMs;
  }

  /** Does what is due now. It tells its log of what fails, and throws nothing. */
  abstract runDue(): Promise<unknown>;

  start(): void {
    this.#timer = setInterval(() => this.look(), this.#everyMs).unref();
  }

  /** Begins a run, unless one goes on. */
  protected look(): void {
    this.#running ??= this.runDue().finally(() => {
      this.#running = null;
    });
  }

  /** Waits until the running step has ended, and begins no other. */
  async stop(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }
}

/** Where lines go: the service's log. */
export interface Log {
  info(facts: object, words: string): void;
  warn(facts: object, words: string): void;
  error(facts: object, words: string): void;
}

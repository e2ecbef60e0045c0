/** How much of a stretch of time a calendar is open, and when so much of it is used up. Pure. */
import type { Opening } from '#contract/calendars.ts';
import { WEEKDAYS } from '#contract/due-words.ts';
import { DAY, MINUTE } from '#platform';

/** Open from, and until: milliseconds since 1970. */
type Span = readonly [from: number, until: number];

/** The days whose spans are worked out together and remembered. */
const BLOCK = 32 * DAY;

interface Block {
  readonly spans: readonly Span[];
  /** How long they are together. */
  readonly open: number;
}

/** The end of the search for a moment. */
const MOST_YEARS = 10;

const MONDAY = Date.parse('1970-01-05T00:00:00.000Z');

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** `08:00-16:00` as milliseconds of a day. */
const spanOf = (text: string): Span => [minuteOf(text.slice(0, 5)) * MINUTE, minuteOf(text.slice(6)) * MINUTE];

const length = ([from, until]: Span): number => until - from;
const sum = (spans: readonly Span[]): number => spans.reduce((all, span) => all + length(span), 0);

export class OpenTime {
  readonly zone: string;
  readonly #week: readonly (readonly Span[])[];
  readonly #days: ReadonlyMap<number, readonly Span[]>;
  readonly #blocks = new Map<number, Block>();

  constructor({ zone, week, days }: Opening) {
    this.zone = zone;
    this.#week = WEEKDAYS.map((day) => (week[day] ?? []).map(spanOf));
    this.#days = new Map(Object.entries(days).map(([date, { spans }]) => [Date.parse(date), spans.map(spanOf)]));
  }

  /** How many milliseconds are open from one moment to another. */
  between(from: number, until: number): number {
    if (until <= from) return 0;
    let open = 0;
    for (let n = Math.floor(from / BLOCK); n * BLOCK < until; n += 1) {
      const { spans, open: all } = this.#block(n);
      const isWhole = from <= n * BLOCK && until >= (n + 1) * BLOCK;
      open += isWhole ? all : sum(spans.map(([a, b]) => [Math.max(a, from), Math.max(Math.min(b, until), a, from)]));
    }
    return open;
  }

  /** The earliest moment at which so many open milliseconds are used up; null when ten years do not suffice. */
  after(from: number, milliseconds: number): number | null {
    const limit = new Date(from).setUTCFullYear(new Date(from).getUTCFullYear() + MOST_YEARS);
    let left = milliseconds;
    for (let n = Math.floor(from / BLOCK); n * BLOCK <= limit; n += 1) {
      const { spans, open } = this.#block(n);
      if (from <= n * BLOCK && open < left) {
        left -= open;
        continue;
      }
      for (const [a, b] of spans) {
        const begin = Math.max(a, from);
        if (b - begin >= left) return begin + left <= limit ? begin + left : null;
        left -= Math.max(0, b - begin);
      }
    }
    return null;
  }

  /** Whether the minute of a moment is open. */
  isOpen(at: number): boolean {
    return this.#block(Math.floor(at / BLOCK)).spans.some(([from, until]) => from <= at && at < until);
  }

  /** When the date that the clock of the zone shows is over. */
  endOfDay(at: number): number {
    const today = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(this.zone);
    return today.add({ days: 1 }).startOfDay().epochMilliseconds;
  }

  #block(n: number): Block {
    return this.#blocks.getOrInsertComputed(n, () => {
      const spans = this.#spans(n * BLOCK, (n + 1) * BLOCK);
      return { spans, open: sum(spans) };
    });
  }

  /** How far the clock is ahead of UTC at a moment, and until when. */
  #clock(at: number): { readonly offset: number; readonly until: number } {
    const here = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(this.zone);
    const until = here.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    return { offset: Math.round(here.offsetNanoseconds / 1e6), until };
  }

  #spans(from: number, until: number): Span[] {
    const spans: Span[] = [];
    for (let at = from; at < until; ) {
      const clock = this.#clock(at);
      const end = Math.min(clock.until, until);
      for (let day = Math.floor((at + clock.offset) / DAY) * DAY; day < end + clock.offset; day += DAY)
        for (const [a, b] of this.#spansOf(day)) {
          const begin = Math.max(day + a - clock.offset, at);
          const stop = Math.min(day + b - clock.offset, end);
          if (begin < stop) spans.push([begin, stop]);
        }
      at = end;
    }
    return spans;
  }

  /** The spans of a date. @param day its midnight, as if it were in UTC. */
  #spansOf(day: number): readonly Span[] {
    const weekday = (((day - MONDAY) / DAY) % 7) + (day < MONDAY ? 7 : 0);
    return this.#days.get(day) ?? this.#week[weekday % 7] ?? [];
  }
}

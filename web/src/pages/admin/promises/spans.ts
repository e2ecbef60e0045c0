/** The spans of a day, such as `08:00-16:00`, as they are painted and typed. */
import { WEEKDAYS } from '../../../../../contract/due-words.ts';
import type { Week } from '../../../backend/promises.ts';

/** The length of a cell of the painted week, in minutes. */
export const STEP = 30;
export const STEPS = (24 * 60) / STEP;
export const MOST_SPANS = 4;

type Span = [from: number, until: number];

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
};
const pair = (span: string): Span => span.split('-').map(minutesOf) as Span;
const texts = (spans: readonly Span[]): string[] => spans.map((span) => span.map(clock).join('-'));

/** In order, and what touches or overlaps as one. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const [from, until] of [...spans].sort(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], until);
    else all.push([from, until]);
  }
  return all;
}

/** Spans as typed, such as `8-12, 13:00-16:30`; undefined for a text without spans. */
export function readSpans(text: string): string[] | undefined {
  const parts = text.split(/[,;]/).map((part) => part.replaceAll(/\s/g, '').replaceAll('–', '-'));
  const filled = parts.filter((part) => part !== '');
  if (!filled.every((part) => /^\d{1,2}(:[0-5]\d)?-\d{1,2}(:[0-5]\d)?$/.test(part))) return undefined;
  const spans = filled.map(pair).sort(([a], [b]) => a - b);
  const isRight = spans.every(
    ([from, until], at) => from < until && until <= 24 * 60 && from >= (spans[at - 1]?.[1] ?? 0),
  );
  return isRight && spans.length <= MOST_SPANS ? texts(spans) : undefined;
}

/** Whether any minute of a step is open. */
export const isOpenAt = (spans: readonly string[] = [], step: number): boolean =>
  spans.map(pair).some(([from, until]) => from < (step + 1) * STEP && until > step * STEP);

export interface PaintedPlace {
  day: number;
  step: number;
}

/** The week with all between two corners open, or closed. */
export function paint(week: Week, from: PaintedPlace, to: PaintedPlace, isOpen: boolean): Week {
  const [first, last] = [Math.min(from.day, to.day), Math.max(from.day, to.day)];
  const [begin, end] = [Math.min(from.step, to.step) * STEP, (Math.max(from.step, to.step) + 1) * STEP];
  const painted = WEEKDAYS.map((day, at) => {
    const spans = (week[day] ?? []).map(pair);
    if (at < first || at > last) return [day, week[day] ?? []];
    const outside = spans.flatMap(([a, b]): Span[] => [
      [a, Math.min(b, begin)],
      [Math.max(a, end), b],
    ]);
    const left: Span[] = isOpen ? [...spans, [begin, end]] : outside.filter(([a, b]) => a < b);
    return [day, texts(joined(left))];
  });
  return Object.fromEntries(painted);
}

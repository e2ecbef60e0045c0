/** Finds the faults of a calendar that somebody sends. Pure. */
import type { Opening } from '#contract/calendars.ts';
import { MOST_DAYS_OF_CALENDAR, WEEKDAYS } from '#contract/due-words.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { isZone } from '#platform';

const CLOCK = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const SPAN = new RegExp(`^${CLOCK}-(?:${CLOCK}|24:00)$`);
const MOST_SPANS = 4;
const DATE = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

const problem = (path: string, code: string, message: string): FieldProblem => ({ path, code, message });

/** The name of a zone as the IANA database writes it. */
export const zoneName = (zone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId;

function spanProblems(path: string, spans: readonly string[]): FieldProblem[] {
  if (spans.length > MOST_SPANS) return [problem(path, 'maxItems', `A day has at most ${MOST_SPANS} spans.`)];
  return spans.flatMap((span, index) => {
    const place = `${path}[${index}]`;
    if (!SPAN.test(span)) return [problem(place, 'format', 'Send a span such as 08:00-16:00; it may end at 24:00.')];
    const before = spans[index - 1]?.slice(6) ?? '00:00';
    const [from, until] = [span.slice(0, 5), span.slice(6)];
    if (from >= until) return [problem(place, 'order', 'A span ends after it begins; one over midnight is two.')];
    return from < before ? [problem(place, 'order', 'Spans of a day stand in order and do not overlap.')] : [];
  });
}

function dateProblems(date: string): FieldProblem[] {
  const at = DATE.test(date) ? Date.parse(date) : Number.NaN;
  const isDate = !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === date;
  return isDate ? [] : [problem(`days.${date}`, 'format', 'Send a date that exists, such as 2026-12-25.')];
}

/** Everything that is wrong with it, by path. */
export function openingProblems({ zone, week, days }: Opening): FieldProblem[] {
  const dates = Object.entries(days);
  const spans = [...WEEKDAYS.flatMap((day) => week[day] ?? []), ...dates.flatMap(([, day]) => day.spans)];
  return [
    ...(isZone(zone) ? [] : [problem('zone', 'zone', 'Name a zone of the IANA database, such as Europe/Warsaw.')]),
    ...WEEKDAYS.flatMap((day) => spanProblems(`week.${day}`, week[day] ?? [])),
    ...(dates.length > MOST_DAYS_OF_CALENDAR
      ? [problem('days', 'maxProperties', `A calendar has at most ${MOST_DAYS_OF_CALENDAR} days.`)]
      : []),
    ...dates.flatMap(([date, day]) => [...dateProblems(date), ...spanProblems(`days.${date}.spans`, day.spans)]),
    ...(spans.length === 0 ? [problem('week', 'open', 'Open the week for a minute at least, or some day.')] : []),
  ];
}

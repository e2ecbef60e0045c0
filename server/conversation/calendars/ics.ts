/** The all-day events of an iCalendar file (RFC 5545), which a person may take into a calendar. Pure. */
import type { NamedDay } from '#contract/calendars.ts';
import { MOST_DAYS_OF_CALENDAR } from '#contract/due-words.ts';
import { DAY } from '#platform';
import { type RecurrencePeriod, recurrences } from './recurrence.ts';

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Programs that write no dates alone write midnight by the clock of a place, and say that it is a day. */
const readDate = (text: string, isDay = false): number => {
  const [, year, month, day] =
    (isDay ? /^(\d{4})(\d{2})(\d{2})(?:T000000)?$/ : /^(\d{4})(\d{2})(\d{2})$/).exec(text) ?? [];
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day));
  return dateOf(Number.isNaN(at) ? 0 : at) === `${year}-${month}-${day}` ? at : Number.NaN;
};

const TEXT_ESCAPES: Readonly<Record<string, string>> = { n: ' ', N: ' ', ',': ',', ';': ';', '\\': '\\' };
const readText = (text: string): string =>
  text
    .replace(/\\(.)/g, (_, sign: string) => TEXT_ESCAPES[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim();

type Event = ReadonlyMap<string, readonly string[]>;

const textOf = (event: Event, name: string): string => event.get(name)?.[0] ?? '';

/** How long an all-day event lasts that says so: in days or weeks (RFC 5545 § 3.8.2.5). */
function readDuration(text: string): number {
  const [, count, unit] = /^\+?P(\d+)([DW])$/i.exec(text) ?? [];
  return Number(count) * (unit?.toUpperCase() === 'W' ? 7 : 1) * DAY;
}

/** The days that a property names, whatever their time. */
const daysIn = (event: Event, name: string): number[] =>
  (event.get(name) ?? []).flatMap((value) => value.split(',').map((day) => readDate(day.slice(0, 8))));

const isDay = (event: Event): boolean =>
  ['X-MICROSOFT-CDO-ALLDAYEVENT', 'X-MICROSOFT-MSNCALENDAR-ALLDAYEVENT'].some((name) =>
    /^true$/i.test(textOf(event, name)),
  );

/** The days of an event (§ 3.6.1): to the day before DTEND, or for its DURATION; none of one that has a time of day. */
function daysOfEvent(event: Event, moved: ReadonlySet<number>, period: RecurrencePeriod): NamedDay[] {
  const from = readDate(textOf(event, 'DTSTART'), isDay(event));
  if (Number.isNaN(from) || /^cancelled$/i.test(textOf(event, 'STATUS'))) return [];
  const last = textOf(event, 'DTEND');
  const end = last === '' ? from + readDuration(textOf(event, 'DURATION')) : readDate(last, isDay(event));
  const name = [...readText(textOf(event, 'SUMMARY'))].slice(0, 80).join('') || '–';
  const length = Number.isNaN(end) || end <= from ? 1 : Math.min((end - from) / DAY, MOST_DAYS_OF_CALENDAR);
  const left = new Set([...daysIn(event, 'EXDATE'), ...moved]);
  const begins = event.has('RRULE') ? [...recurrences(from, textOf(event, 'RRULE'), period)] : [from];
  return [...begins, ...daysIn(event, 'RDATE')]
    .filter((at) => !Number.isNaN(at) && !left.has(at))
    .flatMap((at) => Array.from({ length }, (_, n) => ({ date: dateOf(at + n * DAY), name })));
}

/** A line: its name, parameters whose quoted values may hold any sign, and its value. */
const LINE = /^([\w-]+)(?:;[^=;:]+=(?:"[^"]*"|[^";:])*)*:(.*)$/;

/** The events of a file, without what stands within one, such as its alarms. */
function eventsIn(text: string): Event[] {
  const events: Map<string, string[]>[] = [];
  const open: string[] = [];
  const lines = text.replace(/(?:\r\n?|\n)[ \t]/g, '').split(/\r\n?|\n/);
  for (const line of lines) {
    const [, name = '', value = ''] = LINE.exec(line) ?? [];
    const [key, said] = [name.toUpperCase(), value.trim()];
    if (key === 'BEGIN') {
      open.push(said.toUpperCase());
      if (open.at(-1) === 'VEVENT') events.push(new Map([['open', []]]));
    } else if (key === 'END') {
      if (open.pop() === 'VEVENT') events.at(-1)?.delete('open');
    } else if (open.at(-1) === 'VEVENT')
      events
        .at(-1)
        ?.getOrInsertComputed(key, () => [])
        .push(said);
  }
  // One that is cut off is none.
  return events.filter((event) => !event.has('open'));
}

/** Events that come again have no end. */
function periodAt(now: string): RecurrencePeriod {
  const year = Number(now.slice(0, 4));
  return { from: Date.UTC(year, 0, 1), to: Date.UTC(year + 2, 11, 31), daysLeft: MOST_DAYS };
}

/** How many days are looked at for those of a file that come again. */
const MOST_DAYS = 200_000;

/** The all-day events of a file, by date; of two on one day the first. Events that come again do so from this year to the year after next. */
export function readIcs(text: string, now: string): NamedDay[] {
  const events = eventsIn(text);
  const movedOf = (uid: string) =>
    events
      .filter((event) => event.has('RECURRENCE-ID') && textOf(event, 'UID') === uid)
      .flatMap((event) => daysIn(event, 'RECURRENCE-ID'));
  const period = periodAt(now);
  const days = new Map<string, NamedDay>();
  for (const event of events) {
    const moved = event.has('RRULE') ? new Set(movedOf(textOf(event, 'UID'))) : new Set<number>();
    for (const day of daysOfEvent(event, moved, period)) if (!days.has(day.date)) days.set(day.date, day);
  }
  return [...days.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
}

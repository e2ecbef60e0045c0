import { type Static, Type } from 'typebox';
import { MOST_DAYS_OF_CALENDAR, WEEKDAYS } from './due-words.ts';
import { Id, line, record } from './scalars.ts';

const spans = Type.Array(Type.String({ maxLength: 11, examples: ['08:00-16:00'] }), {
  description: 'At most four spans of a day, in order. They do not overlap; `24:00` is an end.',
});

/** The spans of each day of the week. A day that is left out is closed. */
export const Week = record(Object.fromEntries(WEEKDAYS.map((day) => [day, Type.Optional(spans)])), {
  examples: [{ mon: ['08:00-16:00'], fri: ['08:00-12:00', '13:00-16:00'] }],
});
export type Week = Partial<Record<(typeof WEEKDAYS)[number], string[]>>;

const CalendarDay = record({ name: line(1, 80, 'Boże Narodzenie'), spans });

/** Dates that replace their day of the week. */
export const CalendarDays = Type.Record(Type.String(), CalendarDay, {
  maxProperties: MOST_DAYS_OF_CALENDAR,
  examples: [{ '2026-12-25': { name: 'Boże Narodzenie', spans: [] } }],
});
export type CalendarDays = Static<typeof CalendarDays>;

const zone = Type.String({ minLength: 1, maxLength: 64, examples: ['Europe/Warsaw'], description: 'An IANA zone.' });
const name = line(1, 80, 'Office hours');
const week = Type.Unsafe<Week>(Week);

/** When a team works (docs/rules/answer-due.md#calendars). */
export const Calendar = record({
  id: Id,
  name: Type.String(),
  zone: Type.String(),
  week,
  days: Type.Record(Type.String(), record({ name: Type.String(), spans })),
  version: Type.Integer({ minimum: 1 }),
});
export type Calendar = Static<typeof Calendar>;

/** POST of a calendar. No other calendar has its name, letter case aside. */
export const CalendarDraft = record(
  { name, zone, week, days: Type.Optional(CalendarDays) },
  { examples: [{ name: 'Office hours', zone: 'Europe/Warsaw', week: { mon: ['08:00-16:00'] } }] },
);
export type CalendarDraft = Static<typeof CalendarDraft>;

/** PATCH of a calendar: `week` and `days` are replaced whole. */
export const CalendarChanges = record(
  {
    name: Type.Optional(name),
    zone: Type.Optional(zone),
    week: Type.Optional(week),
    days: Type.Optional(CalendarDays),
  },
  { minProperties: 1, examples: [{ zone: 'Europe/Warsaw' }] },
);
export type CalendarChanges = Static<typeof CalendarChanges>;

/** A day on which a calendar may be closed. */
export const NamedDay = record({ date: Type.String({ format: 'date' }), name: Type.String() });
export type NamedDay = Static<typeof NamedDay>;

/** GET of the public holidays of Poland. */
export const HolidayFilter = record({ year: Type.Integer({ minimum: 1990, maximum: 2199, examples: [2027] }) });

/** The text of an iCalendar file, of which the all-day events are read. */
export const IcsText = record(
  { ics: Type.String({ minLength: 1, maxLength: 200_000, pattern: 'BEGIN:V(?:CALENDAR|EVENT)' }) },
  { examples: [{ ics: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }] },
);

/** The part of a calendar that says when it is open. */
export type Opening = Pick<Calendar, 'zone' | 'week' | 'days'>;

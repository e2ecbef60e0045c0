import type { Calendar, CalendarChanges, CalendarDraft, Opening } from '#contract/calendars.ts';
import { MOST_CALENDARS, WEEKDAYS } from '#contract/due-words.ts';
import { Failure, type Matches, type Work } from '#platform';
import { recordAudit } from '#settings';
import { CalendarStore, openingOf, type StoredCalendar } from '../calendars/calendar-store.ts';
import { openingProblems, zoneName } from '../calendars/check-opening.ts';
import { changedTimes } from '../waits/targets-now.ts';
import { reviseWaits } from '../waits/waits.ts';

/** Changes of calendars, of targets, and of what these name are made one after the other. */
export const lockPromises = (work: Work) => work.lock('promises');

const inOrder = ({ zone, week, days }: Opening): Opening => ({
  zone,
  week: Object.fromEntries(WEEKDAYS.flatMap((day) => (week[day] === undefined ? [] : [[day, week[day]]]))),
  days: Object.fromEntries(Object.entries(days).sort(([a], [b]) => (a < b ? -1 : 1))),
});

export const viewCalendar = (row: StoredCalendar): Calendar => ({
  id: row.id,
  name: row.name,
  ...inOrder(openingOf(row)),
  version: row.version,
});

export const listCalendars = async (work: Work): Promise<Calendar[]> =>
  (await work.of(CalendarStore).list()).map(viewCalendar);

/** @throws Failure `calendar_not_found`. */
export async function showCalendar(work: Work, id: string): Promise<Calendar> {
  const row = await work.of(CalendarStore).find(id);
  if (row === undefined) throw new Failure('calendar_not_found');
  return viewCalendar(row);
}

/** @throws Failure `validation_error` by the path of each fault. */
export function checkedOpening(opening: Opening): Opening {
  const problems = openingProblems(opening).slice(0, 20);
  if (problems.length > 0) throw new Failure('validation_error', problems);
  return inOrder({ ...opening, zone: zoneName(opening.zone) });
}

const columnsOf = (name: string, { zone, week, days }: Opening) => ({
  name,
  folded_name: name.toLowerCase(),
  zone,
  week: JSON.stringify(week),
  days: JSON.stringify(days),
});

/** @throws Failure `calendar_exists` for a name that another calendar has, letter case aside. */
async function refuseUsedName(work: Work, name: string, own: string | null): Promise<void> {
  const id = await work.of(CalendarStore).idOf(name.toLowerCase());
  if (id !== undefined && id !== own) throw new Failure('calendar_exists', { facts: { id } });
}

/** @throws Failure `validation_error`, `calendar_exists`, `limit_reached`. */
export async function addCalendar(work: Work, { name, days = {}, ...draft }: CalendarDraft): Promise<Calendar> {
  const opening = checkedOpening({ ...draft, days });
  await lockPromises(work);
  await refuseUsedName(work, name, null);
  if ((await work.of(CalendarStore).list()).length >= MOST_CALENDARS) throw new Failure('limit_reached');
  const calendar = { id: work.newId(), ...columnsOf(name, opening), version: 1 };
  await work.of(CalendarStore).add(calendar);
  await recordAudit(work, 'calendar.created', calendar.id, {});
  return viewCalendar(calendar);
}

/**
 * Changes a calendar; `week` and `days` are replaced whole.
 *
 * @param expected whether a version is one that the caller expects; null when they name none.
 * @throws Failure `calendar_not_found`, `precondition_failed`, `validation_error`, `calendar_exists`.
 */
export async function changeCalendar(
  work: Work,
  id: string,
  changes: CalendarChanges,
  expected: Matches | null,
): Promise<Calendar> {
  await lockPromises(work);
  const row = await work.of(CalendarStore).hold(id);
  if (row === undefined) throw new Failure('calendar_not_found');
  if (expected !== null && !expected(row.version))
    throw new Failure('precondition_failed', { message: 'The calendar has changed since you read it; read it again.' });
  const before = viewCalendar(row);
  const after = { ...before, ...changes };
  const columns = columnsOf(after.name, checkedOpening(after));
  const names = (['name', 'zone', 'week', 'days'] as const).filter(
    (name) => columns[name] !== columnsOf(before.name, before)[name],
  );
  if (names.length === 0) return before;
  await refuseUsedName(work, after.name, id);
  const changed = { ...row, ...columns, version: row.version + 1 };
  await work.of(CalendarStore).change(id, { ...columns, version: changed.version });
  await recordAudit(work, 'calendar.changed', id, { names });
  // A new name, too, is a new version, by which waits count.
  await reviseWaits(work, await changedTimes(work));
  return viewCalendar(changed);
}

/** @throws Failure `calendar_not_found`, `calendar_in_use` while a target, active or not, counts by it. */
export async function removeCalendar(work: Work, id: string): Promise<void> {
  await lockPromises(work);
  if ((await work.of(CalendarStore).hold(id)) === undefined) throw new Failure('calendar_not_found');
  if (await work.of(CalendarStore).isInUse({ calendar: id })) throw new Failure('calendar_in_use');
  await work.of(CalendarStore).delete(id);
  await recordAudit(work, 'calendar.deleted', id, {});
}

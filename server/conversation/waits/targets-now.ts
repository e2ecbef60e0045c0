import type { Actor, Work } from '#platform';
import { CalendarStore, openingOf, rememberedTime } from '../calendars/calendar-store.ts';
import { OpenTime } from '../calendars/open-time.ts';
import type { Target } from './wait-rule.ts';
import { WaitStore } from './wait-store.ts';

/** The targets that count, in order, and the revision of all that makes a wait due. */
export interface TargetsNow {
  readonly revision: number;
  readonly targets: readonly Target[];
}

export type TimeOf = (id: string, version: number) => OpenTime | null;

/** The calendars as this transaction has changed them. Nobody else is to have them before it is durable. */
export async function changedTimes(work: Work<Actor>): Promise<TimeOf> {
  const times = new Map(
    (await work.of(CalendarStore).list()).map((row) => [row.id, { row, time: new OpenTime(openingOf(row)) }]),
  );
  return (id) => times.get(id)?.time ?? null;
}

/** @param timeOf missing in a transaction that has changed no calendar. */
export async function targetsNow(work: Work<Actor>, timeOf?: TimeOf): Promise<TargetsNow> {
  const rows = await work.of(WaitStore).targets();
  const isNew = (row: (typeof rows)[number]) =>
    row.id !== null && rememberedTime(row.calendar_id, row.calendar_version) === null;
  if (timeOf === undefined && rows.some(isNew)) await work.of(CalendarStore).remember();
  const timeAt = timeOf ?? rememberedTime;
  const targets = rows.flatMap(({ id, minutes, promised, calendar_id, calendar_version: version, ...condition }) => {
    const time = id === null ? null : timeAt(calendar_id, version);
    if (id === null || time === null) return [];
    const calendar = { id: calendar_id, version, time };
    return [{ id, condition, minutes, promised: promised === 1, calendar }];
  });
  return { revision: rows[0]?.revision ?? 0, targets };
}

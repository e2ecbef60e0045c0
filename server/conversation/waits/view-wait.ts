import type { RunningWait, TicketWait } from '#contract/waits.ts';
import { type Actor, type Connection, Failure, type Instant, type Work } from '#platform';
import { rememberTimes } from '../calendars/calendar-store.ts';
import { moreOf, type WaitColumns } from './wait-columns.ts';
import { usedMinutes, waitState } from './wait-rule.ts';
import { type StoredWait, WaitStore } from './wait-store.ts';

/** Has at hand the calendars by which waits count, before they are viewed. @returns the rows. */
export async function withWaitTimes<R extends WaitColumns>(connection: Connection, rows: R[]): Promise<R[]> {
  const lacks = (row: R) => {
    const more = moreOf(row);
    return more !== null && more.calendar !== null && more.time === null;
  };
  if (rows.some(lacks)) await rememberTimes(connection);
  return rows;
}

/** The wait that runs on a ticket, for who reads its internals. `withWaitTimes` has its calendar at hand. */
export function viewRunningWait(row: WaitColumns, now: Instant): RunningWait | null {
  const { wait_since: since, wait_due_at: due_at, wait_soon_at: soon_at } = row;
  const more = moreOf(row);
  if (since === null || more === null) return null;
  const { target_minutes, by, time } = more;
  const used_minutes = time === null ? null : usedMinutes(time, since, now);
  return { since, due_at, state: waitState({ soon_at, due_at }, now), target_minutes, used_minutes, by };
}

/** Until when the reporter is promised an answer. */
export const promisedDue = (row: WaitColumns): Instant | null =>
  row.wait_due_at !== null && moreOf(row)?.isPromised ? row.wait_due_at : null;

const viewWait = (row: StoredWait): TicketWait => ({
  id: row.id,
  since: row.since,
  by: row.began_by,
  ended_at: row.ended_at,
  ended_by: row.ended_by,
  target_id: row.target_id,
  target_minutes: row.target_minutes,
  calendar_id: row.calendar_id,
  calendar_version: row.calendar_version,
  used_minutes: row.used_minutes,
  due_at: row.due_at,
  result: row.result,
});

/** Every wait of a ticket, newest first. @param isReader whether the caller reads the ticket's internals. @throws Failure `forbidden`. */
export async function listWaits(work: Work<Actor>, ticket: string, isReader: boolean): Promise<TicketWait[]> {
  if (!isReader) throw new Failure('forbidden', { message: 'Only who works on this ticket reads who waited on it.' });
  return (await work.of(WaitStore).ofTicket({ ticket })).map(viewWait);
}

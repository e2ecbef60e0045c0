import type { RunningWait, TicketWait } from '#contract/waits.ts';
import { type Actor, type Connection, Failure, type Instant, type Work } from '#platform';
import { rememberedTime, rememberTimes } from '../calendars/calendar-store.ts';
import { usedMinutes, waitState } from './wait-rule.ts';
import { type StoredWait, WaitStore } from './wait-store.ts';

/** The columns of the wait that runs on a ticket, of `waits as wait`. */
export const WAIT_COLUMNS = [
  'wait.since as wait_since',
  'wait.began_by as wait_by',
  'wait.due_at as wait_due_at',
  'wait.soon_at as wait_soon_at',
  'wait.target_minutes as wait_minutes',
  'wait.promised as wait_promised',
  'wait.calendar_id as wait_calendar',
  'wait.calendar_version as wait_calendar_version',
] as const;

/** A row with these columns; nulls where nobody waits. */
export interface WaitColumns {
  readonly wait_since: Instant | null;
  readonly wait_by: StoredWait['began_by'] | null;
  readonly wait_due_at: Instant | null;
  readonly wait_soon_at: Instant | null;
  readonly wait_minutes: number | null;
  readonly wait_promised: 0 | 1 | null;
  readonly wait_calendar: string | null;
  readonly wait_calendar_version: number | null;
}

type TimedColumns = Pick<WaitColumns, 'wait_calendar' | 'wait_calendar_version'>;

/** Has at hand the calendars by which waits count, before they are viewed. @returns the rows. */
export async function withWaitTimes<R extends TimedColumns>(connection: Connection, rows: R[]): Promise<R[]> {
  const lacks = (row: R) =>
    row.wait_calendar !== null && rememberedTime(row.wait_calendar, row.wait_calendar_version) === null;
  if (rows.some(lacks)) await rememberTimes(connection);
  return rows;
}

/** The wait that runs on a ticket, for who reads its internals. `withWaitTimes` has its calendar at hand. */
export function viewRunningWait(row: WaitColumns, now: Instant): RunningWait | null {
  const { wait_since: since, wait_by: by, wait_due_at: due_at, wait_soon_at: soon_at } = row;
  if (since === null || by === null) return null;
  const time = rememberedTime(row.wait_calendar, row.wait_calendar_version);
  const used_minutes = time === null ? null : usedMinutes(time, since, now);
  return {
    since,
    due_at,
    state: waitState({ soon_at, due_at }, now),
    target_minutes: row.wait_minutes,
    used_minutes,
    by,
  };
}

/** Until when the reporter is promised an answer. */
export const promisedDue = ({ wait_promised, wait_due_at }: WaitColumns): Instant | null =>
  wait_promised === 1 ? wait_due_at : null;

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

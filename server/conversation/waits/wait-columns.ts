import { sql } from 'kysely';
import type { Dialect, Instant } from '#platform';
import { rememberedTime } from '../calendars/calendar-store.ts';
import type { StoredWait } from './wait-store.ts';

type MoreOfWait = readonly [
  by: StoredWait['began_by'],
  minutes: number | null,
  promised: 0 | 1,
  calendar: string | null,
  version: number | null,
];

/** The columns of the wait that runs on a ticket, of `waits as wait`. A row is read faster with what few rows have in one column. */
export const waitColumns = ({ jsonRow }: Dialect) => {
  const promised = sql`case when wait.promised then 1 else 0 end`;
  const more = ['began_by', 'target_minutes', promised, 'calendar_id', 'calendar_version'].map((column) =>
    typeof column === 'string' ? sql.ref(`wait.${column}`) : column,
  );
  return [
    ...(['wait.since as wait_since', 'wait.due_at as wait_due_at', 'wait.soon_at as wait_soon_at'] as const),
    sql<string | null>`case when wait.since is not null then ${jsonRow(more)} end`.as('wait_more'),
  ] as const;
};

/** A row with these columns; nulls where nobody waits. */
export interface WaitColumns {
  readonly wait_since: Instant | null;
  readonly wait_due_at: Instant | null;
  readonly wait_soon_at: Instant | null;
  readonly wait_more: string | null;
}

/** Reads the last of these columns; null where nobody waits. */
export function moreOf({ wait_more }: Pick<WaitColumns, 'wait_more'>) {
  if (wait_more === null) return null;
  const [by, target_minutes, promised, calendar, version] = JSON.parse(wait_more) as MoreOfWait;
  return { by, target_minutes, isPromised: promised === 1, calendar, time: rememberedTime(calendar, version) };
}

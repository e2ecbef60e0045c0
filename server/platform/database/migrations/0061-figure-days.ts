import type { ColumnTypes, Dialect } from '../dialect.ts';

/** The day of a moment (UTC) in the columns of a row. */
type DayOf = (column: string) => string;

interface Watch {
  readonly name: string;
  readonly after: string;
  readonly when: string;
  days(day: DayOf): string;
}

const differs = (...columns: readonly string[]): string =>
  columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ');

const COUNTED = ['created_at', 'reporter_id', 'project_id', 'category', 'team_id', 'restricted', 'merged_into_id'];
const SPOKEN = ['ticket_id', 'user_id', 'is_developer', 'is_internal', 'created_at'];

const daysOf = (day: DayOf, ...rows: readonly ('old' | 'new')[]): string =>
  rows
    .flatMap((row) => [
      `select ${day(`${row}.created_at`)}`,
      `select ${day(`${row}.closed_at`)} where ${row}.closed_at is not null`,
    ])
    .join(' union ');

const reported = (day: DayOf, condition: string): string =>
  `select ${day('t.created_at')} from tickets as t where ${condition}`;
const reportedOrClosed = (day: DayOf, condition: string): string =>
  `${reported(day, condition)} union select ${day('t.closed_at')} from tickets as t where ${condition} and t.closed_at is not null`;

/** After what the counts of which days are to be made anew (docs/rules/statistics.md#figures). */
const WATCHES: readonly Watch[] = [
  { name: 'figures_of_new_ticket', after: 'insert on tickets', when: 'true', days: (day) => daysOf(day, 'new') },
  { name: 'figures_of_removed_ticket', after: 'delete on tickets', when: 'true', days: (day) => daysOf(day, 'old') },
  {
    name: 'figures_of_ticket',
    after: `update of ${COUNTED.join(', ')} on tickets`,
    when: differs(...COUNTED),
    days: (day) => daysOf(day, 'old', 'new'),
  },
  {
    name: 'figures_of_closing',
    after: 'update of closed_at on tickets',
    when: differs('closed_at'),
    days: (day) =>
      `select ${day('old.closed_at')} where old.closed_at is not null
        union select ${day('new.closed_at')} where new.closed_at is not null`,
  },
  {
    name: 'figures_of_new_comment',
    after: 'insert on comments',
    when: 'new.is_developer and not new.is_internal',
    // Only the first one counts.
    days: (day) =>
      reported(
        day,
        `t.id = new.ticket_id and t.reporter_id <> new.user_id and not exists (select 1 from comments as c
          where c.ticket_id = new.ticket_id and c.is_developer and not c.is_internal and c.user_id <> t.reporter_id
          and c.created_at <= new.created_at and c.id <> new.id)`,
      ),
  },
  {
    name: 'figures_of_removed_comment',
    after: 'delete on comments',
    when: 'old.is_developer and not old.is_internal',
    days: (day) => reported(day, 't.id = old.ticket_id'),
  },
  {
    name: 'figures_of_comment',
    after: `update of ${SPOKEN.join(', ')} on comments`,
    when: differs(...SPOKEN),
    days: (day) => reported(day, 't.id in (old.ticket_id, new.ticket_id)'),
  },
  {
    name: 'figures_of_new_label',
    after: 'insert on ticket_labels',
    when: 'true',
    days: (day) => reportedOrClosed(day, 't.id = new.ticket_id'),
  },
  {
    name: 'figures_of_removed_label',
    after: 'delete on ticket_labels',
    when: 'true',
    days: (day) => reportedOrClosed(day, 't.id = old.ticket_id'),
  },
  {
    name: 'figures_of_label',
    after: 'update on ticket_labels',
    when: 'true',
    days: (day) => reportedOrClosed(day, 't.id in (old.ticket_id, new.ticket_id)'),
  },
];

const onSqlite = ({ name, after, when, days }: Watch): string[] => [
  `create trigger ${name} after ${after} for each row when ${when} begin
    insert into figure_changes (day) ${days((column) => `substr(${column}, 1, 10)`)}; end`,
];

const onPostgres = ({ name, after, when, days }: Watch): string[] => [
  `create function ${name}() returns trigger language plpgsql as $$ begin
    insert into figure_changes (day) ${days((column) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD')`)};
    return null; end $$`,
  `create trigger ${name} after ${after} for each row when (${when}) execute function ${name}()`,
];

/**
 * The figures of each day that is over, and the days that have changed since. The database itself notes the days: so a
 * write by the version before, beside this one, and a load of rows count as well.
 */
export const figureDays = {
  name: '0061-figure-days',
  statements: (t: ColumnTypes, { name }: Dialect) => [
    `create table figure_days (day ${t.text} primary key, content ${t.text} not null) ${t.tableEnd}`,
    `create table figure_changes (position ${t.counting}, day ${t.text} not null) ${t.tableEnd}`,
    'create index figure_changes_by_day on figure_changes (day)',
    `create index history_closed on ticket_history (ticket_id, created_at)
      where field = 'status' and new_value = 'closed'`,
    ...WATCHES.flatMap(name === 'sqlite' ? onSqlite : onPostgres),
  ],
};

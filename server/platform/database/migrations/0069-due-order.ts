import type { ColumnTypes, Dialect } from '../dialect.ts';

const dueOf = (row: string): string => `update tickets set due_at =
  (select due_at from waits where waits.ticket_id = tickets.id and ended_at is null) where id = ${row}.ticket_id`;

/** Each event, which versions of a row it has, and on SQLite when something follows from it, and what. Most waits have no due date. */
const TRIGGERS = [
  {
    ...{ name: 'due_begins', event: 'insert', columns: '', versions: ['new'] },
    when: 'new.due_at is not null and new.ended_at is null',
    effect: dueOf('new'),
  },
  {
    ...{ name: 'due_ends', event: 'delete', columns: '', versions: ['old'] },
    when: 'old.due_at is not null and old.ended_at is null',
    effect: dueOf('old'),
  },
  {
    ...{ name: 'due_moves', event: 'update', columns: 'of ticket_id, due_at, ended_at', versions: ['new', 'old'] },
    when: 'old.due_at is not null or new.due_at is not null',
    effect: `${dueOf('new')}; ${dueOf('old')} and old.ticket_id <> new.ticket_id`,
  },
];

type Trigger = (typeof TRIGGERS)[number];

const onSqlite = ({ name, event, columns, when, effect }: Trigger): string[] => [
  `create trigger ${name} after ${event} ${columns} on waits when ${when} begin ${effect}; end`,
];

/** Once for all rows of a statement: a row of tickets after the other takes twice as long. */
const onPostgres = ({ name, event, versions }: Trigger): string[] => [
  `create function ${name}() returns trigger language plpgsql as $$ begin
    update tickets set due_at = running.due_at from (
      select moved.ticket_id, waits.due_at from (
        ${versions.map((version) => `select ticket_id from ${version}_rows where due_at is not null`).join(' union ')}) as moved
      left join waits on waits.ticket_id = moved.ticket_id and waits.ended_at is null) as running
    where tickets.id = running.ticket_id and tickets.due_at is distinct from running.due_at;
    return null; end $$`,
  `create trigger ${name} after ${event} on waits
    referencing ${versions.map((version) => `${version} table as ${version}_rows`).join(' ')}
    for each statement execute function ${name}()`,
];

/** Lists are sorted by when an answer is due, and people may want a daily mail of what is. */
export const dueOrder = {
  name: '0069-due-order',
  statements: (t: ColumnTypes, dialect: Dialect) => [
    `alter table tickets add column due_at ${t.time}`,
    `update tickets set due_at = (select due_at from waits where waits.ticket_id = tickets.id and ended_at is null)
      where id in (select ticket_id from waits where ended_at is null)`,
    'create index tickets_due on tickets (due_at, id) where due_at is not null',
    ...TRIGGERS.flatMap(dialect.name === 'postgres' ? onPostgres : onSqlite),
    'create index waits_unmissed on waits (due_at) where ended_at is null and missed_at is null',
    'create index waits_unwarned on waits (soon_at) where ended_at is null and warned_at is null',
    `alter table users add column due_digest ${t.flag} not null default false`,
  ],
};

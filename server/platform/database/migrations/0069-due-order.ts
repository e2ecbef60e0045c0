import type { ColumnTypes, Dialect } from '../dialect.ts';

const dueOf = (row: string): string => `update tickets set due_at =
  (select due_at from waits where waits.ticket_id = tickets.id and ended_at is null) where id = ${row}.ticket_id`;

/** Each event with what follows from it. Most waits have no due date, and change nothing. */
const TRIGGERS = [
  {
    name: 'due_begins',
    event: 'insert on waits',
    when: 'new.due_at is not null and new.ended_at is null',
    statements: [dueOf('new')],
  },
  {
    name: 'due_ends',
    event: 'delete on waits',
    when: 'old.due_at is not null and old.ended_at is null',
    statements: [dueOf('old')],
  },
  {
    name: 'due_moves',
    event: 'update of ticket_id, due_at, ended_at on waits',
    when: 'old.due_at is not null or new.due_at is not null',
    statements: [dueOf('new'), `${dueOf('old')} and old.ticket_id <> new.ticket_id`],
  },
];

const triggers = ({ name: database }: Dialect) =>
  TRIGGERS.flatMap(({ name, event, when, statements }) =>
    database === 'postgres'
      ? [
          `create function ${name}() returns trigger language plpgsql as $$ begin ${statements.join('; ')}; return null; end $$`,
          `create trigger ${name} after ${event} for each row when (${when}) execute function ${name}()`,
        ]
      : [`create trigger ${name} after ${event} when ${when} begin ${statements.join('; ')}; end`],
  );

/** Lists are sorted by when an answer is due, and people may want a daily mail of what is. */
export const dueOrder = {
  name: '0069-due-order',
  statements: (t: ColumnTypes, dialect: Dialect) => [
    `alter table tickets add column due_at ${t.time}`,
    `update tickets set due_at = (select due_at from waits where waits.ticket_id = tickets.id and ended_at is null)
      where id in (select ticket_id from waits where ended_at is null)`,
    'create index tickets_due on tickets (due_at, id) where due_at is not null',
    ...triggers(dialect),
    'create index waits_unmissed on waits (due_at) where ended_at is null and missed_at is null',
    'create index waits_unwarned on waits (soon_at) where ended_at is null and warned_at is null',
    `alter table users add column due_digest ${t.flag} not null default false`,
  ],
};

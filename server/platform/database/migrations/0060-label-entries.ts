import type { ColumnTypes, Dialect } from '../dialect.ts';

/** The columns by which a list by label filters and sorts. */
const COPIED = ['status', 'created_at', 'updated_at', 'number', 'priority_rank', 'awaiting_reply_since'];
const JOINED = 'merged_into_id is not null';

const COLUMNS = ['ticket_id', 'label_id', ...COPIED, 'joined'].join(', ');
const ENTRY_OF_NEW = `insert into label_entries (${COLUMNS})
  select id, new.label_id, ${COPIED.join(', ')}, ${JOINED} from tickets where id = new.ticket_id`;
const REMOVAL = 'delete from label_entries where ticket_id = old.ticket_id and label_id = old.label_id';
const CHANGE = `update label_entries set ${COPIED.map((column) => `${column} = new.${column}`).join(', ')},
  joined = new.${JOINED} where ticket_id = new.id`;

/** Each event with what follows from it. On PostgreSQL an entry waits for whoever is changing its ticket, and sees the ticket as it is then. */
const TRIGGERS = [
  { name: 'label_entries_begin', event: 'insert on ticket_labels', statement: ENTRY_OF_NEW, lock: ' for share' },
  { name: 'label_entries_end', event: 'delete on ticket_labels', statement: REMOVAL, lock: '' },
  {
    name: 'label_entries_follow',
    event: `update of ${COPIED.join(', ')}, merged_into_id on tickets`,
    statement: CHANGE,
    lock: '',
  },
];

const triggers = ({ name: database }: Dialect) =>
  TRIGGERS.flatMap(({ name, event, statement, lock }) =>
    database === 'postgres'
      ? [
          `create function ${name}() returns trigger language plpgsql as $$ begin ${statement}${lock}; return null; end $$`,
          `create trigger ${name} after ${event} for each row execute function ${name}()`,
        ]
      : [`create trigger ${name} after ${event} begin ${statement}; end`],
  );

const SORTED = {
  creation: 'created_at',
  update: 'updated_at',
  number: 'number',
  priority: 'priority_rank',
  wait: 'awaiting_reply_since',
};

/** A list by label is read along these entries: an index for each order lets a page read as many as it shows. */
export const labelEntries = {
  name: '0060-label-entries',
  statements: (t: ColumnTypes, dialect: Dialect) => [
    `create table label_entries (ticket_id ${t.id} not null, label_id ${t.id} not null, status ${t.text} not null,
      created_at ${t.time} not null, updated_at ${t.time} not null, number ${t.integer} not null,
      priority_rank ${t.integer} not null, awaiting_reply_since ${t.time}, joined ${t.flag} not null,
      primary key (ticket_id, label_id)) ${t.keyedTableEnd}`,
    `insert into label_entries (${COLUMNS}) select ticket_id, label_id, ${COPIED.join(', ')}, ${JOINED}
      from ticket_labels inner join tickets on tickets.id = ticket_labels.ticket_id`,
    ...Object.entries(SORTED).map(
      ([
        order,
        column,
      ]) => `create index label_entries_by_${order} on label_entries (label_id, status, ${column}, ticket_id)
        where not joined${column === 'awaiting_reply_since' ? ` and ${column} is not null` : ''}`,
    ),
    ...triggers(dialect),
  ],
};

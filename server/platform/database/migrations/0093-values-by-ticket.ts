import type { ColumnTypes, Dialect } from '../dialect.ts';

/** SQLite keeps the values of a ticket together, as rows show them and lists ask for them. */
export const valuesByTicket = {
  name: '0093-values-by-ticket',
  runsBeside: true as const,
  statements: (t: ColumnTypes, { name: database }: Dialect) =>
    database === 'postgres'
      ? []
      : [
          `create table values_by_ticket (ticket_id ${t.id} not null references tickets (id),
            field_id ${t.id} not null references fields (id) on delete cascade, item ${t.text} not null,
            sort_number ${t.real}, folded ${t.text} not null, person_id ${t.id} references users (id),
            primary key (ticket_id, field_id, item)) ${t.keyedTableEnd}`,
          `insert into values_by_ticket (ticket_id, field_id, item, sort_number, folded, person_id)
            select ticket_id, field_id, item, sort_number, folded, person_id from field_values
            order by ticket_id, field_id, item`,
          'drop table field_values',
          'alter table values_by_ticket rename to field_values',
          'create index field_values_by_text on field_values (field_id, folded, ticket_id)',
          'create index field_values_by_number on field_values (field_id, sort_number, ticket_id) where sort_number is not null',
          'create index field_values_by_person on field_values (person_id, field_id, ticket_id) where person_id is not null',
        ],
};

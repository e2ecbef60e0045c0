import type { ColumnTypes, Dialect } from '../dialect.ts';

/** Fields by category, and what tickets say in them. */
export const fields = {
  name: '0074-fields',
  runsBeside: true,
  statements: (t: ColumnTypes, { name: database }: Dialect) => [
    `create table fields (id ${t.id} primary key, key ${t.text} not null unique, category ${t.text},
      project_id ${t.id} references projects (id) on delete cascade, kind ${t.text} not null,
      name_pl ${t.text} not null, name_en ${t.text} not null, help_pl ${t.text}, help_en ${t.text},
      options ${t.json} not null, ask ${t.text} not null, needed ${t.flag} not null, reporter_sees ${t.flag} not null,
      unit ${t.text}, position ${t.integer} not null, archived_at ${t.time}) ${t.tableEnd}`,
    'create index fields_of_project on fields (project_id) where project_id is not null',
    `create table field_values (ticket_id ${t.id} not null references tickets (id),
      field_id ${t.id} not null references fields (id) on delete cascade, item ${t.text} not null,
      sort_number ${t.real}, folded ${t.text}${database === 'postgres' ? ' collate "C"' : ''} not null, person_id ${t.id} references users (id),
      primary key (ticket_id, field_id, item)) ${t.tableEnd}`,
    'create index field_values_by_text on field_values (field_id, folded, ticket_id)',
    'create index field_values_by_number on field_values (field_id, sort_number, ticket_id) where sort_number is not null',
    'create index field_values_by_person on field_values (person_id) where person_id is not null',
  ],
} as const;

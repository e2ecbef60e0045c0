import type { ColumnTypes, Dialect } from '../dialect.ts';

/** Lists in the order of the people whom a field names go from one to the next by name, and read what names them alone. */
export const peopleInFields = {
  name: '0091-people-in-fields',
  runsBeside: true as const,
  statements: (_: ColumnTypes, { name: database }: Dialect) => [
    'drop index field_values_by_person',
    'create index field_values_by_person on field_values (person_id, field_id, ticket_id) where person_id is not null',
    `create index users_by_name on users (folded_name${database === 'postgres' ? ' collate "C"' : ''})`,
  ],
};

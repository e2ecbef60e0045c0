import type { ColumnTypes } from '../dialect.ts';

/** Values that templates set in fields of their category and project. */
export const templateFields = {
  name: '0075-template-fields',
  runsBeside: true,
  statements: (t: ColumnTypes) => [`alter table ticket_templates add column fields ${t.json} not null default '{}'`],
} as const;

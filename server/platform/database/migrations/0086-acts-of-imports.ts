import type { ColumnTypes } from '../dialect.ts';

/** The act of each run of an import. */
export const actsOfImports = {
  name: '0086-acts-of-imports',
  runsBeside: true as const,
  statements: (t: ColumnTypes) => [`alter table import_runs add column act_id ${t.id}`],
};

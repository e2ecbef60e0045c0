import type { ColumnTypes } from '../dialect.ts';

/** Other words by which an answer is found. */
export const otherWords = {
  name: '0070-found-by',
  runsBeside: true as const,
  statements: (t: ColumnTypes) => [`alter table answers add column found_by ${t.json} not null default '[]'`],
};

import type { ColumnTypes } from '../dialect.ts';

/** Which processes serve this Kwit, and of which version they are. */
export const nodes = {
  name: '0063-nodes',
  runsBeside: true as const,
  statements: (t: ColumnTypes) => [
    `create table nodes (id ${t.id} primary key, version ${t.text} not null, started_at ${t.time} not null,
      seen_at ${t.time} not null) ${t.tableEnd}`,
  ],
};

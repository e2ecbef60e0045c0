import type { ColumnTypes } from '../dialect.ts';

/** Which versions with a cure for a ticket went to which environment. */
export const shipments = {
  name: '0071-shipments',
  runsBeside: true,
  statements: (t: ColumnTypes) => [
    `create table shipments (id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id),
      repository ${t.text} not null, environment ${t.text} not null, version ${t.text} not null,
      shipped_at ${t.time} not null, recorded_by ${t.id} not null references users (id)) ${t.tableEnd}`,
    'create unique index shipments_once on shipments (ticket_id, environment, repository, version)',
    'create index shipments_by_time on shipments (ticket_id, environment, shipped_at, id)',
  ],
} as const;

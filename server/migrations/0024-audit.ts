import type { ColumnTypes } from '../database/dialect.ts';

/** Who changed what matters to security. */
export const audit = {
  name: '0024-audit',
  statements: (t: ColumnTypes) => [
    `create table audit (
      id ${t.id} primary key, at ${t.time} not null, actor_id ${t.id}, action ${t.text} not null,
      target_type ${t.text} not null, target_id ${t.id}, details ${t.json} not null) ${t.tableEnd}`,
    'create index audit_by_time on audit (at)',
    'create index audit_by_actor on audit (actor_id, id)',
    'create index audit_by_action on audit (action, id)',
  ],
};

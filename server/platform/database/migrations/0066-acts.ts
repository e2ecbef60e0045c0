import type { ColumnTypes } from '../dialect.ts';

const MADE_IN_ACTS = [
  'ticket_history',
  'comments',
  'attachments',
  'ticket_relations',
  'external_references',
  'idempotency_keys',
];

/** The changes of each request, line by line, so that they can be put back. Older rows belong to no act. */
export const acts = {
  name: '0066-acts',
  runsBeside: true as const,
  statements: (t: ColumnTypes) => [
    `create table acts (id ${t.id} primary key, at ${t.time} not null, actor_id ${t.id} references users (id),
      via ${t.text} not null, program ${t.text}, kind ${t.text} not null, undoes_id ${t.id}) ${t.keyedTableEnd}`,
    'create index acts_of_actor on acts (actor_id, id)',
    `create table act_lines (act_id ${t.id} not null, id ${t.id} not null, ticket_id ${t.id} references tickets (id),
      thing_type ${t.text}, thing_id ${t.id}, thing_name ${t.text}, owner_id ${t.id} references users (id),
      project_id ${t.id}, field ${t.text} not null, old_value ${t.text}, new_value ${t.text}, before ${t.text},
      is_internal ${t.flag} not null, is_undoable ${t.flag} not null, undoes_id ${t.id}, undone_by_id ${t.id},
      primary key (act_id, id)) ${t.keyedTableEnd}`,
    'create index act_lines_of_ticket on act_lines (ticket_id, act_id) where ticket_id is not null',
    'create index act_lines_of_thing on act_lines (thing_id, act_id) where ticket_id is null',
    ...MADE_IN_ACTS.map((table) => `alter table ${table} add column act_id ${t.id}`),
  ],
};

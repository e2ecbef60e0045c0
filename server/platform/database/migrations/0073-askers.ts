import type { ColumnTypes } from '../dialect.ts';

/** The version of an answer, and who was told of which. */
export const askers = {
  name: '0073-askers',
  runsBeside: true,
  statements: (t: ColumnTypes) => [
    `alter table answers add column version ${t.integer} not null default 1`,
    `create table answer_tellings (answer_id ${t.id} not null, what ${t.text} not null, version ${t.integer} not null,
      note_digest ${t.text} not null, user_id ${t.id} not null references users (id), told_at ${t.time} not null,
      told_by ${t.id} not null references users (id), primary key (answer_id, what, version, note_digest, user_id)) ${t.tableEnd}`,
    'create index answer_tellings_of_person on answer_tellings (user_id)',
    `create table live_tellings (ticket_id ${t.id} not null references tickets (id), environment ${t.text} not null,
      user_id ${t.id} not null references users (id), told_at ${t.time} not null,
      primary key (ticket_id, environment, user_id)) ${t.tableEnd}`,
    'create index live_tellings_of_person on live_tellings (user_id)',
  ],
} as const;

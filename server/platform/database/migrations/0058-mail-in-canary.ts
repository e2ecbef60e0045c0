import type { ColumnTypes, Dialect } from '../dialect.ts';

/** A step that Kwit begins by itself is nobody's. SQLite changes no column, so there the table is made anew. */
export const mailInCanary = {
  name: '0058-mail-in-canary',
  statements: (t: ColumnTypes, { name }: Dialect) =>
    name === 'postgres'
      ? ['alter table mail_in_checks alter column begun_by drop not null']
      : [
          `create table new_mail_in_checks (
      id ${t.id} primary key, step ${t.text} not null, state ${t.text} not null, nonce ${t.text} not null unique,
      draft ${t.json} not null, detail ${t.json} not null, begun_by ${t.id} references users (id),
      begun_at ${t.time} not null, ended_at ${t.time}) ${t.tableEnd}`,
          `insert into new_mail_in_checks (id, step, state, nonce, draft, detail, begun_by, begun_at, ended_at)
            select id, step, state, nonce, draft, detail, begun_by, begun_at, ended_at from mail_in_checks`,
          'drop table mail_in_checks',
          'alter table new_mail_in_checks rename to mail_in_checks',
          'create index mail_in_checks_by_step on mail_in_checks (step, begun_at)',
        ],
};

import type { ColumnTypes } from '../dialect.ts';

/** Calendars, targets and waits: who waits for a word, since when and until when. */
export const answerDue = {
  name: '0068-answer-due',
  statements: (t: ColumnTypes) => [
    `create table calendars (id ${t.id} primary key, name ${t.text} not null, folded_name ${t.text} not null unique,
      zone ${t.text} not null, week ${t.json} not null, days ${t.json} not null, version ${t.integer} not null) ${t.tableEnd}`,
    `create table answer_targets (id ${t.id} primary key, position ${t.integer} not null,
      project_id ${t.id} references projects (id) on delete cascade, category ${t.text}, priority ${t.text},
      team_id ${t.id} references teams (id) on delete cascade, minutes ${t.integer} not null,
      calendar_id ${t.id} not null references calendars (id), promised ${t.flag} not null, is_active ${t.flag} not null) ${t.tableEnd}`,
    `create table waits (id ${t.id} primary key, ticket_id ${t.id} not null references tickets (id),
      began_id ${t.id} not null, since ${t.time} not null, began_by ${t.text} not null, is_imported ${t.flag} not null,
      ended_at ${t.time}, ended_by ${t.text}, target_id ${t.id}, target_minutes ${t.integer}, promised ${t.flag} not null,
      calendar_id ${t.id}, calendar_version ${t.integer}, reckoned ${t.integer} not null, soon_at ${t.time}, due_at ${t.time},
      used_minutes ${t.integer}, result ${t.text}, warned_at ${t.time}, missed_at ${t.time}) ${t.tableEnd}`,
    'create index waits_of_ticket on waits (ticket_id, since)',
    'create unique index waits_running on waits (ticket_id) where ended_at is null',
    'create index waits_due on waits (due_at, ticket_id) where ended_at is null',
    'create index waits_reckoned on waits (reckoned) where ended_at is null',
    'create index waits_since on waits (since)',
    `alter table tickets add column reporter_works ${t.flag} not null default false`,
    "insert into counters (name, value) select 'waits filled', 0 where exists (select 1 from tickets)",
  ],
};

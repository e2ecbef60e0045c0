import type { ColumnTypes, Dialect } from '../dialect.ts';

const columns = (t: ColumnTypes) => [
  `alter table projects add column sealed ${t.flag} not null default false`,
  `alter table projects add column reports ${t.text} not null default 'everyone'`,
  `alter table projects add column mail_subject ${t.text} not null default 'title'`,
  `alter table projects add column taken_over_by ${t.id} references users (id)`,
  `alter table projects add column taken_over_reason ${t.text}`,
  `alter table projects add column taken_over_at ${t.time}`,
  `alter table tickets add column restricted ${t.flag} not null default false`,
  `alter table tickets add column team_id ${t.id} references teams (id) on delete set null`,
  'create index projects_sealed on projects (id) where sealed',
  'create index tickets_restricted on tickets (project_id, id) where restricted',
  'create index tickets_of_team on tickets (team_id, updated_at, id) where team_id is not null',
  `alter table webhooks add column projects ${t.json}`,
  `alter table webhooks add column projects_by ${t.id} references users (id)`,
];

const tables = (t: ColumnTypes) => [
  `create table teams (
    id ${t.id} primary key, name ${t.text} not null, folded_name ${t.text} not null unique,
    created_at ${t.time} not null) ${t.tableEnd}`,
  `create table team_members (
    team_id ${t.id} not null references teams (id) on delete cascade, user_id ${t.id} not null references users (id),
    is_lead ${t.flag} not null, via ${t.text} not null, primary key (team_id, user_id)) ${t.tableEnd}`,
  'create index team_members_by_person on team_members (user_id, team_id)',
  `create table project_teams (
    project_id ${t.id} not null references projects (id) on delete cascade, team_id ${t.id} not null references teams (id),
    level ${t.text} not null, primary key (project_id, team_id)) ${t.tableEnd}`,
  'create index project_teams_by_team on project_teams (team_id)',
  `create table ticket_people (
    ticket_id ${t.id} not null references tickets (id), user_id ${t.id} not null references users (id),
    added_by ${t.id} references users (id), added_at ${t.time} not null, primary key (ticket_id, user_id)) ${t.tableEnd}`,
  'create index ticket_people_by_person on ticket_people (user_id, ticket_id)',
];

/** A notice of a project that was taken over has no ticket. SQLite changes no column, so there the table is made anew. */
const notices = (t: ColumnTypes, { name }: Dialect) =>
  name === 'postgres'
    ? [
        'alter table notices alter column ticket_id drop not null',
        `alter table notices add column project_id ${t.id} references projects (id) on delete cascade`,
      ]
    : [
        `create table new_notices (
    id ${t.id} primary key, user_id ${t.id} not null references users (id), reason ${t.text} not null,
    ticket_id ${t.id} references tickets (id), comment_id ${t.id} references comments (id),
    event_id ${t.id} not null, actor_id ${t.id} references users (id), created_at ${t.time} not null,
    read_at ${t.time}, mail_held_until ${t.time}, project_id ${t.id} references projects (id) on delete cascade) ${t.tableEnd}`,
        `insert into new_notices (id, user_id, reason, ticket_id, comment_id, event_id, actor_id, created_at, read_at, mail_held_until)
          select id, user_id, reason, ticket_id, comment_id, event_id, actor_id, created_at, read_at, mail_held_until from notices`,
        'drop table notices',
        'alter table new_notices rename to notices',
        'create index notices_by_person on notices (user_id, id)',
        'create index notices_unread on notices (user_id, id) where read_at is null',
        'create index notices_by_ticket on notices (ticket_id, user_id)',
        'create index notices_by_comment on notices (comment_id) where comment_id is not null',
        'create index notices_by_age on notices (created_at)',
      ];

/** Teams, sealed projects, restricted tickets and the people who were added to a ticket. */
export const teams = {
  name: '0050-teams',
  statements: (t: ColumnTypes, dialect: Dialect) => [...tables(t), ...columns(t), ...notices(t, dialect)],
};

import type { ColumnTypes } from '../database/dialect.ts';

/**
 * Adds what statistics read, so that no request counts over all tickets, and what the hourly jobs need. It computes the
 * totals of older tickets once; telemetry begins with this version.
 */
export const telemetry = {
  name: '0003-telemetry',
  statements: (t: ColumnTypes) => [
    `create table telemetry (
      position ${t.counting}, event_name ${t.text} not null, user_id ${t.id}, ticket_id ${t.id},
      at ${t.time} not null) ${t.tableEnd}`,
    'create index telemetry_by_event on telemetry (event_name, at)',
    `create table telemetry_people (
      event_name ${t.text} not null, user_id ${t.id} not null, last_at ${t.time} not null,
      primary key (event_name, user_id)) ${t.tableEnd}`,

    `create table first_tickets (
      user_id ${t.id} primary key references users (id), ticket_id ${t.id} not null unique references tickets (id),
      opened_at ${t.time} not null, assigned_at ${t.time}) ${t.tableEnd}`,
    `insert into first_tickets (user_id, ticket_id, opened_at, assigned_at)
      select t.reporter_id, t.id, t.created_at, (
        select min(h.created_at) from ticket_history as h
        where h.ticket_id = t.id and h.field = 'assignee_id' and h.new_value is not null)
      from tickets as t where t.number in (select min(number) from tickets group by reporter_id)`,

    `alter table tickets add column summary_comment_id ${t.id}`,
    `update tickets set summary_comment_id = (
        select c.id from comments as c
        where c.ticket_id = tickets.id and c.is_closure_summary and not c.is_internal limit 1)
      where id in (select ticket_id from comments where is_closure_summary and not is_internal)`,
    'create index tickets_with_summary on tickets (updated_at, id) where summary_comment_id is not null',

    `create table chores (name ${t.text} primary key, began_at ${t.time} not null) ${t.tableEnd}`,
    'create index avatars_in_use on users (avatar_filename) where avatar_filename is not null',
    'create index icons_in_use on projects (icon_filename) where icon_filename is not null',
  ],
};

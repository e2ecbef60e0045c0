import type { ColumnTypes } from '../database/dialect.ts';

/** What happened that concerns somebody, and who follows which tickets. */
export const notices = {
  name: '0033-notices',
  statements: (t: ColumnTypes) => [
    `create table notices (
      id ${t.id} primary key, user_id ${t.id} not null references users (id), reason ${t.text} not null,
      ticket_id ${t.id} not null references tickets (id), comment_id ${t.id} references comments (id),
      event_id ${t.id} not null, actor_id ${t.id} references users (id), created_at ${t.time} not null,
      read_at ${t.time}, mail_held_until ${t.time}) ${t.tableEnd}`,
    'create index notices_by_person on notices (user_id, id)',
    'create index notices_unread on notices (user_id, id) where read_at is null',
    'create index notices_by_ticket on notices (ticket_id, user_id)',
    'create index notices_by_comment on notices (comment_id) where comment_id is not null',
    'create index notices_by_age on notices (created_at)',
    `create table inboxes (
      user_id ${t.id} primary key references users (id), revision ${t.integer} not null,
      changed_at ${t.time} not null) ${t.tableEnd}`,
    'create index inboxes_by_change on inboxes (changed_at)',
    `create table ticket_followers (
      ticket_id ${t.id} not null references tickets (id), user_id ${t.id} not null references users (id),
      primary key (ticket_id, user_id)) ${t.tableEnd}`,
    'create index ticket_followers_by_person on ticket_followers (user_id, ticket_id)',
  ],
};

import type { ColumnTypes } from '../dialect.ts';

/** Mails that came in, the tokens by which answers find their ticket, and what of a comment came by mail. */
export const mailIn = {
  name: '0057-mail-in',
  statements: (t: ColumnTypes) => [
    `create table reply_addresses (
      token ${t.text} primary key, ticket_id ${t.id} not null references tickets (id),
      user_id ${t.id} not null references users (id), created_at ${t.time} not null, revoked_at ${t.time}) ${t.tableEnd}`,
    'create index reply_addresses_by_ticket on reply_addresses (ticket_id, user_id)',
    'create index reply_addresses_by_person on reply_addresses (user_id)',
    `create table inbound_mails (
      id ${t.id} primary key, received_at ${t.time} not null, via ${t.text} not null, envelope_from ${t.text},
      sender ${t.text}, recipient ${t.text} not null, subject ${t.text} not null, message_id ${t.text},
      digest ${t.text} not null, size ${t.integer} not null, raw_file ${t.text} unique,
      state ${t.text} not null, reason ${t.text}, verdict ${t.json} not null, attempts ${t.integer} not null,
      next_attempt_at ${t.time}, lease ${t.id}, person_id ${t.id} references users (id),
      ticket_id ${t.id} references tickets (id), project_id ${t.id} references projects (id) on delete set null,
      comment_id ${t.id} references comments (id) on delete set null,
      done_at ${t.time}, unique (digest, recipient)) ${t.tableEnd}`,
    'create index inbound_mails_by_time on inbound_mails (received_at)',
    "create index inbound_mails_due on inbound_mails (next_attempt_at) where state = 'waiting'",
    'create index inbound_mails_by_state on inbound_mails (state, id)',
    'create index inbound_mails_by_person on inbound_mails (person_id, received_at) where person_id is not null',
    'create index inbound_mails_by_ticket on inbound_mails (ticket_id, received_at) where ticket_id is not null',
    'create index inbound_mails_by_comment on inbound_mails (comment_id) where comment_id is not null',
    'create index inbound_mails_by_project on inbound_mails (project_id) where project_id is not null',
    `create table mail_in_checks (
      id ${t.id} primary key, step ${t.text} not null, state ${t.text} not null, nonce ${t.text} not null unique,
      draft ${t.json} not null, detail ${t.json} not null, begun_by ${t.id} not null references users (id),
      begun_at ${t.time} not null, ended_at ${t.time}) ${t.tableEnd}`,
    'create index mail_in_checks_by_step on mail_in_checks (step, begun_at)',
    `alter table comments add column via_mail ${t.flag} not null default false`,
    `alter table comments add column elided ${t.text}`,
    `alter table users add column mail_paused_at ${t.time}`,
    `alter table event_deliveries add column bounced_at ${t.time}`,
  ],
};

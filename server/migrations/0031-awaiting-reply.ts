import type { ColumnTypes } from '../database/dialect.ts';

const BEFORE_ALL = "'00000000-0000-0000-0000-000000000000'";

/** Tickets say since when their reporters wait for an answer. Few do at any time, so their index is small. */
export const awaitingReply = {
  name: '0031-awaiting-reply',
  statements: (t: ColumnTypes) => [
    `alter table tickets add column awaiting_reply_since ${t.time}`,
    `update tickets set awaiting_reply_since = (
      select asked.created_at from comments asked join users reporter on reporter.id = asked.user_id
      where asked.ticket_id = tickets.id and asked.user_id = tickets.reporter_id and reporter.role <> 'developer'
        and asked.is_internal = false and asked.is_developer = false
        and asked.id > coalesce((
          select answer.id from comments answer
          where answer.ticket_id = tickets.id and answer.is_internal = false and answer.is_developer = true
          order by answer.id desc limit 1), ${BEFORE_ALL})
        and asked.id > coalesce((
          select move.id from ticket_history move
          where move.ticket_id = tickets.id and move.field = 'status' and move.user_id <> tickets.reporter_id
          order by move.id desc limit 1), ${BEFORE_ALL})
      order by asked.id limit 1)`,
    'create index tickets_by_wait on tickets (awaiting_reply_since, id) where awaiting_reply_since is not null',
  ],
};

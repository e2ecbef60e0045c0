import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { checkRows } from '../../packages/movers/integrity/check-database.ts';
import { deriveAwaitingReply } from '../../server/conversation/index.ts';
import { contextOf, type Work } from '../../server/platform/index.ts';
import type { App } from '../../server/testing/start-app.ts';

const CONTEXT = contextOf('proof');

/** The columns of tickets and answers that follow from other rows. */
const DERIVED = sql<
  Record<string, unknown>
>`select tickets.id, tickets.merged_into_id as merged, tickets.awaiting_reply_since, tickets.summary_comment_id,
    (select id from comments where comments.ticket_id = tickets.id and is_closure_summary and not is_internal) as summary,
    answers.is_closed, tickets.status = 'closed' and tickets.merged_into_id is null as is_answered
  from tickets left join answers on answers.ticket_id = tickets.id order by tickets.id`;

/** Every column that follows from others is what they say, and every check of the command line is content. */
export async function recount(app: App): Promise<void> {
  const derived = () => app.database.read((connection) => connection.rows(DERIVED.compile(connection.dialect.builder)));
  const before = await derived();
  for (const { merged, summary_comment_id, summary, is_closed, is_answered } of before) {
    if (merged === null) assert.equal(summary_comment_id, summary);
    if (is_closed !== null) assert.equal(Boolean(is_closed), Boolean(is_answered));
  }
  const ids = before.map(({ id }) => String(id));
  await app.runner.write(CONTEXT, (work: Work<null>) => deriveAwaitingReply(work, ids));
  assert.deepEqual(await derived(), before);
  for (const { problems } of await app.runner.read(CONTEXT, checkRows)) assert.deepEqual(problems, []);
}

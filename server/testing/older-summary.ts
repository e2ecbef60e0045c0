import assert from 'node:assert/strict';
import { searchEntry } from '#memory';
import { CommentStore } from '../conversation/comments/comment-store.ts';
import { AnswerStore } from '../memory/answers/answer-store.ts';
import { SolvedStore } from '../memory/answers/solved-store.ts';
import { SearchStore } from '../memory/search/search-store.ts';
import { TicketStore } from '../tickets/ticket-store.ts';
import type { Player } from './cast.ts';
import type { App } from './start-app.ts';

/**
 * Writes an internal closure summary, as a version of Kwit did that still took those. It stays as it is, and only
 * developers may read it (docs/rules/closing.md#closure-summary).
 */
export async function writeInternalSummary(
  app: App,
  author: Player,
  { id }: { id: string },
  content: string,
): Promise<void> {
  const behalf = { actor: null, correlationId: 'test', source: 'test' };
  await app.runner.write(behalf, async (work) => {
    const ticket = await work.of(TicketStore).find(id, true);
    assert.ok(ticket);
    await work.of(CommentStore).unmarkClosureSummary({ ticket: id });
    await work.of(CommentStore).add({
      id: work.newId(),
      ticket_id: id,
      user_id: author.id,
      content,
      type: 'comment',
      is_internal: true,
      is_closure_summary: true,
      is_developer: true,
      parent_id: null,
      created_at: work.now,
      edited_at: null,
      act_id: null,
    });
    await work.of(TicketStore).set(id, { summary_comment_id: null });
    await work.of(AnswerStore).removeOf({ ticket_id: id });
    await work.of(SearchStore).put(searchEntry(ticket, await work.of(SearchStore).threadOf({ ticket: id })));
    await work.of(SolvedStore).index(id, ticket.number);
  });
}

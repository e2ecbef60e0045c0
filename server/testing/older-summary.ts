import assert from 'node:assert/strict';
import { searchEntry } from '../search/search-entry.ts';
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
    const ticket = await work.tickets.find(id, true);
    assert.ok(ticket);
    await work.comments.unmarkClosureSummary(id);
    await work.comments.add({
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
    });
    await work.tickets.summarise(id, null);
    await work.answers.removeOf(id);
    await work.search.put(searchEntry(ticket, await work.search.threadOf(id)));
    await work.solved.index(id, ticket.number);
  });
}

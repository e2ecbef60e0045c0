import { SummaryFeed, SummaryFilter } from '../../contract/closure-summaries.ts';
import { operation } from '../http/operation.ts';
import { checkedCursor, encodeCursor, nextPage, readCursor } from '../http/pages.ts';
import type { Routes } from '../http/routes.ts';
import { isSummaryCursor, listSummaries } from './list-summaries.ts';

const feed = operation({
  operationId: 'listClosureSummaries',
  summary: 'Read the closure summaries for a search index, page by page',
  tag: 'Comments',
  access: 'developer',
  scope: 'read',
  query: SummaryFilter,
  answers: { 200: SummaryFeed },
  refuses: [],
});

export async function summaryRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/closure-summaries/index-feed', feed, async (request, reply) => {
    const from = checkedCursor(readCursor(request.query.cursor), isSummaryCursor);
    return request.read(async (work) => {
      const { items, next } = await listSummaries(work, request.query, from);
      nextPage(reply, request, next);
      const next_cursor = next && encodeCursor(next);
      return { generated_at: work.now, count: items.length, items, next_cursor };
    });
  });
}

import { Type } from 'typebox';
import { IdPath, PageFilter } from '#contract/scalars.ts';
import { SavedView, ViewChange, ViewDraft } from '#contract/views.ts';
import { pageOf } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { addView, changeView, removeView, ViewStore } from './view-store.ts';

const described = { tag: 'Saved views', access: 'signed-in' } as const;
const reads = { ...described, scope: 'read' } as const;
const writes = { ...described, scope: 'write' } as const;

const listing = operation({
  operationId: 'listViews',
  ...reads,
  summary: 'List your saved views, newest first',
  query: PageFilter,
  answers: { 200: Type.Array(SavedView) },
});

const adding = operation({
  operationId: 'addView',
  ...writes,
  summary: 'Save a page with its filters under a name, for yourself',
  body: ViewDraft,
  answers: { 201: SavedView },
  refuses: ['too_many_requests'],
});

const changing = operation({
  operationId: 'changeView',
  ...writes,
  summary: 'Change one of your saved views',
  params: IdPath,
  body: ViewChange,
  answers: { 200: SavedView },
  refuses: ['too_many_requests', 'view_not_found'],
});

const removing = operation({
  operationId: 'removeView',
  ...writes,
  summary: 'Remove one of your saved views',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'view_not_found'],
});

/** Saved views: pages with their filters, which people keep for themselves. */
export async function viewRoutes(routes: Routes): Promise<void> {
  routes.get('/api/views', listing, async (request, reply) =>
    pageOf(request, reply, await request.read((work) => work.of(ViewStore).list({ owner: work.actor.id }))),
  );

  routes.post('/api/views', adding, (request) => request.write((work) => addView(work, request.body)));

  routes.patch('/api/views/:id', changing, (request) =>
    request.write((work) => changeView(work, request.params.id, request.body)),
  );

  routes.delete('/api/views/:id', removing, (request) => request.write((work) => removeView(work, request.params.id)));
}

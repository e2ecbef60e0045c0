import { Type } from 'typebox';
import { Act, ActFilter, Undo, Undone } from '#contract/acts.ts';
import { IdPath } from '#contract/scalars.ts';
import { idCursor, nextPage } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { listActs, showAct } from './acts.ts';
import type { Restorers } from './restorer.ts';
import { undoAct } from './undo.ts';

const reads = { tag: 'Acts', access: 'signed-in', scope: 'read' } as const;

const listing = operation({
  ...reads,
  operationId: 'listActs',
  summary: 'List what was changed by one request each, newest first',
  query: ActFilter,
  answers: { 200: Type.Array(Act) },
  expensive: true,
});

const showing = operation({
  ...reads,
  operationId: 'showAct',
  summary: 'Read what one request changed, line by line',
  params: IdPath,
  answers: { 200: Act },
  refuses: ['act_not_found'],
});

const undoing = operation({
  operationId: 'undoAct',
  summary: 'Take an act back, where what it changed has not been changed since',
  tag: 'Acts',
  access: 'signed-in',
  scope: 'write',
  params: IdPath,
  body: Undo,
  answers: { 200: Undone },
  refuses: ['too_many_requests', 'act_not_found', 'already_undone', 'undo_expired'],
});

/** Acts, and their undo. @param restorers put lines of acts back. */
export const actRoutes =
  (restorers: Restorers) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/acts', listing, async (request, reply) => {
      const after = idCursor(request.query.cursor);
      const { items, next } = await request.read((work) => listActs(work, request.query, restorers, after));
      nextPage(reply, request, next);
      return items;
    });

    routes.get('/api/acts/:id', showing, (request) =>
      request.read((work) => showAct(work, request.params.id, restorers)),
    );

    routes.post('/api/acts/:id/undo', undoing, (request) =>
      undoAct(request, request.params.id, request.body, restorers),
    );
  };

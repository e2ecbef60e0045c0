import { Board } from '#contract/board.ts';
import { Home, HomeFilter } from '#contract/home.ts';
import { BoardFilter } from '#contract/ticket-list.ts';
import { withStepHeader } from '#platform';
import { operation, plainJson, type Routes } from '#platform/serving';
import { showBoard, showHome } from './board.ts';

const board = operation({
  operationId: 'getBoard',
  summary: "Read the developers' board",
  tag: 'Overview',
  access: 'developer',
  scope: 'read',
  query: BoardFilter,
  cacheable: true,
  expensive: true,
  answers: { 200: Board },
});

export async function boardRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/board', { ...board, ...plainJson }, async (request, reply) => {
    const { board, step } = await request.read((work) => showBoard(work, request.query));
    return withStepHeader(reply, step, board);
  });
}

const showing = operation({
  operationId: 'getHome',
  summary: 'Read what the start page shows: the first tickets of each of its lists, and how many there are',
  tag: 'Tickets',
  access: 'signed-in',
  scope: 'read',
  query: HomeFilter,
  cacheable: true,
  expensive: true,
  answers: { 200: Home },
});

export async function homeRoutes(routes: Routes): Promise<void> {
  routes.get('/api/home', { ...showing, ...plainJson }, (request) =>
    request.read((work) => showHome(work, request.query)),
  );
}

import { Board } from '../../contract/board.ts';
import { BoardFilter } from '../../contract/ticket-list.ts';
import { sayStep } from '../http/connection/search-step.ts';
import { operation, plainJson } from '../http/operation.ts';
import type { Routes } from '../http/routes.ts';
import { showBoard } from './show-board.ts';

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
  refuses: [],
});

export async function boardRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/board', { ...board, ...plainJson }, async (request, reply) => {
    const { board, step } = await request.read((work) => showBoard(work, request.query));
    return sayStep(reply, step, board);
  });
}

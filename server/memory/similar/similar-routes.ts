import { Type } from 'typebox';
import { SimilarQuery, SimilarTicket } from '#contract/similar.ts';
import { operation, type Routes } from '#platform/serving';
import { findSimilar } from './find-similar.ts';

const similar = operation({
  operationId: 'findSimilarTickets',
  summary: 'Find answers that may help before something is reported: up to 5 closed tickets, best first',
  tag: 'Tickets',
  access: 'signed-in',
  scope: 'read',
  query: SimilarQuery,
  expensive: true,
  takesText: true,
  answers: { 200: Type.Array(SimilarTicket) },
});

export async function similarRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/similar', similar, (request) =>
    request.read((work) => findSimilar(work, request.query.title ?? '', request.query.description ?? '')),
  );
}

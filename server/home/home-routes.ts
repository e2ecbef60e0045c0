import { Home, HomeFilter } from '../../contract/home.ts';
import { operation, plainJson } from '../http/operation.ts';
import type { Routes } from '../http/routes.ts';
import { showHome } from './show-home.ts';

const showing = operation({
  operationId: 'getHome',
  summary: 'Read what the start page shows: the first tickets of each of its lists, and how many there are',
  tag: 'Tickets',
  access: 'signed-in',
  scope: 'read',
  query: HomeFilter,
  cacheable: true,
  answers: { 200: Home },
  refuses: [],
});

export async function homeRoutes(routes: Routes): Promise<void> {
  routes.get('/api/home', { ...showing, ...plainJson }, (request) =>
    request.read((work) => showHome(work, request.query)),
  );
}

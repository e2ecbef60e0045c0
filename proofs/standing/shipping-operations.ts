import { randomUUID } from 'node:crypto';
import { about, type OperationRow, opens, REFUSED, works } from './cell.ts';

/** Pipelines and forges report on tickets, and people are told. */
export const SHIPPING_OPERATIONS: Readonly<Record<string, OperationRow>> = {
  recordShipment: about({
    of: 'open',
    path: () => '/api/shipments',
    body: ({ ticket: { number } }) => ({
      ...{ repository: 'shop/web', environment: 'production', version: '2.4.0' },
      commits: [{ id: '1', message: `kwit#${number}` }],
    }),
    answers: ({ isDeveloper }) => (isDeveloper ? '200' : REFUSED),
  }),
  listAskers: about({ of: 'open', answers: works(200), shows: () => 'nothing' }),
  listTellings: about({ of: 'open', answers: opens(200), shows: () => 'nothing' }),
  notifyAskers: about({
    of: 'closed',
    path: ({ world, ticket }) => `/api/answers/${world.answers.get(ticket.id)}/tell`,
    body: () => ({ what: 'again', note: `Look again, ${randomUUID()}.` }),
    answers: (cell) => {
      if (!cell.isDeveloper) return REFUSED;
      if (cell.standing === 'worker') return '200';
      return cell.standing === 'none' ? '404 answer_not_found' : REFUSED;
    },
  }),
};

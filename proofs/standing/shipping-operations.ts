import { about, type OperationRow, REFUSED } from './cell.ts';

/** What pipelines and forges say of tickets, and who is told. */
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
};

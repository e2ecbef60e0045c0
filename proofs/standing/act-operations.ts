import { about, type Cell, type Ids, type OperationRow, REFUSED, reads } from './cell.ts';
import { workerOn } from './tickets.ts';

/** The act of somebody who works on the ticket. */
const changed = async ({ world, ticket }: Cell): Promise<Ids> => {
  const worker = workerOn(world, ticket.kind);
  (await worker.patches(ticket, { priority: 'low' })).is(200);
  const answer = await worker.patches(ticket, { priority: 'normal' });
  return { act: answer.headers.get('kwit-act') ?? '' };
};
const seesActs = ({ standing }: Cell): string => (reads(standing) ? '200' : '404 act_not_found');

/** The operations that are about what was changed on a ticket, and about many tickets at once. */
export const ACT_OPERATIONS: Readonly<Record<string, OperationRow>> = {
  showAct: about({ of: 'open', before: changed, path: (_, { act }) => `/api/acts/${act}`, answers: seesActs }),
  undoAct: about({
    of: 'open',
    before: changed,
    path: (_, { act }) => `/api/acts/${act}/undo`,
    body: () => ({ dry_run: true }),
    answers: seesActs,
  }),
  changeTickets: about({
    of: 'open',
    path: () => '/api/tickets',
    body: ({ ticket }) => ({ ids: [ticket.id], change: { priority: 'normal' } }),
    answers: ({ isDeveloper }) => (isDeveloper ? '200' : REFUSED),
  }),
};

import { Type } from 'typebox';
import { readsInternals, standing } from '#access';
import { IdPath } from '#contract/scalars.ts';
import { TicketWait } from '#contract/waits.ts';
import { operation, type Routes } from '#platform/serving';
import type { TicketGate } from '../ticket-gate.ts';
import { listWaits } from './view-wait.ts';

const listing = operation({
  tag: 'Answer due',
  access: 'developer',
  scope: 'read',
  operationId: 'listWaits',
  summary: 'List who waited on a ticket, since when and until when, newest first',
  params: IdPath,
  answers: { 200: Type.Array(TicketWait) },
  refuses: ['forbidden', 'ticket_not_found'],
});

/** The waits of a ticket (docs/rules/answer-due.md#waits). */
export const waitRoutes =
  ({ findTicket }: TicketGate) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/tickets/:id/waits', listing, (request) =>
      request.read(async (work) => {
        const ticket = await findTicket(work, request.params.id);
        return listWaits(work, ticket.id, readsInternals(standing(work.actor, ticket)));
      }),
    );
  };

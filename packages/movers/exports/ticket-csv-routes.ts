import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { TicketCsvFilter } from '#contract/ticket-list.ts';
import { type Clock, instant, operation, type Routes, sayStep } from '#platform';
import { ticketCsv } from './ticket-csv.ts';

const listing = operation({
  operationId: 'exportTickets',
  summary: 'Take a list of tickets along as a table for a spreadsheet',
  tag: 'Tickets',
  access: 'signed-in',
  scope: 'read',
  query: TicketCsvFilter,
  expensive: true,
  answers: { 200: Type.String({ description: 'UTF-8 with a byte order mark, RFC 4180; every page of the list.' }) },
  produces: ['text/csv'],
  refuses: ['forbidden'],
});

export const ticketCsvRoutes =
  (clock: Clock) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/tickets.csv', listing, async (request, reply) => {
      const day = instant(clock.now()).slice(0, 10);
      const lines = ticketCsv(
        (operation) => request.read(operation),
        request.person,
        request.query,
        (step) => sayStep(reply, step, null),
      );
      // What can be refused is refused while the first page is read, before an answer has begun.
      const first = await lines.next();
      const second = await lines.next();
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="tickets-${day}.csv"`,
      });
      const rest = async function* () {
        yield `${first.value ?? ''}${second.value ?? ''}`;
        yield* lines;
      };
      return reply.send(Readable.from(rest()));
    });
  };

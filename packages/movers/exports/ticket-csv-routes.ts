import { Type } from 'typebox';
import { TicketCsvFilter } from '#contract/ticket-list.ts';
import { type Clock, instant, isDeveloper, type Operation, operation, type Routes, withStepHeader } from '#platform';
import { recordAudit } from '#settings';
import { ticketCsv } from './ticket-csv.ts';
import { leaving } from './while-it-leaves.ts';

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
      const readPage = <T>(operation: Operation<T>): Promise<T> => request.read(operation);
      const lines = ticketCsv(readPage, request.person, request.query, (step) => withStepHeader(reply, step, null));
      // What can be refused is refused while the first page is read, before an answer has begun.
      const first = await lines.next();
      const second = await lines.next();
      reply.headers({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="tickets-${day}.csv"`,
      });
      if (request.method === 'HEAD') return reply.send('');
      // A reporter takes their own tickets along, a developer all that they see.
      if (isDeveloper(request.person)) await request.write((work) => recordAudit(work, 'table.made', null, {}));
      const rest = async function* () {
        yield `${first.value ?? ''}${second.value ?? ''}`;
        yield* lines;
      };
      return reply.send(leaving(request, rest()));
    });
  };

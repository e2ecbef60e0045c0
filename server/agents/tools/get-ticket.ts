import { Type } from 'typebox';
import { oneOf, record } from '#contract/scalars.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { Work } from '#platform';
import { showTicket } from '#tickets';
import { type Author, authorsOf } from '../texts/authors.ts';
import { TicketNumber, ticketId } from './named-things.ts';
import { TICKET_PARTS, ticketFields } from './shown-ticket.ts';
import { toldTicket } from './told-ticket.ts';
import { tool } from './tool.ts';

/** Reads a ticket by its number, with everybody who wrote something of it. @throws Failure `ticket_not_found`, `forbidden`. */
export async function ticketWithAuthors(
  work: Work,
  number: number,
): Promise<{ ticket: TicketDetail; authors: (id: string | null) => Author }> {
  const ticket = await showTicket(work, await ticketId(work, number));
  const reporters = [ticket, ...ticket.related_tickets].map(({ reporter_id }) => reporter_id);
  const uploaders = ticket.attachments.map(({ uploaded_by }) => uploaded_by);
  return { ticket, authors: await authorsOf(work, [...reporters, ...uploaders]) };
}

export const getTicket = tool({
  name: 'get_ticket',
  title: 'Read a ticket',
  description:
    'One ticket with its texts, its newest comments, the names of its files, and its links. Its version is what update_ticket wants.',
  effect: 'reads',
  input: record({
    number: TicketNumber,
    include: Type.Optional(
      Type.Array(oneOf(TICKET_PARTS), {
        uniqueItems: true,
        maxItems: TICKET_PARTS.length,
        description: 'All of them unless sent.',
      }),
    ),
  }),
  async run({ read, texts, appUrl, person }, { number, include = TICKET_PARTS }) {
    const { ticket, authors } = await read((work) => ticketWithAuthors(work, number));
    const showing = { texts, authors, appUrl, include };
    const fields = ticketFields(ticket, showing, person.id);
    return { fields: { ticket: fields }, text: toldTicket(ticket, fields, showing, person.id) };
  },
});

import { developerNamed } from '../texts/authors.ts';
import { FencedText } from '../texts/fenced-text.ts';
import { answersFor, tellAnswers } from './find-answers.ts';
import { ticketWithAuthors } from './get-ticket.ts';
import { TICKET_PARTS, ticketFields } from './shown-ticket.ts';
import { toldTicket } from './told-ticket.ts';
import type { ToolCall } from './tool.ts';

/** What reading needs of a call. */
export type Reading = Pick<ToolCall, 'read' | 'texts' | 'appUrl' | 'person'>;

/** A page about a ticket, for a model to read: Markdown, with what people wrote in fences. */
export type PageOfTicket = (reading: Reading, number: number) => Promise<string>;

/** The ticket itself. @throws Failure `ticket_not_found`, `forbidden`. */
export const pageOfTicket: PageOfTicket = async ({ read, texts, appUrl, person }, number) => {
  const { ticket, authors } = await read((work) => ticketWithAuthors(work, number));
  const showing = { texts, authors, appUrl, include: TICKET_PARTS };
  return toldTicket(ticket, ticketFields(ticket, showing, person.id), showing, person.id).toString();
};

/** Its own answer, if it has one, and the answers of tickets that were about something similar. @throws Failure as `pageOfTicket`. */
export const pageOfAnswers: PageOfTicket = async ({ read, texts }, number) => {
  const { own, similar } = await read(async (work) => {
    const { ticket } = await ticketWithAuthors(work, number);
    const found = await answersFor(work, texts, `${ticket.title}\n${ticket.description}`);
    return {
      own: ticket.comments.find(({ is_closure_summary }) => is_closure_summary),
      similar: found.filter((answer) => answer.number !== number),
    };
  });
  const text = new FencedText(texts).say(`Answers for ticket #${number}`);
  text.quote('its own answer', own?.content ?? null, developerNamed(own?.user_name ?? null));
  tellAnswers(text, similar);
  return text.toString();
};

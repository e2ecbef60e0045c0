import type { TicketDetail } from '#contract/tickets.ts';
import { BUG_TEXTS } from '#contract/words.ts';
import { developerNamed } from '../texts/authors.ts';
import { FencedText } from '../texts/fenced-text.ts';
import { authorOf, newestComments, type Showing, type ticketFields } from './shown-ticket.ts';

const BUG_WORDS: Readonly<Record<(typeof BUG_TEXTS)[number], string>> = {
  steps_to_reproduce: 'steps to reproduce',
  expected_result: 'expected result',
  actual_result: 'actual result',
  environment: 'environment',
};

/** A ticket in words for a model: what Kwit says of it, and each text of a person in a fence. */
export function toldTicket(
  ticket: TicketDetail,
  fields: ReturnType<typeof ticketFields>,
  { texts, authors, include }: Showing,
  readerId: string,
): FencedText {
  const reporter = authors(ticket.reporter_id);
  const text = new FencedText(texts)
    .say(`Ticket #${ticket.number}, version ${ticket.version}`)
    .say(factsOf(ticket))
    .quote('title', ticket.title, reporter)
    .quote('description', ticket.description, reporter);
  for (const field of BUG_TEXTS) text.quote(BUG_WORDS[field], ticket[field], reporter);
  text.quote('internal note', ticket.internal_note ?? null, developerNamed(null));
  if (include.includes('comments')) tellComments(text, ticket, readerId);
  for (const [part, things] of Object.entries({
    files: fields.files,
    links: fields.links,
    references: fields.references,
  }))
    if (things !== undefined && things.length > 0)
      text.quoteLines(
        part,
        things.map((thing, index) => ({ key: String(index + 1), text: JSON.stringify(thing) })),
      );
  return text;
}

function factsOf({ status, priority, category, created_at, closed_at, awaiting_reply_since }: TicketDetail): string {
  return [
    `status ${status}, priority ${priority}, ${category}, reported ${created_at}`,
    ...(closed_at === null ? [] : [`closed ${closed_at}`]),
    ...(awaiting_reply_since === null ? [] : [`its reporter waits for an answer since ${awaiting_reply_since}`]),
  ].join(', ');
}

function tellComments(text: FencedText, ticket: TicketDetail, readerId: string): void {
  const shown = newestComments(ticket);
  const left = ticket.comments.length - shown.length;
  text.say(`Comments: ${shown.length}, the oldest first${left === 0 ? '' : `; ${left} older ones are left out`}`);
  for (const comment of shown) {
    const kind = comment.is_closure_summary ? 'answer' : comment.is_internal ? 'internal comment' : 'comment';
    text.quote(`${kind} of ${comment.created_at}`, comment.content, authorOf(comment, readerId));
  }
}

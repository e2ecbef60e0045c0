import { findStoredComment } from '#tickets';
import type { StoredTicketRow } from '../import-batch-store.ts';
import { ImportStore } from '../import-store.ts';
import type { Bringing } from './bring-tickets.ts';
import { answerIdFor, answerIdOf } from './hang-on-ticket.ts';
import type { IncomingTicket } from './incoming-ticket.ts';

/**
 * The answer that a ticket keeps which comes once more. Other closing words take the place of those that an import brought, as
 * long as nobody has changed these or the ticket here (docs/rules/moving.md#again).
 *
 * @returns null when it keeps none.
 */
export async function keptAnswer(
  { work, run }: Bringing,
  ticket: IncomingTicket,
  { version, summary_comment_id: summary }: StoredTicketRow,
): Promise<string | null> {
  const given = answerIdOf(ticket);
  if (summary === null || version !== 1 || given === null || run.has('answer', given)) return summary;
  const comment = await findStoredComment(work, summary);
  if (comment === undefined) return summary;
  const known = await work.of(ImportStore).knownAmong(run.source, [answerIdFor(ticket.externalId, comment.content)]);
  return known.some(({ kind, kwit_id }) => kind === 'answer' && kwit_id === summary) ? null : summary;
}

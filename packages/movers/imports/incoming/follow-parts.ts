import { findStoredComment } from '#conversation';
import { type Actor, fold, type Work } from '#platform';
import type { TicketAdditions } from '../finish-tickets.ts';
import { type ImportRun, shaOf } from '../import-run.ts';
import { ImportStore, type StoredTicketRow } from '../import-store.ts';
import { ImportedRowStore } from '../imported-row-store.ts';
import type { BatchOutcome, TicketBatch } from './import-tickets.ts';
import type { IncomingComment, IncomingTicket } from './incoming-ticket.ts';
import { answerIdOf, labelIdOf } from './ticket-ids.ts';

const NOW_AS_THERE = 'nobody changed it here: it is now as it is there';
const STAYS = 'it was changed there and here: it stays as it is here';

/** The values by which a later import sees that a comment has changed there. */
export const commentSaid = ({ content, isInternal }: Pick<IncomingComment, 'content' | 'isInternal'>) =>
  isInternal ? [content] : content;

/**
 * Makes comments and labels of a ticket that came before as they are there now, or says what stays because somebody has changed
 * it here (docs/rules/moving.md#again).
 */
export async function followParts(
  bringing: TicketBatch,
  ticket: IncomingTicket,
  additions: TicketAdditions,
  outcome: BatchOutcome,
): Promise<void> {
  for (const comment of ticket.comments)
    if (await followComment(bringing, comment)) {
      additions.hasNewComments = true;
      outcome.reworded.add(additions.id);
    }
  await followLabels(bringing, ticket, additions.id);
}

/** @returns whether it is other words now, or for others. */
async function followComment({ work, run }: TicketBatch, comment: IncomingComment): Promise<boolean> {
  const { externalId, content, isInternal, editedAt = null } = comment;
  const [thing, id] = [
    { kind: 'comment', id: externalId, values: commentSaid(comment) },
    run.idOf('comment', externalId),
  ];
  if (id === null || !run.hasChanged(thing)) return false;
  const row = await work.of(ImportedRowStore).find('comments', { id });
  if (row === undefined) return false;
  const here = { content: String(row.content), isInternal: Boolean(row.is_internal) };
  const isAsThere = here.content === content && here.isInternal === isInternal;
  // Before it was noted for whom a comment is, its words were noted alone.
  const isUntouched = [commentSaid(here), here.content].some((values) => !run.hasChanged({ ...thing, values }));
  if (!isAsThere) run.report.changedIn('comments', isUntouched ? NOW_AS_THERE : STAYS, { id: externalId });
  if (isAsThere || isUntouched) await run.noteAgain(thing, work.of(ImportStore));
  if (isAsThere || !isUntouched || run.rows.isTrial) return false;
  await work.of(ImportStore).changeComment(id, { content, is_internal: isInternal, edited_at: editedAt });
  return true;
}

/** A label that an import put on goes when it is there no more. One that was taken off here stays off, and is named. */
async function followLabels(
  { work, run, worn }: TicketBatch,
  ticket: IncomingTicket,
  ticket_id: string,
): Promise<void> {
  if (ticket.labels === undefined) return;
  const [there, here] = [ticket.labels.map(fold), worn.get(ticket_id) ?? []];
  for (const { label_id, name } of here) {
    const external_id = labelIdOf(ticket, name);
    if (there.includes(fold(name)) || !run.has('label', external_id)) continue;
    run.report.changedIn('ticket labels', 'it is there no more: it was taken off', {
      id: ticket.externalId,
      value: name,
    });
    if (!run.rows.isTrial)
      await work.of(ImportStore).takeOffLabel({ ticket_id, label_id, source: run.source, external_id });
  }
  const folded = here.map(({ name }) => fold(name));
  for (const name of ticket.labels)
    if (run.has('label', labelIdOf(ticket, name)) && !folded.includes(fold(name)))
      run.report.changedIn('ticket labels', 'it was taken off here: it stays off', {
        id: ticket.externalId,
        value: name,
      });
}

/** Labels of tickets that came before. The run then knows those that an import put on. */
export async function labelsWorn(
  work: Work<Actor>,
  run: ImportRun,
  tickets: readonly IncomingTicket[],
  here: ReadonlyMap<string, StoredTicketRow>,
): Promise<TicketBatch['worn']> {
  if (here.size === 0 || tickets.every(({ labels }) => labels === undefined)) return new Map();
  const worn = Map.groupBy(await work.of(ImportStore).worn([...here.keys()]), ({ ticket_id }) => ticket_id);
  const ids = tickets.flatMap((ticket) =>
    (worn.get(run.idOf('ticket', ticket.externalId) ?? '') ?? []).map(({ name }) => labelIdOf(ticket, name)),
  );
  await run.learn(work, ids);
  return worn;
}

/**
 * The answer that a ticket keeps which comes once more. Other closing words take the place of those that an import brought, as
 * long as nobody has changed these or the ticket here (docs/rules/moving.md#again).
 *
 * @returns null when it keeps none.
 */
export async function answerOfImport(
  { work, run }: TicketBatch,
  ticket: IncomingTicket,
  { version, summary_comment_id: summary }: StoredTicketRow,
): Promise<string | null> {
  const answerId = answerIdOf(ticket);
  if (summary === null || version !== 1 || answerId === null || run.has('answer', answerId)) return summary;
  const comment = await findStoredComment(work, summary);
  if (comment === undefined) return summary;
  const noted = await work.of(ImportStore).noted({ source: run.source, kind: 'answer', kwit: summary });
  return noted.some(({ sha256 }) => sha256 === shaOf(comment.content)) ? null : summary;
}

import { ClosingDraft } from '#contract/closing-draft.ts';
import { IdPath } from '#contract/scalars.ts';
import { commentsOn, type StoredComment } from '#conversation';
import { historyOf } from '#events';
import { offerWords, readFoundBy } from '#memory';
import type { Work } from '#platform';
import { operation } from '#platform/serving';
import { findToWork } from '../find-ticket.ts';

export const drafting = operation({
  operationId: 'getClosingDraft',
  summary: 'Read what the answer of a ticket may be found by: its question, and words of its reporter',
  tag: 'Tickets',
  access: 'developer',
  scope: 'read',
  expensive: true,
  params: IdPath,
  answers: { 200: ClosingDraft },
  refuses: ['forbidden', 'ticket_not_found'],
});

/**
 * Offers words by which an answer may be found (docs/rules/answers.md#what-is-offered). Nothing is stored, and nobody is shown it but who
 * works on the ticket.
 *
 * @throws Failure `ticket_not_found`, `forbidden`.
 */
export async function draftClosing(work: Work, id: string): Promise<ClosingDraft> {
  const ticket = await findToWork(work, id);
  const comments = await commentsOn(work, ticket.id, false);
  const rewritten = await rewrittenByOthers(work, ticket);
  const own = (field: 'title' | 'description') => (rewritten.has(field) ? '' : ticket[field]);
  const report = {
    title: own('title'),
    description: own('description'),
    comments: comments.filter((comment) => isReporters(comment, ticket.reporter_id)).map(({ content }) => content),
  };
  const answer = comments.find(({ is_closure_summary }) => is_closure_summary === 1);
  const question = answer?.question ?? null;
  const said = [answer?.content ?? '', question ?? ticket.title, ...readFoundBy(answer?.found_by ?? null)];
  return { question: question ?? ticket.title, found_by: [...(await offerWords(work, report, said))] };
}

/** Whether the reporter wrote a comment on this ticket, for all who read it. */
const isReporters = (comment: StoredComment, reporter: string): boolean =>
  comment.user_id === reporter && comment.merged_from_id === null && comment.is_closure_summary === 0;

/** The texts of the report that somebody else has changed: their words are no more the reporter's. */
async function rewrittenByOthers(
  work: Work,
  { id, reporter_id }: { readonly id: string; readonly reporter_id: string },
): Promise<ReadonlySet<string>> {
  const history = await historyOf(work, id, false);
  return new Set(history.filter(({ user_id }) => user_id !== reporter_id).map(({ field }) => field));
}

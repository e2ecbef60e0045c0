import { readsInternals, standing } from '#access';
import type { Comment, CommentChange, CommentEdit } from '#contract/comments.ts';
import type { Standing } from '#contract/words.ts';
import { countAnswerUp, describeAnswer, findStoredAnswer, indexSolved, indexTicket, readMentions } from '#memory';
import { Failure, invalidField, type Person, pageWithin, type Work } from '#platform';
import type { RowOf } from '#records';
import type { OpenTicket } from '../ticket-gate.ts';
import { SaidStore } from '../ticket-store.ts';
import { ChangedCommentStore, CommentEditStore, CommentStore } from './comment-store.ts';
import { findComment, showComments, writtenLine } from './comments.ts';

/**
 * Replaces the text of a comment (docs/rules/comments.md#editing); of a closure summary, also what it was about, by which
 * other words it is found, and whether it is shared (docs/rules/answers.md#question-and-sharing). Its former text stays for developers. No event is recorded, so
 * nobody is mailed again and no webhook hears of it; open pages do.
 *
 * @param ticket which the caller holds.
 * @throws Failure `forbidden`, `comment_not_found`, `validation_error`, `cannot_be_mentioned`.
 */
export async function editComment(
  work: Work,
  ticket: OpenTicket,
  commentId: string,
  { content, ...about }: CommentChange,
): Promise<Comment> {
  const comment = await findComment(work, ticket, commentId);
  permitEditing(work.actor, standing(work.actor, ticket), comment, { content, ...about });
  refuseLoneQuestion(comment, about);
  const isRewritten = content !== undefined && content !== comment.content;
  if (isRewritten) {
    const changed = { content, is_internal: comment.is_internal === 1 };
    await readMentions(work, ticket, changed, comment.content);
    await replaceText(work, comment, content);
    await indexTicket(work, ticket);
  }
  const before = comment.is_closure_summary === 1 ? await findStoredAnswer(work, comment.id) : undefined;
  const isDescribed = await describeAnswer(work, comment.id, about);
  const isAskedAnew = about.question !== undefined && about.question !== before?.question;
  const isSharedAnew = about.is_shared !== undefined && about.is_shared !== (before?.is_shared === 1);
  if (before !== undefined && (isRewritten || isAskedAnew)) await countAnswerUp(work, comment.id);
  if (isRewritten || isDescribed) {
    work.lines.push(writtenLine(comment));
    await work.of(ChangedCommentStore).changed({ comment: comment.id, by: work.actor.id, now: work.now });
    // Open pages are to know at once.
    work.hasRecorded = true;
    if (comment.is_closure_summary === 1) await indexSolved(work, ticket.id, ticket.number);
    // As when it was posted: an internal comment does not move the ticket up in its reporter's list; nor do other words.
    if (comment.is_internal === 0)
      await work
        .of(SaidStore)
        [isRewritten || isAskedAnew || isSharedAnew ? 'touch' : 'touchInternally'](ticket.id, work.now);
  }
  const edited = (await showComments(work, ticket)).find(({ id }) => id === commentId);
  if (edited === undefined) throw new Failure('comment_not_found');
  return edited;
}

const ABOUT = ['question', 'is_shared', 'found_by'] as const;

type About = Pick<CommentChange, (typeof ABOUT)[number]>;

function permitEditing(
  person: Person,
  own: Standing,
  comment: RowOf<'comments'>,
  changes: About & { content: string | undefined },
): void {
  const works = own === 'worker';
  if (!works && ABOUT.some((field) => changes[field] !== undefined))
    throw new Failure('forbidden', {
      message: 'Only developers say what an answer is about, by which words it is found and whether it is shared.',
    });
  if (changes.content === undefined || comment.user_id === person.id) return;
  if (comment.is_closure_summary === 1 && works) return;
  throw new Failure('forbidden', { message: 'Somebody else wrote this comment; only they may change it.' });
}

/** @throws Failure `validation_error` for a question, other words, or whether it is shared, of what is no public closure summary. */
function refuseLoneQuestion(comment: RowOf<'comments'>, about: About): void {
  if (comment.is_closure_summary === 1 && comment.is_internal === 0) return;
  const lone = ABOUT.find((field) => about[field] !== undefined);
  if (lone) throw invalidField(lone, 'dependentRequired', `Only a public closure summary has ${lone}.`);
}

async function replaceText(work: Work, comment: RowOf<'comments'>, content: string): Promise<void> {
  await work.of(CommentEditStore).add({
    id: work.newId(),
    comment_id: comment.id,
    content: comment.content,
    edited_by: work.actor.id,
    edited_at: work.now,
  });
  await work.of(CommentStore).change(comment.id, { content, edited_at: work.now });
}

/**
 * A page of a comment's former texts, newest first, and the cursor of the next page.
 *
 * @param after the id of the last edit on the page before.
 * @throws Failure `forbidden`, `comment_not_found`.
 */
export async function listCommentEdits(
  work: Work,
  ticket: OpenTicket,
  commentId: string,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ edits: CommentEdit[]; next: string | null }> {
  if (!readsInternals(standing(work.actor, ticket)))
    throw new Failure('forbidden', { message: 'Only who works on this ticket reads former texts.' });
  await findComment(work, ticket, commentId);
  const rows = await work.of(CommentEditStore).ofComment(commentId, after, limit + 1);
  const { items, next } = pageWithin(rows, limit, ({ id }) => id);
  return { edits: items.map(({ content, edited_by, edited_at }) => ({ content, edited_by, edited_at })), next };
}

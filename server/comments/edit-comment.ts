import type { Comment, CommentChange } from '../../contract/comments.ts';
import type { Person } from '../actor.ts';
import { describeAnswer } from '../answers/describe-answer.ts';
import { Failure, invalidField } from '../failure.ts';
import { readMentions } from '../notices/mentions.ts';
import { indexTicket } from '../search/index-ticket.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import type { Work } from '../work.ts';
import type { FoundComment } from './comment-store.ts';
import { findComment } from './find-comment.ts';
import { showComments } from './show-comments.ts';

/**
 * Replaces the text of a comment (docs/rules/comments.md#editing); of a closure summary, also what it was about and whether
 * it is shared (docs/rules/answers.md#question-and-sharing). Its former text stays for developers. No event is recorded, so
 * nobody is mailed again and no webhook hears of it; open pages do.
 *
 * @throws Failure `ticket_not_found`, `forbidden`, `comment_not_found`, `validation_error`, `cannot_be_mentioned`.
 */
export async function editComment(
  work: Work,
  ticketId: string,
  commentId: string,
  { content, ...about }: CommentChange,
): Promise<Comment> {
  const ticket = await holdTicket(work, ticketId);
  const comment = await findComment(work, ticketId, commentId);
  permitEditing(work.actor, comment, { content, ...about });
  refuseLoneQuestion(comment, about);
  const isRewritten = content !== undefined && content !== comment.content;
  if (isRewritten) {
    const changed = { content, is_internal: comment.is_internal === 1 };
    await readMentions(work, ticket, changed, comment.content);
    await replaceText(work, comment, content);
    await indexTicket(work, ticket);
  }
  const isDescribed = await describeAnswer(work, comment.id, about);
  if (isRewritten || isDescribed) {
    await work.changedComments.changed(comment.id, work.actor.id, work.now);
    // Open pages are to know at once.
    work.hasRecorded = true;
    if (comment.is_closure_summary === 1) await work.solved.index(ticket.id, ticket.number);
    // As when it was posted: an internal comment does not move the ticket up in its reporter's list.
    if (comment.is_internal === 0) await work.tickets.touch(ticketId, work.now);
  }
  const edited = (await showComments(work, ticketId)).find(({ id }) => id === commentId);
  if (edited === undefined) throw new Failure('comment_not_found');
  return edited;
}

type About = Pick<CommentChange, 'question' | 'is_shared'>;

function permitEditing(person: Person, comment: FoundComment, changes: About & { content: string | undefined }): void {
  const isDeveloper = person.role === 'developer';
  if (!isDeveloper && (changes.question !== undefined || changes.is_shared !== undefined))
    throw new Failure('forbidden', {
      message: 'Only developers say what an answer is about and whether it is shared.',
    });
  if (changes.content === undefined || comment.user_id === person.id) return;
  if (comment.is_closure_summary === 1 && isDeveloper) return;
  throw new Failure('forbidden', { message: 'Somebody else wrote this comment; only they may change it.' });
}

/** @throws Failure `validation_error` for a question, or whether it is shared, of what is no public closure summary. */
function refuseLoneQuestion(comment: FoundComment, about: About): void {
  if (comment.is_closure_summary === 1 && comment.is_internal === 0) return;
  const lone = (['question', 'is_shared'] as const).find((field) => about[field] !== undefined);
  if (lone) throw invalidField(lone, 'dependentRequired', `Only a public closure summary has ${lone}.`);
}

async function replaceText(work: Work, comment: FoundComment, content: string): Promise<void> {
  await work.commentEdits.add({
    id: work.newId(),
    comment_id: comment.id,
    content: comment.content,
    edited_by: work.actor.id,
    edited_at: work.now,
  });
  await work.comments.edit(comment.id, content, work.now);
}

import { mayRead, standing } from '#access';
import { type Rows, recordEvent, removeRows, restoreRows } from '#events';
import { indexTicket } from '#memory';
import { Failure, type Instant, MINUTE, shifted, type Work } from '#platform';
import type { RowOf } from '#records';
import { NoticeStore } from '../notices/notice-store.ts';
import { InboxStore } from '../notices/notices.ts';
import type { OpenTicket } from '../ticket-gate.ts';
import { SaidStore } from '../ticket-store.ts';
import { type Reconciling, reconcileWaits } from '../waits/reconcile.ts';
import { CommentStore } from './comment-store.ts';
import { findComment, writtenLine } from './comments.ts';
import { AwaitingReplyStore } from './summary-store.ts';

/** How long an author may take a comment back after writing it, in milliseconds. */
const TAKE_BACK_WITHIN = 5 * MINUTE;

/** Whether a comment answers a ticket that was joined to another one, and whether its taking back was undone meanwhile. */
export interface TakenBack {
  readonly isAnswer: boolean;
  readonly isAgain?: boolean;
}

/**
 * Takes a comment back with its files. A reply that its author may not
 * read does not prevent it, or the refusal would reveal the reply: such replies stay, as replies to nothing.
 *
 * @param ticket which the caller holds.
 * @throws Failure `forbidden`, `comment_not_found`, `comment_locked`.
 */
export async function takeBackComment(
  work: Work,
  ticket: OpenTicket,
  commentId: string,
  { isAnswer, isAgain = false }: TakenBack,
): Promise<void> {
  const comment = await findComment(work, ticket, commentId);
  if (comment.user_id !== work.actor.id)
    throw new Failure('forbidden', { message: 'Somebody else wrote this comment; only they may take it back.' });
  if (isAnswer)
    throw new Failure('comment_locked', { message: 'It answers a ticket that was joined to this one; it stays.' });
  const replies = await work.of(CommentStore).repliesTo({ parent_id: commentId });
  const hasReply = replies.some((reply) => mayRead(standing(work.actor, ticket), reply));
  refuseIfLocked(comment, { now: isAgain ? comment.created_at : work.now, hasReply });
  await work.of(CommentStore).detach({ id: commentId });
  await work.of(NoticeStore).keepClosings({ comment: commentId });
  const rows = await removeRows(
    work,
    { ...lineOf(comment), personId: comment.user_id, before: replies.map(({ id }) => id) },
    { comments: 'id', comment_edits: 'comment_id', attachments: 'comment_id', notices: 'comment_id' },
  );
  await settle(work, ticket, comment, rows, { withdrawn: commentId });
}

const lineOf = (comment: RowOf<'comments'>) => ({
  ...writtenLine(comment),
  thing: { type: 'comment', id: comment.id },
  isUndoable: true,
});

/**
 * Brings a comment back that its author took back in an act: as it was, with what came along and what replied to it.
 *
 * @param ticket which the caller holds.
 * @param replies their ids.
 * @throws Failure `forbidden`.
 */
export async function restoreComment(
  work: Work,
  ticket: OpenTicket,
  { id, replies }: { readonly id: string; readonly replies: readonly string[] },
): Promise<void> {
  const rows = await restoreRows(work, id, ({ comments: [own] = [] }) => {
    if (own?.user_id !== work.actor.id) throw new Failure('forbidden');
  });
  const [comment] = rows.comments as [RowOf<'comments'>];
  work.lines.push({ ...lineOf(comment), new: true });
  for (const reply of replies) await work.of(CommentStore).attach({ id: reply, parent: id });
  await settle(work, ticket, comment, rows, { restored: id });
}

/** Updates all that depends on a comment that went or came back. */
async function settle(work: Work, ticket: OpenTicket, comment: RowOf<'comments'>, rows: Rows, how: Reconciling) {
  const users = new Set(rows.notices?.map(({ user_id }) => user_id));
  for (const user of users) await work.of(InboxStore).changed({ user, now: work.now });
  // As when it was posted: an internal comment does not move the ticket up in its reporter's list.
  if (comment.is_internal === 0) {
    await work.of(SaidStore).touch(ticket.id, work.now);
    await work.of(AwaitingReplyStore).derive({ ids: [ticket.id] });
    await reconcileWaits(work, [ticket.id, comment.merged_from_id ?? ticket.id], how);
  }
  await indexTicket(work, ticket);
  const hasFiles = (rows.attachments ?? []).length > 0;
  await recordEvent(work, ticket, 'ticket.updated', { changed: changedBy(comment, hasFiles) });
}
const changedBy = ({ is_internal }: RowOf<'comments'>, hadFiles: boolean) =>
  is_internal === 1
    ? (['internal_comments', ...(hadFiles ? ['internal_attachments' as const] : [])] as const)
    : (['comments', ...(hadFiles ? ['attachments' as const] : [])] as const);

/** @throws Failure `comment_locked`, with what to do instead. */
function refuseIfLocked(comment: RowOf<'comments'>, { now, hasReply }: { now: Instant; hasReply: boolean }): void {
  const refused = (message: string) => new Failure('comment_locked', { message });
  if (comment.is_closure_summary === 1)
    throw refused("This is the ticket's answer; write another closure summary, which takes its place.");
  if (hasReply) throw refused('Somebody has replied to this comment; write another one that says what is right.');
  if (now > shifted(comment.created_at, TAKE_BACK_WITHIN))
    throw refused('This comment is older than 5 minutes; write another one that says what is right.');
}

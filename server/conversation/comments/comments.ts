import { internalScopeOf, isConcealed, mayRead, readsInternals, standing, type TicketFacts } from '#access';
import type { Attachment } from '#contract/attachments.ts';
import type { SummaryFilter, SummaryItem } from '#contract/closure-summaries.ts';
import type { Comment, CommentDraft, Mention } from '#contract/comments.ts';
import { recordEvent } from '#events';
import { distinctWords, indexTicket, mentionsIn, namedIn, readMentions, recordAnswer, shownFoundBy } from '#memory';
import {
  allSettled,
  Failure,
  type Instant,
  invalidField,
  isIdCursor,
  isInstant,
  momentAt,
  type NewLine,
  type Person,
  pageWithin,
  type Work,
} from '#platform';
import type { RowOf } from '#records';
import { AttachmentStore } from '../attachments/attachment-store.ts';
import { attachFiles, type NewAttachment, viewAttachment } from '../attachments/attachments.ts';
import type { OpenTicket } from '../ticket-gate.ts';
import { SaidStore } from '../ticket-store.ts';
import { followWord } from '../waits/waits.ts';
import { CommentStore, type StoredComment } from './comment-store.ts';
import { type StoredSummary, SummaryStore } from './summary-store.ts';

/** The facts of a ticket that decide who waits. */
export type Waiting = Pick<OpenTicket, 'reporter_id' | 'awaiting_reply_since'>;

interface Said {
  readonly user_id: string;
  readonly is_internal: boolean;
  readonly is_developer: boolean;
  readonly created_at: Instant;
}

/**
 * Pure: since when the reporter waits for an answer, after this comment (docs/rules/tickets.md#who-waits-for-whom). null:
 * not at all.
 */
export function awaitingAfter(ticket: Waiting, said: Said): Instant | null {
  if (said.is_internal) return ticket.awaiting_reply_since;
  if (said.is_developer) return null;
  return said.user_id === ticket.reporter_id
    ? (ticket.awaiting_reply_since ?? said.created_at)
    : ticket.awaiting_reply_since;
}

/**
 * Shows the comments of a ticket that the reader may see, each with its files. A reply to a comment that they may not see
 * is shown as no reply. It names each field, as `viewTicket` does.
 *
 * @param attachments the ticket's, oldest first.
 * @param named everybody whom the comments name.
 */
export function viewComments(
  comments: readonly StoredComment[],
  attachments: readonly Attachment[],
  named: readonly Mention[],
  { person, ticket }: { readonly person: Person; readonly ticket: TicketFacts },
): Comment[] {
  const theirs = standing(person, ticket);
  const isWorker = theirs === 'worker';
  const isApart = isConcealed(person, ticket);
  const seen = new Set(comments.map(({ id }) => id));
  const files = Map.groupBy(attachments, ({ comment_id }) => comment_id);
  return comments.map((comment) => {
    const view: Comment = {
      id: comment.id,
      ticket_id: comment.ticket_id,
      user_id: comment.user_id,
      content: comment.content,
      type: comment.type,
      is_internal: comment.is_internal === 1,
      is_closure_summary: comment.is_closure_summary === 1,
      is_developer: comment.is_developer === 1,
      parent_id: comment.parent_id !== null && seen.has(comment.parent_id) ? comment.parent_id : null,
      created_at: comment.created_at,
      edited_at: comment.edited_at,
      via_mail: comment.via_mail === 1,
      elided: isWorker || comment.user_id === person.id ? comment.elided : null,
      user_name: comment.user_name,
      user_email: comment.user_email,
      attachments: files.get(comment.id) ?? [],
      mentions: named.length === 0 ? [] : mentionsIn(comment.content, named),
      ...(readsInternals(theirs) ? { act_id: comment.act_id } : {}),
    };
    if (!view.is_closure_summary) return view;
    const is_shared = comment.is_shared === 1;
    const audience = isApart && !is_shared ? 'team' : 'everyone';
    const found_by = shownFoundBy(person, ticket, comment.found_by);
    return { ...view, question: comment.question, is_shared, audience, ...found_by };
  });
}

/**
 * A comment on this ticket that the caller may read; they may open the ticket.
 *
 * @throws Failure `comment_not_found`, the same for one that is not there, is elsewhere, or is internal.
 */
export async function findComment(work: Work, ticket: OpenTicket, commentId: string): Promise<RowOf<'comments'>> {
  const comment = await work.of(CommentStore).find(commentId);
  if (comment?.ticket_id !== ticket.id || !mayRead(standing(work.actor, ticket), comment))
    throw new Failure('comment_not_found');
  return comment;
}

/** The `updated_at` and the id of the last ticket of a page. */
export type SummaryCursor = readonly [Instant, string];

export const isSummaryCursor = (cursor: unknown): cursor is SummaryCursor =>
  Array.isArray(cursor) && cursor.length === 2 && isInstant(cursor[0]) && isIdCursor(cursor[1]);

const indexKey = ({ ticket_id, summary_comment_id }: StoredSummary): string =>
  `ticket:${ticket_id}:summary:${summary_comment_id}`;

/**
 * One page of the public closure summaries, for a search index, and the cursor of the next page. A ticket that is updated
 * while a program reads page after page may move to a page that it has read: the next reading by `updated_since` has it.
 *
 * @throws Failure `validation_error` for a moment that no calendar has.
 */
export async function listSummaries(
  work: Work,
  { limit = 200, updated_since }: SummaryFilter,
  cursor: SummaryCursor | null,
): Promise<{ items: SummaryItem[]; next: SummaryCursor | null }> {
  const since = momentAt('updated_since', updated_since);
  const after = cursor && { updatedAt: cursor[0], ticketId: cursor[1] };
  const scope = internalScopeOf(work.actor);
  const rows = await work.of(SummaryStore).list({ scope, since, after, limit: limit + 1 });
  const summaries = rows.map((row) => ({ index_key: indexKey(row), ...row }));
  return pageWithin(summaries, limit, (last): SummaryCursor => [last.ticket_updated_at, last.ticket_id]);
}

/**
 * @throws Failure `forbidden` when the draft is of a kind that only developers write;
 * `invalid_closure_summary_visibility` for an answer that its reporter could not read.
 */
export function permitComment(isWorker: boolean, draft: CommentDraft): void {
  if (isWorker) {
    if (draft.is_internal && draft.is_closure_summary) throw new Failure('invalid_closure_summary_visibility');
    return;
  }
  if (draft.is_internal)
    throw new Failure('forbidden', { message: 'Only developers write internal comments. Leave is_internal out.' });
  if (draft.is_closure_summary)
    throw new Failure('forbidden', {
      message: 'Only developers write the closure summary. Leave is_closure_summary out.',
    });
}

export interface PostedWith {
  /** The id that it gets. */
  readonly id?: string;
  /** Its files, which the file store keeps already. */
  readonly files?: readonly NewAttachment[];
  /** It comes by mail, of which so much was cut. */
  readonly mail?: { readonly elided: string | null };
  /** It causes no notice and no mail by itself. */
  readonly isSilent?: boolean;
}

/**
 * Adds a comment, with its files, to a ticket that the caller holds and may open. A new closure summary replaces the one
 * before, which stays as a comment (docs/rules/closing.md#closure-summary).
 *
 * @throws Failure `invalid_parent_comment`, `cannot_be_mentioned`, `forbidden`, `validation_error`, `invalid_closure_summary_visibility`.
 */
export async function postComment(
  work: Work,
  ticket: OpenTicket,
  draft: CommentDraft,
  { id = work.newId(), files = [], mail, isSilent = false }: PostedWith = {},
): Promise<Comment> {
  const isWorker = standing(work.actor, ticket) === 'worker';
  permitComment(isWorker, draft);
  refuseLoneQuestion(draft);
  await refuseForeignParent(work, ticket, draft.parent_id);
  const mentions = await readMentions(work, ticket, {
    content: draft.content,
    is_internal: draft.is_internal ?? false,
  });
  const comment = newComment(work, ticket.id, draft, { id, isWorker });
  if (comment.is_closure_summary) await work.of(CommentStore).unmarkClosureSummary({ ticket: ticket.id });
  const awaiting = awaitingAfter(ticket, comment);
  const { type, is_internal, is_closure_summary } = comment;
  const record = () =>
    recordEvent(work, ticket, 'comment.created', {
      comment_id: id,
      type,
      is_internal,
      is_closure_summary,
      ...internalsOf(mentions, isSilent),
    });
  work.lines.push(writtenLine(comment));
  const about = is_closure_summary ? aboutOf(work, ticket, draft) : null;
  await allSettled([
    work.of(CommentStore).add({ ...comment, act_id: work.actId }),
    attachFiles(work, { ticketId: ticket.id, commentId: id, isInternal: is_internal }, files),
    // An internal comment must not move the ticket up in the list of its reporter, who cannot read it.
    is_internal || work.of(SaidStore).touch(ticket.id, work.now),
    awaiting === ticket.awaiting_reply_since || work.of(SaidStore).setAwaiting(ticket.id, awaiting),
    indexTicket(work, ticket),
    about === null && record(),
  ]);
  if (!is_internal) await followWord(work, ticket, comment);
  if (mail) await work.of(CommentStore).change(id, { via_mail: true, elided: mail.elided });
  if (about !== null) {
    await work.of(SaidStore).setAnswer(ticket.id, id);
    await recordAnswer(work, ticket, { ...comment, ...about });
    await record();
  }
  const madeIn = isWorker ? { act_id: work.actId } : {};
  const stored = files.length === 0 ? [] : await work.of(AttachmentStore).ofComment({ comment: id });
  const attachments = stored.map((file) => ({ ...viewAttachment(file), ...madeIn }));
  const { name: user_name, email: user_email } = work.actor;
  const cameBy = { via_mail: mail !== undefined, elided: mail?.elided ?? null };
  return { ...comment, ...cameBy, ...madeIn, ...about, user_name, user_email, attachments, mentions };
}

/** The line of an act on a comment that was written or rewritten: nobody takes words of people back for them. */
export const writtenLine = ({
  id,
  ticket_id,
  is_internal,
}: Pick<RowOf<'comments'>, 'id' | 'ticket_id'> & { readonly is_internal: boolean | 0 | 1 }): NewLine => ({
  ticketId: ticket_id,
  thing: { type: 'comment', id },
  field: 'comment',
  isInternal: Boolean(is_internal),
  isUndoable: false,
});

const internalsOf = (mentions: readonly Mention[], silent: boolean) =>
  mentions.length === 0 && !silent
    ? {}
    : { internal: { mentioned: mentions.map(({ id }) => id), ...(silent ? { silent } : {}) } };

const newComment = (
  { actor, now }: Work,
  ticket: string,
  draft: CommentDraft,
  { id, isWorker }: { readonly id: string; readonly isWorker: boolean },
) => ({
  id,
  ticket_id: ticket,
  user_id: actor.id,
  content: draft.content,
  type: draft.type ?? 'comment',
  is_internal: draft.is_internal ?? false,
  is_closure_summary: draft.is_closure_summary ?? false,
  is_developer: isWorker,
  parent_id: draft.parent_id ?? null,
  created_at: now,
  edited_at: null,
});

function aboutOf({ actor }: Work, ticket: TicketFacts, { question = null, is_shared, found_by = [] }: CommentDraft) {
  const isApart = isConcealed(actor, ticket);
  const isShared = is_shared ?? !isApart;
  const audience = isApart && !isShared ? ('team' as const) : ('everyone' as const);
  return { question, is_shared: isShared, audience, found_by: distinctWords(found_by) };
}

/** Only a closure summary has a question, other words and a mark that it is shared. @throws Failure `validation_error`. */
function refuseLoneQuestion(draft: CommentDraft): void {
  if (draft.is_closure_summary) return;
  const lone = (['question', 'is_shared', 'found_by'] as const).find((field) => draft[field] !== undefined);
  if (lone) throw invalidField(lone, 'dependentRequired', `Send ${lone} together with is_closure_summary.`);
}

/** A parent must be a comment on the same ticket that the author may read. @throws Failure `invalid_parent_comment`. */
async function refuseForeignParent(work: Work, ticket: OpenTicket, parentId: string | null | undefined): Promise<void> {
  if (!parentId) return;
  const parent = await work.of(CommentStore).find(parentId);
  if (parent?.ticket_id !== ticket.id || !mayRead(standing(work.actor, ticket), parent))
    throw new Failure('invalid_parent_comment');
}

/** The comments of a ticket that the caller may open, as they may read them, oldest first. */
export async function showComments(work: Work, ticket: OpenTicket): Promise<Comment[]> {
  const internals = readsInternals(standing(work.actor, ticket));
  const comments = await work.of(CommentStore).onTicket(ticket.id, internals);
  const attachments = await work.of(AttachmentStore).onTicket(ticket.id, internals);
  const named = await namedIn(
    work,
    comments.map(({ content }) => content),
  );
  return viewComments(comments, attachments.map(viewAttachment), named, { person: work.actor, ticket });
}

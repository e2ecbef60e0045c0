import type { Comment, CommentDraft } from '../../contract/comments.ts';
import type { Status } from '../../contract/tickets.ts';
import type { Person } from '../actor.ts';
import { recordAnswer } from '../answers/record-answer.ts';
import { attachFiles, type KeptAttachment } from '../attachments/attach-files.ts';
import { viewAttachment } from '../attachments/attachment-view.ts';
import { allSettled } from '../database/all-settled.ts';
import { recordEvent } from '../events/record-event.ts';
import { Failure, invalidField } from '../failure.ts';
import { readMentions } from '../notices/mentions.ts';
import { indexTicket } from '../search/index-ticket.ts';
import type { SearchedTicket } from '../search/search-entry.ts';
import { mayReadComment } from '../visibility.ts';
import type { Work } from '../work.ts';
import { awaitingAfter, type Waiting } from './awaiting-reply.ts';

/**
 * @throws Failure `forbidden` when the draft is of a kind that only developers write;
 * `invalid_closure_summary_visibility` for an answer that its reporter could not read.
 */
export function permitComment(person: Person, draft: CommentDraft): void {
  if (person.role === 'developer') {
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

type CommentedTicket = SearchedTicket & Waiting & { readonly status: Status };

export interface PostedWith {
  /** The id that it gets. */
  readonly id?: string;
  /** Its files, which the file store keeps already. */
  readonly files?: readonly KeptAttachment[];
}

/**
 * Adds a comment, with its files, to a ticket that the caller holds and may open. A new closure summary replaces the one
 * before, which stays as a comment (docs/rules/closing.md#closure-summary).
 *
 * @throws Failure `invalid_parent_comment`, `cannot_be_mentioned`, `forbidden`, `validation_error`, `invalid_closure_summary_visibility`.
 */
export async function postComment(
  work: Work,
  ticket: CommentedTicket,
  draft: CommentDraft,
  { id = work.newId(), files = [] }: PostedWith = {},
): Promise<Comment> {
  permitComment(work.actor, draft);
  refuseLoneQuestion(draft);
  await refuseForeignParent(work, ticket.id, draft.parent_id);
  const mentions = await readMentions(work, ticket, {
    content: draft.content,
    is_internal: draft.is_internal ?? false,
  });
  const comment = {
    id,
    ticket_id: ticket.id,
    user_id: work.actor.id,
    content: draft.content,
    type: draft.type ?? 'comment',
    is_internal: draft.is_internal ?? false,
    is_closure_summary: draft.is_closure_summary ?? false,
    is_developer: work.actor.role === 'developer',
    parent_id: draft.parent_id ?? null,
    created_at: work.now,
    edited_at: null,
  };
  if (comment.is_closure_summary) await work.comments.unmarkClosureSummary(ticket.id);
  const awaiting = awaitingAfter(ticket, comment);
  const { type, is_internal, is_closure_summary } = comment;
  const record = () =>
    recordEvent(work, ticket, 'comment.created', {
      ...{ comment_id: id, type, is_internal, is_closure_summary },
      ...(mentions.length === 0 ? {} : { internal: { mentioned: mentions.map((person) => person.id) } }),
    });
  const about = is_closure_summary ? { question: draft.question ?? null, is_shared: draft.is_shared ?? true } : null;
  await allSettled([
    work.comments.add(comment),
    attachFiles(work, { ticketId: ticket.id, commentId: id, isInternal: is_internal }, files),
    // An internal comment must not move the ticket up in the list of its reporter, who cannot read it.
    is_internal || work.tickets.touch(ticket.id, work.now),
    awaiting === ticket.awaiting_reply_since || work.awaitingReply.set(ticket.id, awaiting),
    indexTicket(work, ticket),
    about === null && record(),
  ]);
  if (about !== null) {
    await work.tickets.summarise(ticket.id, id);
    await recordAnswer(work, ticket, { ...comment, ...about });
    await record();
  }
  const attachments = files.length === 0 ? [] : (await work.attachments.ofComment(id)).map(viewAttachment);
  return { ...comment, ...about, user_name: work.actor.name, user_email: work.actor.email, attachments, mentions };
}

/** What a closure summary is about, and whether it is shared, are no part of another comment. @throws Failure `validation_error`. */
function refuseLoneQuestion(draft: CommentDraft): void {
  if (draft.is_closure_summary) return;
  const lone = (['question', 'is_shared'] as const).find((field) => draft[field] !== undefined);
  if (lone) throw invalidField(lone, 'dependentRequired', `Send ${lone} together with is_closure_summary.`);
}

/** A parent must be a comment on the same ticket that the author may read. @throws Failure `invalid_parent_comment`. */
async function refuseForeignParent(work: Work, ticketId: string, parentId: string | null | undefined): Promise<void> {
  if (!parentId) return;
  const parent = await work.comments.find(parentId);
  if (parent?.ticket_id !== ticketId || !mayReadComment(work.actor, parent))
    throw new Failure('invalid_parent_comment');
}

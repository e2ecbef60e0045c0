import type { Comment, CommentChange } from '../../contract/comments.ts'
import type { Person } from '../actor.ts'
import { Failure } from '../failure.ts'
import { indexTicket } from '../search/index-ticket.ts'
import { holdTicket } from '../ticket-access/find-ticket.ts'
import type { Work } from '../work.ts'
import type { FoundComment } from './comment-store.ts'
import { findComment } from './find-comment.ts'
import { showComments } from './show-comments.ts'

/**
 * Replaces the text of a comment (docs/rules/comments.md#editing). Its former text stays for developers. No event is
 * recorded, so nobody is mailed again and no webhook hears of it.
 *
 * @throws Failure `ticket_not_found`, `forbidden`, `comment_not_found`.
 */
export async function editComment(
  work: Work,
  ticketId: string,
  commentId: string,
  { content }: CommentChange,
): Promise<Comment> {
  const ticket = await holdTicket(work, ticketId)
  const comment = await findComment(work, ticketId, commentId)
  permitEditing(work.actor, comment)
  if (content !== comment.content) {
    await replaceText(work, comment, content)
    await indexTicket(work, ticket)
    if (comment.is_closure_summary === 1) await work.solved.index(ticket.id, ticket.number)
    // As when it was posted: an internal comment does not move the ticket up in its reporter's list.
    if (comment.is_internal === 0) await work.tickets.touch(ticketId, work.now)
  }
  const edited = (await showComments(work, ticketId)).find(({ id }) => id === commentId)
  if (edited === undefined) throw new Failure('comment_not_found')
  return edited
}

function permitEditing(person: Person, { user_id, is_closure_summary }: FoundComment): void {
  if (user_id === person.id) return
  if (is_closure_summary === 1 && person.role === 'developer') return
  throw new Failure('forbidden', { message: 'Somebody else wrote this comment; only they may change it.' })
}

async function replaceText(work: Work, comment: FoundComment, content: string): Promise<void> {
  await work.commentEdits.add({
    id: work.newId(),
    comment_id: comment.id,
    content: comment.content,
    edited_by: work.actor.id,
    edited_at: work.now,
  })
  await work.comments.edit(comment.id, content, work.now)
}

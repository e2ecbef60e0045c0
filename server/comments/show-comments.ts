import type { Comment } from '../../contract/comments.ts'
import { readsInternals } from '../visibility.ts'
import type { Work } from '../work.ts'
import { viewComments } from './comment-view.ts'

/** The comments of a ticket that the caller may open, as they may read them, oldest first. */
export async function showComments(work: Work, ticketId: string): Promise<Comment[]> {
  return viewComments(await work.comments.onTicket(ticketId, readsInternals(work.actor)))
}

import { Comment, CommentDraft } from '../../contract/comments.ts'
import { IdPath } from '../../contract/scalars.ts'
import { IdempotencyKey, keyOf } from '../http/idempotency-key.ts'
import { operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'
import { answerOnce, fingerprintOf } from '../idempotency/answer-once.ts'
import { holdTicket } from '../tickets/find-ticket.ts'
import { permitComment, postComment } from './post-comment.ts'

const posting = operation({
  summary: 'Comment on a ticket, or write its closure summary',
  tag: 'Comments',
  access: 'signed-in',
  params: IdPath,
  headers: IdempotencyKey,
  body: CommentDraft,
  answers: { 201: Comment },
  refuses: [
    'too_many_requests',
    'forbidden',
    'ticket_not_found',
    'invalid_parent_comment',
    'idempotency_key_reused',
    'request_in_progress',
  ],
})

export async function commentRoutes(routes: Routes): Promise<void> {
  routes.post('/api/tickets/:id/comments', posting, async (request, reply) => {
    const { id } = request.params
    const once = {
      operation: `POST /api/tickets/${id}/comments`,
      key: keyOf(request),
      fingerprint: fingerprintOf(request.body),
    }
    const comment = await request.write((work) =>
      answerOnce(work, once, async () => {
        permitComment(work.actor, request.body)
        return postComment(work, await holdTicket(work, id), request.body)
      }),
    )
    reply.code(201)
    return comment
  })
}

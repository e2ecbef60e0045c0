import { Comment, CommentDraft, CommentPath } from '../../contract/comments.ts'
import { IdPath } from '../../contract/scalars.ts'
import { IdempotencyKey, keyOf } from '../http/idempotency-key.ts'
import { NoContent, operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'
import { answerOnce, fingerprintOf } from '../idempotency/answer-once.ts'
import { RunningRequests } from '../idempotency/running-requests.ts'
import { holdTicket } from '../ticket-access/find-ticket.ts'
import { permitComment, postComment } from './post-comment.ts'
import { takeBackComment } from './take-back-comment.ts'

const tag = 'Comments'

const posting = operation({
  operationId: 'postComment',
  summary: 'Comment on a ticket, or write its closure summary',
  tag,
  access: 'signed-in',
  scope: 'write',
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

const takingBack = operation({
  operationId: 'takeBackComment',
  summary: 'Take back a comment of your own, within 5 minutes, while nobody has replied and it is no closure summary',
  tag,
  access: 'signed-in',
  scope: 'write',
  params: CommentPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'ticket_not_found', 'comment_not_found', 'comment_locked'],
})

export async function commentRoutes(routes: Routes): Promise<void> {
  const running = new RunningRequests()

  routes.post('/api/tickets/:id/comments', posting, async (request, reply) => {
    const { id } = request.params
    const once = {
      operation: `POST /api/tickets/${id}/comments`,
      key: keyOf(request),
      fingerprint: fingerprintOf(request.body),
    }
    const post = () =>
      request.write((work) =>
        answerOnce(work, once, async () => {
          permitComment(work.actor, request.body)
          return postComment(work, await holdTicket(work, id), request.body)
        }),
      )
    const comment = await running.alone([request.person.id, once.operation, once.key], post)
    reply.code(201)
    return comment
  })

  routes.delete('/api/tickets/:id/comments/:commentId', takingBack, async (request, reply) => {
    const { id, commentId } = request.params
    await request.write((work) => takeBackComment(work, id, commentId))
    reply.code(204)
    return null
  })
}

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Runner } from '../work.ts'
import { isCurrent } from './preconditions.ts'

/**
 * Answers 304 when nobody has written to the database since the caller got the answer that they hold (RFC 9110 § 13.1.2).
 * It does so for operations that say `cacheable`: people read them again and again, and their answers follow from the
 * database alone, never from the time of day. The hook makes the tag before the route reads the answer, so the tag may be
 * older than the answer, never newer.
 */
export function answerUnchanged(app: FastifyInstance, runner: Runner, version: string): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.cacheable) return
    const { id, role } = request.person
    const revision = await runner.read(request.anonymous, (work) => work.revision())
    const made = [version, revision, id, role].join(' ')
    const tag = `"${createHash('sha256').update(made).digest('base64url').slice(0, 22)}"`
    reply.header('etag', `W/${tag}`)
    if (isCurrent(request.headers['if-none-match'], tag)) return reply.code(304).send()
  })
}

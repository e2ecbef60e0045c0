import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isHeld } from './preconditions.ts'

/**
 * Answers 304 when nothing at all has been written since the caller was given the answer that they hold (RFC 9110 § 13.1.2).
 * For operations that say `cacheable`: people look at them again and again, and they follow from the database alone, never from
 * the time of day. The tag is made before the answer is read, so it may be older than the answer, never newer.
 */
export function answerUnchanged(app: FastifyInstance, version: string): void {
  app.addHook('preHandler', async (request, reply) => {
    if (!request.routeOptions.config.cacheable) return
    const { id, role } = request.person
    const revision = await request.read((work) => work.revision())
    const made = [version, revision, id, role].join(' ')
    const tag = `"${createHash('sha256').update(made).digest('base64url').slice(0, 22)}"`
    reply.header('etag', `W/${tag}`)
    if (isHeld(request.headers['if-none-match'], tag)) return reply.code(304).send()
  })
}

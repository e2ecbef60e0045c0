import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Person } from '../actor.ts'
import { Failure } from '../failure.ts'
import type { Tokens } from '../sign-in/tokens.ts'
import type { Runner } from '../work.ts'
import type { WriteLimit } from './rate-limit.ts'

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i

interface Parts {
  readonly runner: Runner
  readonly tokens: Tokens
  readonly writes: WriteLimit
}

/** Before a body is read: 401, then 429, then 403 by role (decisions § 1, order of checks). */
export function authenticate(app: FastifyInstance, { runner, tokens, writes }: Parts): void {
  app.decorateRequest('who', null)
  app.decorateRequest('person', {
    getter(this: FastifyRequest): Person {
      if (this.who === null) throw new Error('A public route asked for the signed-in person.')
      return this.who
    },
  })
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'public') return
    request.who = await personBehind(request, runner, tokens)
    if (request.method !== 'GET' && request.method !== 'HEAD') writes.count(request.who.id, runner.clock.now())
    if (access === 'developer' && request.who.role !== 'developer')
      throw new Failure('forbidden', { message: 'Only developers may do this; ask one.' })
  })
}

/** @throws Failure `unauthorized` for a token that is missing, wrong, expired or revoked, or whose user is gone. */
async function personBehind(request: FastifyRequest, runner: Runner, tokens: Tokens): Promise<Person> {
  const token = BEARER.exec(request.headers.authorization ?? '')?.[1]
  const claims = token ? tokens.read(token, runner.clock.now()) : null
  if (claims === null) throw new Failure('unauthorized')
  const session = await runner.read(request.nobody, (work) => work.sessions.personOf(claims.sid))
  const over =
    session === undefined || session.revoked_at !== null || Date.parse(session.expires_at) <= runner.clock.now()
  if (over || session.id !== claims.sub) throw new Failure('unauthorized')
  const { id, email, name, role, language } = session
  return { id, email, name, role, language, sessionId: claims.sid }
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isProgram, type Person } from '../actor.ts'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { permitAccess } from '../http/permit-access.ts'
import { WriteLimit } from '../http/rate-limit.ts'
import { personWithToken } from '../tokens/person-with-token.ts'
import { TokenAuthentication } from '../tokens/token-authentication.ts'
import type { Runner } from '../work.ts'
import { personIn } from './person-in-session.ts'
import type { SessionUse } from './session-use.ts'
import { consumeStreamToken } from './stream-tokens.ts'
import type { Claims, Tokens } from './tokens.ts'

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i
/** A token for programs. It has no dots, so that it is no JWT. */
const PROGRAM = /^Bearer +(kwit_\w+) *$/i

interface Parts {
  readonly runner: Runner
  readonly tokens: Tokens
  readonly streamTokens: Tokens
  readonly sessionUse: SessionUse
  readonly config: Pick<Config, 'writesPerMinute' | 'unusedSessionMs'>
}

/** The JWT that stands in the header `Authorization`, unchecked; undefined when none does. */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1]

/** Checks each request before its body is read: answers 401, then 429, then 403 by role (docs/rules/conventions.md#order-of-checks). */
export function authenticate(app: FastifyInstance, parts: Parts): void {
  const { runner, config } = parts
  const writes = new WriteLimit(config.writesPerMinute)
  const programs = new TokenAuthentication(runner)
  app.decorateRequest('signedIn', null)
  app.decorateRequest('person', {
    getter(this: FastifyRequest): Person {
      if (this.signedIn === null) throw new Error('A public route asked for the signed-in person.')
      return this.signedIn
    },
  })
  app.addHook('onRequest', async (request) => {
    const { config: route } = request.routeOptions
    if (route.access === undefined || route.access === 'public') return
    request.signedIn = await authenticatedPerson(request, parts, programs)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      writes.count(writerOf(request.signedIn), runner.clock.now())
    permitAccess(route, request.signedIn)
  })
}

/** Programs have an allowance of their own, so that a script does not use up what its owner has in the browser. */
const writerOf = (person: Person): string => (isProgram(person) ? `programs of ${person.id}` : person.id)

/**
 * @throws Failure `unauthorized` for a token that is missing, wrong, expired, revoked or unused for too long, or whose
 * user was removed.
 */
async function authenticatedPerson(
  request: FastifyRequest,
  parts: Parts,
  programs: TokenAuthentication,
): Promise<Person> {
  const token = PROGRAM.exec(request.headers.authorization ?? '')?.[1]
  if (token) return programs.personWith(request.anonymous, token)
  const { runner, sessionUse, config } = parts
  const claims = await claimsOf(request, parts)
  if (claims === null) throw new Failure('unauthorized')
  const [session, revision] = await runner.read(request.anonymous, (work) =>
    Promise.all([work.sessions.personOf(claims.sid), request.routeOptions.config.cacheable ? work.revision() : null]),
  )
  request.revision = revision
  const now = runner.clock.now()
  // A program may have fetched the ticket of a stream.
  if (session === undefined && request.routeOptions.config.takesStreamToken) {
    const program = await runner.read(request.anonymous, (work) => work.apiTokens.personOf(claims.sid))
    const owner = personWithToken(program, now)
    if (owner?.id === claims.sub) return owner
  }
  const person = personIn(session, now, config.unusedSessionMs)
  if (session === undefined || person?.id !== claims.sub) throw new Failure('unauthorized')
  sessionUse.note(session, now)
  return person
}

async function claimsOf(request: FastifyRequest, { runner, tokens, streamTokens }: Parts): Promise<Claims | null> {
  const token = bearerToken(request)
  if (token) return tokens.read(token, runner.clock.now())
  const { ticket } = request.query as { ticket?: unknown }
  if (!request.routeOptions.config.takesStreamToken || typeof ticket !== 'string') return null
  return runner.write(request.anonymous, (work) => consumeStreamToken(work, streamTokens, ticket))
}

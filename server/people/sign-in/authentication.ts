import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type Config,
  Failure,
  isProgram,
  type Person,
  permitAccess,
  type Runner,
  refusePrograms,
  type Work,
  WriteLimit,
} from '#platform';
import { personWithToken } from '../tokens/api-tokens.ts';
import { TokenAuthentication } from '../tokens/token-authentication.ts';
import { TokenStore } from '../tokens/token-store.ts';
import { type SessionPerson, SessionStore } from './session-store.ts';
import { personIn, type SessionUse } from './sessions.ts';
import { type Claims, consumeStreamToken, type Tokens } from './tokens.ts';

const BEARER = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+) *$/i;
/** A token for programs. It has no dots, so that it is no JWT. */
const PROGRAM = /^Bearer +(kwit_\w+) *$/i;

interface Parts {
  readonly runner: Runner;
  readonly tokens: Tokens;
  readonly streamTokens: Tokens;
  readonly sessionUse: SessionUse;
  readonly config: Pick<Config, 'writesPerMinute' | 'unusedSessionMs'>;
}

/** How many sessions a process remembers, of some 500 bytes each. */
const REMEMBERED = 1000;

interface Found {
  /** It may have ended: `personIn` decides. */
  readonly session: SessionPerson | undefined;
  /** The state of the database that it was read from; null where nobody asked for it. */
  readonly revision: string | null;
}

/** Finds sessions with their people, as the database has them now. */
class SessionFinder {
  readonly #known = new LRUCache<string, Found>({ max: REMEMBERED });

  /** @param withRevision whether the request needs the state of the database besides. Where nobody has written since, the session is as it was. */
  async find(work: Work<null>, id: string, withRevision: boolean): Promise<Found> {
    if (!withRevision) return { session: await work.of(SessionStore).personOf(id), revision: null };
    if (work.asksServer) {
      const [session, revision] = await Promise.all([work.of(SessionStore).personOf(id), work.revision()]);
      return { session, revision };
    }
    // Read before the session is, so it may be older, never newer.
    const revision = await work.revision();
    const known = this.#known.get(id);
    if (known?.revision === revision) return known;
    const found = { session: await work.of(SessionStore).personOf(id), revision };
    this.#known.set(id, found);
    return found;
  }
}

/** The JWT that stands in the header `Authorization`, unchecked; undefined when none does. */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization ?? '')?.[1];

/** Checks each request before its body is read: answers 401, then 429, then 403 by role (docs/rules/conventions.md#order-of-checks). */
export function authenticate(app: FastifyInstance, parts: Parts): void {
  const { runner, config } = parts;
  const writes = new WriteLimit(config.writesPerMinute);
  const found = { programs: new TokenAuthentication(runner), sessions: new SessionFinder() };
  app.decorateRequest('signedIn', null);
  app.decorateRequest('person', {
    getter(this: FastifyRequest): Person {
      if (this.signedIn === null) throw new Error('A public route asked for the signed-in person.');
      return this.signedIn;
    },
  });
  app.addHook('onRequest', async (request) => {
    const { config: route } = request.routeOptions;
    if (route.access === undefined || route.access === 'public') return;
    request.signedIn = await authenticatedPerson(request, parts, found);
    try {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        writes.count(writerOf(request.signedIn), runner.clock.now());
      permitAccess(route, request.signedIn);
    } catch (refusal) {
      // Thirty connections that are refused would keep the others waiting as well.
      await request.takeTurn(false, () => Promise.reject(refusal));
    }
  });
  // Before anything of the body is judged: nothing of such a request is done, whatever else it says.
  app.addHook('preValidation', async ({ signedIn, body, routeOptions: { config } }) => {
    if (config.isPeoples == null || typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) if (config.isPeoples(name, value)) refusePrograms(signedIn);
  });
}

/** Programs have an allowance of their own, so that a script does not use up what its owner has in the browser. */
const writerOf = (person: Person): string => (isProgram(person) ? `programs of ${person.id}` : person.id);

/**
 * @throws Failure `unauthorized` for a token that is missing, wrong, expired, revoked or unused for too long, or whose
 * user was removed.
 */
async function authenticatedPerson(
  request: FastifyRequest,
  parts: Parts,
  { programs, sessions }: { readonly programs: TokenAuthentication; readonly sessions: SessionFinder },
): Promise<Person> {
  const token = PROGRAM.exec(request.headers.authorization ?? '')?.[1];
  if (token) return programs.personWith(request.anonymous, token);
  const { runner, sessionUse, config } = parts;
  const claims = await claimsOf(request, parts);
  if (claims === null) throw new Failure('unauthorized');
  const { session, revision } = await runner.read(request.anonymous, (work) =>
    sessions.find(work, claims.sid, request.routeOptions.config.cacheable === true),
  );
  request.revision = revision;
  const now = runner.clock.now();
  // A program may have fetched the ticket of a stream.
  if (session === undefined && request.routeOptions.config.takesStreamToken) {
    const program = await runner.read(request.anonymous, (work) => work.of(TokenStore).personOf(claims.sid));
    const owner = personWithToken(program, now);
    if (owner?.id === claims.sub) return owner;
  }
  const person = personIn(session, now, config.unusedSessionMs);
  if (session === undefined || person?.id !== claims.sub) throw new Failure('unauthorized');
  sessionUse.note(session, now);
  return person;
}

async function claimsOf(request: FastifyRequest, { runner, tokens, streamTokens }: Parts): Promise<Claims | null> {
  const token = bearerToken(request);
  if (token) return tokens.read(token, runner.clock.now());
  const { ticket } = request.query as { ticket?: unknown };
  if (!request.routeOptions.config.takesStreamToken || typeof ticket !== 'string') return null;
  return runner.write(request.anonymous, (work) => consumeStreamToken(work, streamTokens, ticket));
}

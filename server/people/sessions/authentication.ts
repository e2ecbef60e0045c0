import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import {
  type Config,
  Failure,
  instant,
  isProgram,
  MINUTE,
  type Person,
  type RequestContext,
  type Runner,
  refusePrograms,
  type Work,
} from '#platform';
import { permitAccess, WriteLimit } from '#platform/serving';
import { type SessionPerson, SessionStore } from '../session-store.ts';
import { hasEnded, hashOf, isTokenText, mailLateUse, personWithToken } from '../tokens/api-tokens.ts';
import { type TokenPerson, TokenStore } from '../tokens/token-store.ts';
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
    if (!withRevision) return { session: await work.of(SessionStore).personOf({ id }), revision: null };
    if (work.asksServer) {
      const [session, revision] = await Promise.all([work.of(SessionStore).personOf({ id }), work.revision()]);
      return { session, revision };
    }
    // Read before the session is, so it may be older, never newer.
    const revision = await work.revision();
    const last = this.#known.get(id);
    if (last?.revision === revision) return last;
    const current = { session: await work.of(SessionStore).personOf({ id }), revision };
    this.#known.set(id, current);
    return current;
  }
}

/** The JWT that stands in the header `Authorization`, unchecked; undefined when none does. */
const bearerToken = ({ headers }: FastifyRequest): string | undefined => BEARER.exec(headers.authorization ?? '')?.[1];

/** Somebody who signs in. */
export interface Visitor {
  /** The client's address. */
  readonly client: string;
  /** The header User-Agent. */
  readonly userAgent: string | null;
  /** The token with which the client was signed in before, unchecked. Its session ends. */
  readonly formerToken: string | null;
}

export const visitorOf = (request: FastifyRequest): Visitor => ({
  client: request.clientAddress,
  userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
  formerToken: bearerToken(request) ?? null,
});

/** Checks each request before its body is read: answers 401, then 429, then 403 by role (docs/rules/conventions.md#order-of-checks). */
export function authenticate(app: FastifyInstance, parts: Parts): void {
  const { runner, config } = parts;
  const writes = new WriteLimit(config.writesPerMinute);
  const finders = { programs: new TokenAuthentication(runner), sessions: new SessionFinder() };
  app.decorateRequest('signedIn', null);
  app.decorateRequest('person', {
    getter(this: FastifyRequest): Person {
      if (this.signedIn === null) throw new Error('A public route asked for the signed-in person.');
      return this.signedIn;
    },
  });
  app.addHook('onRequest', async (request) => {
    const { config: route } = request.routeOptions;
    if (route.knowsCallers === true) request.signedIn = await knownCaller(request, parts, finders);
    if (route.access === undefined || route.access === 'public') return;
    request.signedIn = await authenticatedPerson(request, parts, finders);
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

/** The caller of a public operation; null without a good token that may read. */
async function knownCaller(...parameters: Parameters<typeof authenticatedPerson>): Promise<Person | null> {
  if (parameters[0].headers.authorization === undefined) return null;
  try {
    const person = await authenticatedPerson(...parameters);
    permitAccess({ access: 'signed-in', scope: 'read' }, person);
    return person;
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

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
    const program = await runner.read(request.anonymous, (work) => work.of(TokenStore).personOf({ id: claims.sid }));
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

/** How long after a use that is written down another one is worth writing, in milliseconds. */
const WORTH_WRITING_MS = 15 * MINUTE;

/** Authenticates requests of programs by their tokens, and keeps when a token was last used (docs/rules/tokens.md#use). */
export class TokenAuthentication {
  readonly #runner: Runner;
  /** Tokens whose use is being written: many requests at once write one. */
  readonly #writing = new Set<string>();

  constructor(runner: Runner) {
    this.#runner = runner;
  }

  /** @throws Failure `unauthorized` for a token that is none, has ended or was revoked, or whose owner is gone. */
  async personWith(context: RequestContext<null>, token: string): Promise<Person> {
    if (!isTokenText(token)) throw new Failure('unauthorized');
    const hash = hashOf(token);
    const row = await this.#runner.read(context, (work) => work.of(TokenStore).personOfHash({ hash }));
    const now = this.#runner.clock.now();
    const person = personWithToken(row, now);
    if (row !== undefined && person === null) await this.#noteLateUse(context, row, now);
    if (row === undefined || person === null) throw new Failure('unauthorized');
    await this.#noteUse(context, row, now);
    return person;
  }

  async #noteLateUse(context: RequestContext<null>, token: TokenPerson, now: number): Promise<void> {
    if (token.used_after_end_at !== null || token.is_active === 0 || !hasEnded(token, now)) return;
    try {
      await this.#runner.write(context, (work) => mailLateUse(work, token));
    } catch {
      // The request is refused all the same, and the next one tells.
    }
  }

  async #noteUse(
    context: RequestContext<null>,
    { token_id: id, last_used_at }: TokenPerson,
    now: number,
  ): Promise<void> {
    const isNoted = last_used_at !== null && now - Date.parse(last_used_at) < WORTH_WRITING_MS;
    if (isNoted || this.#writing.has(id)) return;
    this.#writing.add(id);
    try {
      const before = instant(now - WORTH_WRITING_MS);
      await this.#runner.write(context, (work) => work.of(TokenStore).markUsed({ id, now: work.now, before }));
    } catch {
      // A use that cannot be written down is no reason to refuse the request.
    } finally {
      this.#writing.delete(id);
    }
  }
}

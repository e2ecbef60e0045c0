import type { FastifyContextConfig, FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import proxyaddr from 'proxy-addr';
import { Type } from 'typebox';
import { traceparentIn } from '#contract/trace-context.ts';
import { TOKEN_SCOPES, type TokenScope } from '#contract/words.ts';
import { CurrentAct } from '../act.ts';
import type { Actor, Person } from '../actor.ts';
import { MINUTE } from '../clock.ts';
import { Failure } from '../failure.ts';
import type { Operation, RequestContext, Runner } from '../work.ts';
import type { TurnGate } from './connection/turn-gate.ts';
import { boundsOf } from './overload.ts';

export const IdempotencyKey = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Send the same key again to get the first answer again, for 24 h, without doing it twice.',
    }),
  ),
});

export const keyOf = (request: Pick<FastifyRequest, 'headers'>): string | null => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? key : null;
};

type Permission = Pick<FastifyContextConfig, 'access' | 'scope' | 'registersPasskey'>;

/**
 * Whether a person may call a route, first by their role, then by the scope of the token that they send
 * (docs/rules/tokens.md#scopes).
 *
 * @throws Failure `passkey_required` for a session that is good for making a passkey alone, `forbidden`,
 * `insufficient_scope`.
 */
export function permitAccess(
  { access, scope, registersPasskey = false }: Permission,
  { role, credential }: Pick<Person, 'role' | 'credential'>,
) {
  if (credential.kind === 'session' && credential.onlyRegisters && !registersPasskey)
    throw new Failure('passkey_required');
  if (access === 'developer' && role !== 'developer')
    throw new Failure('forbidden', { message: 'Only developers may do this; ask one.' });
  if (credential.kind !== 'token' || !scope) return;
  if (scope === 'session') throw new Failure('forbidden', { message: 'No token may do this; sign in for it.' });
  if (!includes(credential.scope, scope)) throw insufficientScope(scope);
}

/** Each scope has those before it. `shipments` has no other, and of the others only `admin` has it. */
function includes(held: TokenScope, needed: TokenScope): boolean {
  if (held === 'shipments' || needed === 'shipments') return held === needed || held === 'admin';
  return TOKEN_SCOPES.indexOf(held) >= TOKEN_SCOPES.indexOf(needed);
}

const insufficientScope = (scope: TokenScope) =>
  new Failure('insufficient_scope', { scope, message: `This needs a token with the scope ${scope}.` });

/** Limits each person's writes to so many a minute, or another time. It remembers the last 10,000 people who wrote, so that it cannot grow without end. */
export class WriteLimit {
  readonly #most: number;
  readonly #windowMs: number;
  /** By size, for with `max` it takes the room of all of them from the start. */
  readonly #seen = new LRUCache<string, { since: number; count: number }>({
    maxSize: 10_000,
    sizeCalculation: () => 1,
  });

  /** @param windowMs how long they are counted, in milliseconds. */
  constructor(most: number, windowMs = MINUTE) {
    this.#most = most;
    this.#windowMs = windowMs;
  }

  /** @throws Failure `too_many_requests` with the seconds until they are counted anew. */
  count(writer: string, now: number): void {
    const seen = this.#seen.get(writer);
    if (seen === undefined || now - seen.since >= this.#windowMs) {
      this.#seen.set(writer, { since: now, count: 1 });
      return;
    }
    seen.count += 1;
    if (seen.count > this.#most)
      throw new Failure('too_many_requests', { retryAfter: Math.ceil((seen.since + this.#windowMs - now) / 1000) });
  }
}

/**
 * Adds to each request what routes use: the signed-in person's or an anonymous context, the client's address, and `read`
 * and `write`, which run an operation.
 *
 * @param gates where expensive reads wait for their turn, and where all else does of anybody who asks for much at once.
 * @param trustProxy proxies whose X-Forwarded-For Kwit believes. The client is then the rightmost address in it that is not
 * one of them.
 */
export function requestContext(
  app: FastifyInstance,
  runner: Runner,
  gates: { readonly reads: TurnGate; readonly others: TurnGate },
  trustProxy: readonly string[],
): void {
  const trusted = proxyaddr.compile([...trustProxy]);
  app.decorateRequest('anonymous', {
    getter(this: FastifyRequest): RequestContext<null> {
      return new ContextInRequest(this, null);
    },
  });
  app.decorateRequest('visitor', {
    getter(this: FastifyRequest): RequestContext {
      return new ContextInRequest(this, this.signedIn);
    },
  });
  app.decorateRequest('act', {
    getter(this: FastifyRequest): CurrentAct {
      this.ownAct ??= new CurrentAct(actKindOf(this));
      return this.ownAct;
    },
  });
  app.decorateRequest('ownAct', null);
  // Without a promise: every request passes here.
  app.addHook('onSend', ({ ownAct }, reply, _payload, done) => {
    if (ownAct?.isRecorded && reply.statusCode < 400) reply.header('kwit-act', ownAct.id);
    done();
  });
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest): string {
      return trustProxy.length === 0 ? (this.socket.remoteAddress ?? '') : proxyaddr(this.raw, trusted);
    },
  });
  app.decorateRequest('read', function <T>(this: FastifyRequest, operation: Operation<T>): Promise<T> {
    return this.takeTurn(isExpensive(this), () => runner.read(contextOf(this), operation));
  });
  app.decorateRequest('takeTurn', function <
    T,
  >(this: FastifyRequest, isExpensive: boolean, operation: () => Promise<T>): Promise<T> {
    return (isExpensive ? gates.reads : gates.others).run(callerOf(this), async (hasWaited) => {
      if (hasWaited && this.signedIn) await this.confirmRights();
      return operation();
    });
  });
  decorateWrites(app, runner, gates.others);
  app.decorateRequest('confirmRights', async function (this: FastifyRequest): Promise<void> {
    stillPermit(this, await runner.personNow(contextOf(this)));
  });
}

const contextOf = (request: FastifyRequest) => new ContextInRequest(request, request.person);

function decorateWrites(app: FastifyInstance, runner: Runner, gate: TurnGate): void {
  app.decorateRequest('writeMs', 0);
  app.decorateRequest('writePart', async function <
    T,
  >(this: FastifyRequest, operation: Operation<T>, write: (part: Operation<T>) => Promise<T>): Promise<T> {
    // A request that writes in parts gives others as much time as it takes itself.
    if (this.writeMs > 0) await gate.giveWay(callerOf(this).personId, this.writeMs);
    return write(async (work) => {
      const began = performance.now();
      try {
        return await operation(work);
      } finally {
        // A write that waits for the disk keeps nobody from theirs.
        this.writeMs = performance.now() - began;
      }
    });
  });
  app.decorateRequest('write', function <T>(this: FastifyRequest, operation: Operation<T>): Promise<T> {
    return this.writePart(operation, (part) => {
      const write = () => runner.writeSignedIn(contextOf(this), (person) => stillPermit(this, person), part);
      return gate.run(callerOf(this), write, () => this.writeMs);
    });
  });
}

/** The ways in make no acts: nobody takes a sign-in back. */
const actKindOf = ({ routeOptions: { url = '', schema } }: FastifyRequest): string | null =>
  url.startsWith('/api/auth/') ? null : ((schema as { operationId?: string } | undefined)?.operationId ?? null);

/** The longest `limit` with which a list counts as cheap. */
const CHEAP_LIMIT = 100;

/** Whether a read takes its turn (docs/rules/service.md#turns). */
function isExpensive({ query, routeOptions: { config } }: FastifyRequest): boolean {
  const { q, limit = config.usualLimit } = query as { q?: unknown; limit?: unknown };
  return config.expensive === true || q !== undefined || Number(limit) > CHEAP_LIMIT;
}

/** All callers at one address who are not signed in count as one. */
const callerOf = ({ method, signedIn, clientAddress, raw }: FastifyRequest) => ({
  personId: signedIn?.id ?? clientAddress,
  patienceMs: boundsOf(method).patienceMs,
  hasLeft: () => raw.socket.destroyed,
});

/** A class and no object with a getter, which costs ten times as much: each request has several. */
class ContextInRequest<A extends Actor> implements RequestContext<A> {
  readonly actor: A;
  readonly correlationId: string;
  readonly source = 'api';
  readonly traceparent: string | undefined;
  readonly #request: FastifyRequest;

  constructor(request: FastifyRequest, actor: A) {
    this.actor = actor;
    this.correlationId = request.id;
    this.traceparent = traceparentIn(request.headers.traceparent);
    this.#request = request;
  }

  get act(): CurrentAct {
    return this.#request.act;
  }

  get whileReadOnly(): boolean {
    return this.#request.routeOptions.config.whileReadOnly ?? false;
  }

  /** Found when it is asked for: few requests do. */
  get clientAddress(): string {
    return this.#request.clientAddress;
  }
}

/** From here on, the request is that of the person as they are now. @throws Failure `forbidden`. */
function stillPermit(request: FastifyRequest, person: Person): void {
  permitAccess(request.routeOptions.config, person);
  request.signedIn = person;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import proxyaddr from 'proxy-addr';
import { traceparentIn } from '../../contract/trace-context.ts';
import type { Actor, Person } from '../actor.ts';
import type { Operation, RequestContext, Runner } from '../work.ts';
import type { ReadGate } from './connection/read-gate.ts';
import { permitAccess } from './permit-access.ts';

/**
 * Adds to each request what routes use: the signed-in person's or an anonymous context, the client's address, and `read`
 * and `write`, which run an operation.
 *
 * @param gate where expensive reads wait for their turn.
 * @param trustProxy proxies whose X-Forwarded-For Kwit believes. The client is then the rightmost address in it that is not
 * one of them.
 */
export function requestContext(
  app: FastifyInstance,
  runner: Runner,
  gate: ReadGate,
  trustProxy: readonly string[],
): void {
  const trusted = proxyaddr.compile([...trustProxy]);
  const contextOf = (request: FastifyRequest) => new ContextInRequest(request, request.person);
  app.decorateRequest('anonymous', {
    getter(this: FastifyRequest): RequestContext<null> {
      return new ContextInRequest(this, null);
    },
  });
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest): string {
      return trustProxy.length === 0 ? (this.socket.remoteAddress ?? '') : proxyaddr(this.raw, trusted);
    },
  });
  app.decorateRequest('read', function <T>(this: FastifyRequest, operation: Operation<T>): Promise<T> {
    const read = () => runner.read(contextOf(this), operation);
    return isExpensive(this) ? gate.run(readerOf(this), read) : read();
  });
  app.decorateRequest('write', function <T>(this: FastifyRequest, operation: Operation<T>): Promise<T> {
    return runner.writeSignedIn(contextOf(this), (person) => stillPermit(this, person), operation);
  });
  app.decorateRequest('confirmRights', async function (this: FastifyRequest): Promise<void> {
    stillPermit(this, await runner.personNow(contextOf(this)));
  });
}

/** The longest `limit` with which a list counts as cheap. */
const CHEAP_LIMIT = 100;

/** Whether a read takes its turn (docs/rules/service.md#expensive-reads). */
function isExpensive({ query, routeOptions }: FastifyRequest): boolean {
  const { q, limit } = query as { q?: unknown; limit?: unknown };
  return routeOptions.config.expensive === true || q !== undefined || Number(limit) > CHEAP_LIMIT;
}

const readerOf = ({ person, raw }: FastifyRequest) => ({ personId: person.id, hasLeft: () => raw.socket.destroyed });

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

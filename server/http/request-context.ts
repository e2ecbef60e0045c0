import type { FastifyInstance, FastifyRequest } from 'fastify'
import proxyaddr from 'proxy-addr'
import type { Operation, RequestContext, Runner } from '../work.ts'

/**
 * What routes find on a request: on whose behalf it runs, from which address, and how to run an operation.
 *
 * @param trustProxy proxies whose X-Forwarded-For is believed: then the client is the rightmost address that is none.
 */
export function requestContext(app: FastifyInstance, runner: Runner, trustProxy: readonly string[]): void {
  const trusted = proxyaddr.compile([...trustProxy])
  const behalf = (request: FastifyRequest) => ({ actor: request.person, correlationId: request.id, source: 'api' })
  app.decorateRequest('nobody', {
    getter(this: FastifyRequest): RequestContext<null> {
      return { actor: null, correlationId: this.id, source: 'api' }
    },
  })
  app.decorateRequest('clientAddress', {
    getter(this: FastifyRequest): string {
      return trustProxy.length === 0 ? (this.socket.remoteAddress ?? '') : proxyaddr(this.raw, trusted)
    },
  })
  app.decorateRequest('read', function <T>(this: FastifyRequest, operation: Operation<T>): Promise<T> {
    return runner.read(behalf(this), operation)
  })
  app.decorateRequest('write', function <T>(this: FastifyRequest, operation: Operation<T>): Promise<T> {
    return runner.write(behalf(this), operation)
  })
}

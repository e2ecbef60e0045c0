import type { FastifyInstance } from 'fastify'
import type { FailureCode } from '../../contract/errors.ts'
import { traceIdIn } from '../../contract/trace-context.ts'
import type { SecurityLog } from '../audit/security-log.ts'
import { Failure } from '../failure.ts'

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that was sent; null when none was. */
    refusal: FailureCode | null
  }
}

/**
 * Writes one line for each request that was answered, by ids: a person who reads a `request_id` in a refusal can tell it
 * to the operator, who finds the line (docs/rules/service.md#logs). Every line of a request that belongs to a trace names
 * it. Has refusals that matter to security told besides, and at the stop how many were not.
 */
export function logRequests(app: FastifyInstance, securityLog: SecurityLog): void {
  app.decorateReply('refusal', null)
  app.setChildLoggerFactory((logger, bindings, options, { headers }) => {
    const trace_id = traceIdIn(headers.traceparent)
    return logger.child(trace_id === undefined ? bindings : { ...bindings, trace_id }, options)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, signedIn } = request
    request.log.info(
      {
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user_id: signedIn?.id ?? null,
        ...(reply.refusal === null ? {} : { refusal: reply.refusal }),
      },
      'request',
    )
    done()
  })
  app.addHook('onError', async (request, _, error: Error) => {
    if (!(error instanceof Failure)) return
    const { method, routeOptions, signedIn, id: requestId, clientAddress } = request
    const who = { route: `${method} ${routeOptions.url ?? ''}`, userId: signedIn?.id ?? null }
    securityLog.refused({ requestId, clientAddress }, error.code, who)
  })
  app.addHook('onClose', async () => securityLog.close())
}

import type { FastifyInstance } from 'fastify'
import type { SecurityLog } from '../audit/security-log.ts'
import { Failure } from '../failure.ts'

/** Has refusals that matter to security told in the log, and at the stop how many were not. */
export function logRefusals(app: FastifyInstance, securityLog: SecurityLog): void {
  app.addHook('onError', async (request, _, error: Error) => {
    if (!(error instanceof Failure)) return
    const { method, routeOptions, signedIn, id: requestId, clientAddress } = request
    const who = { route: `${method} ${routeOptions.url ?? ''}`, userId: signedIn?.id ?? null }
    securityLog.refused({ requestId, clientAddress }, error.code, who)
  })
  app.addHook('onClose', async () => securityLog.close())
}

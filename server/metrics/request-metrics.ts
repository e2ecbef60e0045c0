import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import { Metrics } from './metrics.ts'
import { exposeProcess } from './process-metrics.ts'
import { RequestDurations } from './request-durations.ts'
import { exposeService, type ServiceParts } from './service-metrics.ts'

/** What this process measures of itself until it closes. Whatever else is to be shown is exposed in the same metrics. */
export function measure(app: FastifyInstance, parts: ServiceParts & { readonly clock: Clock }): Metrics {
  const metrics = new Metrics()
  const durations = new RequestDurations()
  durations.exposeIn(metrics)
  countRequests(app, durations)
  exposeService(metrics, parts)
  const stopWatching = exposeProcess(metrics, parts.clock)
  app.addHook('onClose', async () => stopWatching())
  return metrics
}

/** Counts every request when its answer is out. What no route took is counted under one name. */
function countRequests(app: FastifyInstance, durations: RequestDurations): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url = '(none)' } = request.routeOptions
    durations.count(request.method, url, reply.statusCode, reply.elapsedTime / 1000)
    done()
  })
}

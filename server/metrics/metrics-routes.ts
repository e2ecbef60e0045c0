import type { FastifyRequest } from 'fastify'
import proxyaddr from 'proxy-addr'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'
import type { Metrics } from './metrics.ts'

const reading = operation({
  summary: 'Read what is measured, as Prometheus does',
  tag: 'Service',
  access: 'public',
  answers: {},
  refuses: ['forbidden'],
  produces: ['text/plain'],
})

/**
 * Metrics for whoever calls from an address in METRICS_ALLOW: the client's, as the limits count it. A request that says
 * it was passed on by somebody who is not in TRUST_PROXY is refused: behind a proxy on this machine every caller would
 * be the machine itself.
 */
export const metricsRoutes =
  (metrics: Metrics, { metricsAllow, trustProxy }: Pick<Config, 'metricsAllow' | 'trustProxy'>) =>
  async (routes: Routes): Promise<void> => {
    const isAllowed = proxyaddr.compile([...metricsAllow])
    const isTrusted = proxyaddr.compile([...trustProxy])
    const mayRead = (request: FastifyRequest): boolean => {
      const isPassedOn = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
      return !(isPassedOn && !isTrusted(request.ip, 0)) && isAllowed(request.clientAddress, 0)
    }
    routes.get('/metrics', reading, async (request, reply) => {
      if (!mayRead(request))
        throw new Failure('forbidden', { message: 'Only the addresses in METRICS_ALLOW may read this.' })
      reply.type('text/plain; version=0.0.4; charset=utf-8')
      return (await metrics.text()) as never
    })
  }

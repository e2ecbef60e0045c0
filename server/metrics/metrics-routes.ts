import type { FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import proxyaddr from 'proxy-addr'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'

const reading = operation({
  summary: 'Read what is measured, as Prometheus does',
  tag: 'Service',
  access: 'public',
  answers: {},
  refuses: ['forbidden'],
  produces: ['text/plain'],
})

/**
 * Gives the metrics to clients whose address is in METRICS_ALLOW, by the same address as the limits. It refuses a request
 * that a proxy has forwarded when TRUST_PROXY does not name the proxy: behind a proxy on this machine, every client would
 * have this machine's address.
 */
export const metricsRoutes =
  (metrics: Registry, { metricsAllow, trustProxy }: Pick<Config, 'metricsAllow' | 'trustProxy'>) =>
  async (routes: Routes): Promise<void> => {
    const isAllowed = proxyaddr.compile([...metricsAllow])
    const isTrusted = proxyaddr.compile([...trustProxy])
    const mayRead = (request: FastifyRequest): boolean => {
      const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined
      return !(isForwarded && !isTrusted(request.ip, 0)) && isAllowed(request.clientAddress, 0)
    }
    routes.get('/metrics', reading, async (request, reply) => {
      if (!mayRead(request))
        throw new Failure('forbidden', { message: 'Only the addresses in METRICS_ALLOW may read this.' })
      return reply.type(metrics.contentType).send(await metrics.metrics())
    })
  }

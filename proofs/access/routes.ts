import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'

/** What the router answers, and to whom by the route's own word. `url` is a pattern, such as `/api/tickets/:id`. */
export interface Route {
  readonly method: string
  readonly url: string
  readonly access: string
}

const CHANNEL = 'fastify.initialization'

/** Every route that is added while the service is built: from the router itself, and from no list of ours. */
export async function routesOf<T>(build: () => Promise<T>): Promise<{ built: T; routes: readonly Route[] }> {
  const routes: Route[] = []
  const watch = (message: unknown) =>
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat()) routes.push({ method: one, url, access: config?.access ?? 'public' })
    })
  subscribe(CHANNEL, watch)
  try {
    return { built: await build(), routes }
  } finally {
    unsubscribe(CHANNEL, watch)
  }
}

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import type { Scope } from '../../server/platform/http/operation.ts';

/** A route of the router, and who may call it as the route declares. `url` is a pattern, such as `/api/tickets/:id`. */
export interface Route {
  readonly method: string;
  readonly url: string;
  readonly access: string;
  /** Which scope a token needs, as the route declares; null on public routes. */
  readonly scope: Scope | null;
}

const CHANNEL = 'fastify.initialization';

/** Builds the service and collects its routes from the router itself, so that no list of ours can miss one. */
export async function routesOf<T>(build: () => Promise<T>): Promise<{ built: T; routes: readonly Route[] }> {
  const routes: Route[] = [];
  const collect = (router: FastifyInstance) =>
    router.addHook('onRoute', ({ method, url, config }) => {
      for (const verb of [method].flat())
        routes.push({ method: verb, url, access: config?.access ?? 'public', scope: config?.scope ?? null });
    });
  return { built: await buildWith(collect, build), routes };
}

/** Builds the service, with `prepare` called on its router before anything else is. */
export async function buildWith<T>(prepare: (router: FastifyInstance) => void, build: () => Promise<T>): Promise<T> {
  const watch = (message: unknown) => prepare((message as { fastify: FastifyInstance }).fastify);
  subscribe(CHANNEL, watch);
  try {
    return await build();
  } finally {
    unsubscribe(CHANNEL, watch);
  }
}

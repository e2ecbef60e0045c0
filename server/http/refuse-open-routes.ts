import type { FastifyInstance } from 'fastify';

/**
 * Stops the start with an error when a route does not say who may call it. The routes of /api/docs come from a library,
 * and anyone may call them.
 */
export function refuseOpenRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, access: 'public' };
    if (route.config?.access === undefined && route.method !== 'OPTIONS') {
      throw new Error(`The route ${String(route.method)} ${route.url} does not say who may call it.`);
    }
  });
}

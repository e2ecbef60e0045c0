import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import type { Clock } from '#platform';
import { showProcess } from './process-metrics.ts';
import { type ServiceParts, showService } from './service-metrics.ts';

/** Upper bounds in seconds: most answers take less than ten milliseconds, an upload may take two minutes. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120];

/** Measures this process until the app closes. The other modules of metrics/ add to the registry that it gives. */
export function measure(app: FastifyInstance, parts: ServiceParts & { readonly clock: Clock }): Registry {
  const registry = new Registry();
  countRequests(app, registry);
  showService(registry, parts);
  const stopWatching = showProcess(registry, parts.clock);
  app.addHook('onClose', async () => stopWatching());
  return registry;
}

/** Counts each request when its answer is out, by route pattern and never by address. Requests without a route share one name. */
function countRequests(app: FastifyInstance, registry: Registry): void {
  const answers = new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by class of status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'From the request to the end of its answer.',
    labelNames: ['method', 'route'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', ({ method, routeOptions }, reply, done) => {
    const { url: route = '(none)' } = routeOptions;
    answers.inc({ method, route, status: `${Math.floor(reply.statusCode / 100)}xx` });
    durations.observe({ method, route }, reply.elapsedTime / 1000);
    done();
  });
}

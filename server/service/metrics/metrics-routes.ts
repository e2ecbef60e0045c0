import type { Registry } from 'prom-client';
import type { Config } from '#platform';
import { operation, operatorAddresses, type Routes } from '#platform/serving';

const reading = operation({
  operationId: 'getMetrics',
  summary: 'Read what is measured, as Prometheus does',
  tag: 'Service',
  access: 'public',
  answers: {},
  refuses: ['forbidden'],
  produces: ['text/plain'],
});

/** Gives the metrics to clients whose address is in METRICS_ALLOW. */
export const metricsRoutes =
  (metrics: Registry, config: Pick<Config, 'metricsAllow' | 'trustProxy'>) =>
  async (routes: Routes): Promise<void> => {
    const permit = operatorAddresses(config);
    routes.get('/metrics', reading, async (request, reply) => {
      permit(request);
      return reply.type(metrics.contentType).send(await metrics.metrics());
    });
  };

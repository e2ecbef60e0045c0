import type { FastifyInstance } from 'fastify';

/** A balancer sends it with each request if it asks another node wherever this one answers a read with 502. */
const HEADER = 'x-next-upstream';
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD']);

/**
 * Answers reads with 502 while the service stops, to balancers that then ask another node: nginx asks no `/ready`, and
 * leaves a node out only after a request has failed there (docs/rules/service.md#stop).
 *
 * @param isStopping whether the service has been asked to stop; its port may still be open.
 */
export function handOverReads(app: FastifyInstance, isStopping: () => boolean): void {
  // Without a promise: every request passes here.
  app.addHook('onRequest', ({ method, headers }, reply, next) => {
    if (isStopping() && headers[HEADER] !== undefined && READS.has(method)) reply.code(502).send();
    else next();
  });
}

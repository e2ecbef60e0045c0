import type { FastifyRequest } from 'fastify';
import proxyaddr from 'proxy-addr';
import { Health, Ready } from '#contract/service.ts';
import { type Clock, instant } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/connection.ts';
import { isDiskFault } from '../database/disk-fault.ts';
import { Failure } from '../failure.ts';
import { operation, type Routes } from './operation.ts';

/**
 * Refuses clients whose address is not in METRICS_ALLOW, by the same address as the limits: for what only those may read
 * who operate Kwit. It refuses a request that a proxy has forwarded when TRUST_PROXY does not name the proxy: behind a
 * proxy on this machine, every client would have this machine's address.
 *
 * @returns throws Failure `forbidden`.
 */
export function operatorAddresses({ metricsAllow, trustProxy }: Pick<Config, 'metricsAllow' | 'trustProxy'>) {
  const isAllowed = proxyaddr.compile([...metricsAllow]);
  const isTrusted = proxyaddr.compile([...trustProxy]);
  return (request: FastifyRequest): void => {
    const isForwarded = request.headers['x-forwarded-for'] !== undefined || request.headers.forwarded !== undefined;
    const isHidden = isForwarded && !isTrusted(request.ip, 0);
    if (isHidden || !isAllowed(request.clientAddress, 0))
      throw new Failure('forbidden', { message: 'Only the addresses in METRICS_ALLOW may read this.' });
  };
}

const TAG = 'Service';

interface Service {
  readonly database: Database;
  readonly clock: Clock;
  readonly version: string;
  /** Whether the service has been asked to stop. */
  isStopping(): boolean;
}

const health = operation({
  operationId: 'getHealth',
  summary: 'See that the process lives',
  tag: TAG,
  access: 'public',
  answers: { 200: Health },
});
const ready = operation({
  operationId: 'getReadiness',
  summary: 'See that the service can answer',
  tag: TAG,
  access: 'public',
  answers: { 200: Ready },
});

/** For supervisors and load balancers: whether the process lives, and whether it can answer. */
export const serviceRoutes =
  (service: Service) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/health', health, async () => ({
      status: 'ok' as const,
      service: 'kwit' as const,
      version: service.version,
      time: instant(service.clock.now()),
    }));

    routes.get('/ready', ready, async () => {
      if (service.isStopping()) throw new Failure('service_unavailable', { message: 'The service is stopping.' });
      try {
        await service.database.ping();
      } catch (cause) {
        const message = isDiskFault(cause)
          ? 'The disk of the database is full, or takes no writes.'
          : 'The database does not answer.';
        throw Object.assign(new Failure('service_unavailable', { message }), { cause });
      }
      return { status: 'ready' as const };
    });
  };

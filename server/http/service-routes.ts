import { Health, Ready } from '../../contract/service.ts';
import { type Clock, instant } from '../clock.ts';
import type { Database } from '../database/connection.ts';
import { Failure } from '../failure.ts';
import { operation } from './operation.ts';
import type { Routes } from './routes.ts';

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
  refuses: [],
});
const ready = operation({
  operationId: 'getReadiness',
  summary: 'See that the service can answer',
  tag: TAG,
  access: 'public',
  answers: { 200: Ready },
  refuses: [],
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
        throw Object.assign(new Failure('service_unavailable', { message: 'The database does not answer.' }), {
          cause,
        });
      }
      return { status: 'ready' as const };
    });
  };

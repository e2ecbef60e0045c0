import { setTimeout as after } from 'node:timers/promises';
import type { OutboxWorker } from '#events/serving';
import { type Database, type Outbound, SECOND } from '#platform';
import type { Mailers } from '#platform/serving';
import type { SignOfLife } from '#service';
import type { Housekeeping } from '#service/serving';

/**
 * How long running work has to finish. After that the process ends anyway: what was acknowledged is on the disk, and
 * leases of other work run out.
 */
const STOP_TIMEOUT_MS = 10 * SECOND;

/** Parts that a stop closes. */
export interface Running {
  readonly app: {
    readonly log: Record<'info' | 'warn', (message: string) => void> &
      Record<'info' | 'error', (facts: object, message: string) => void>;
    close(): PromiseLike<unknown>;
  };
  readonly worker: OutboxWorker;
  readonly mailInWays: { stop(): Promise<void> };
  readonly housekeeping: Housekeeping;
  readonly signOfLife: SignOfLife;
  readonly mailers: Mailers;
  readonly outbound: Outbound;
  readonly database: Database;
}

/** Lets running work finish, then closes what that work needs. */
export async function closeService({
  app,
  worker,
  mailInWays,
  housekeeping,
  signOfLife,
  mailers,
  outbound,
  database,
}: Running): Promise<void> {
  await Promise.all([app.close(), worker.stop(), mailInWays.stop(), housekeeping.stop()]);
  // Until the last request is answered, no other version may change the schema.
  await signOfLife.stop();
  await mailers.close();
  outbound.close();
  await database.close();
}

/**
 * At SIGTERM, drains: the port stays open, so that balancers can notice and clients lose nothing. At SIGINT, or at a
 * second signal, closes at once (docs/rules/service.md#stop).
 *
 * @param drainMs how long the port stays open, in milliseconds.
 * @param drain says from now on that the service is stopping.
 */
export function stopOnSignal(running: Running, drainMs: number, drain: () => void): void {
  const { log } = running.app;
  const drainEnded = new AbortController();
  let isDraining = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (drainEnded.signal.aborted) return;
    drain();
    if (signal === 'SIGTERM' && !isDraining) {
      isDraining = true;
      log.info(`${signal}: stopping; requests are taken for ${drainMs / SECOND} s more`);
      await after(drainMs, undefined, { signal: drainEnded.signal }).catch(() => {});
      if (drainEnded.signal.aborted) return;
    }
    drainEnded.abort();
    if (!isDraining) log.info(`${signal}: stopping`);
    const began = performance.now();
    setTimeout(() => {
      log.warn('stopped before all work had finished');
      process.exit(0);
    }, STOP_TIMEOUT_MS).unref();
    await closeService(running).then(
      () => {
        log.info({ ms: Math.round(performance.now() - began) }, 'stopped');
        process.exit(0);
      },
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

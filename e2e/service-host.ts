/**
 * Runs services for the stories of a worker, all in this process, each on a folder of its own. A process for each would load and
 * compile the whole server for every story, which takes longer than most of them.
 */
import { fileURLToPath } from 'node:url';
import { type ServiceHere, serviceHere } from '../server/testing/service-here.ts';

/** Asks for a service with this environment, or for the end of the one that was asked for by this number. */
export interface ToHost {
  readonly id: number;
  readonly environment: Readonly<Record<string, string | undefined>> | null;
}

/** Says that it is done; where the service is, when one began; and why it is not, when it failed. */
export interface FromHost {
  readonly id: number;
  readonly url?: string;
  readonly error?: string;
}

const webApp = fileURLToPath(new URL('../web/dist', import.meta.url));
const services = new Map<number, ServiceHere>();

async function answerTo({ id, environment }: ToHost): Promise<FromHost> {
  if (environment) {
    const service = await serviceHere(environment, webApp);
    services.set(id, service);
    return { id, url: service.address };
  }
  await services.get(id)?.stop();
  services.delete(id);
  return { id };
}

process.umask(0o077);
process.on('message', async (message: ToHost) => {
  const answer = await answerTo(message).catch((error: Error) => ({
    id: message.id,
    error: error.stack ?? `${error}`,
  }));
  process.send?.(answer);
});
process.on('disconnect', () => process.exit());

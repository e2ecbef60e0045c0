/** Runs the service as `main.ts` does, in this process: to start one takes longer than most of what is then asked. */
import { readConfig } from '#platform';
import { runService } from '../start.ts';
import { closeService } from '../stop.ts';

/** A service that no signal stops. */
export interface ServiceHere {
  readonly address: string;
  /** Cuts its connections, and closes it. */
  stop(): Promise<void>;
}

/** @param webApp the folder of the built web app; null for none. */
export async function serviceHere(
  environment: Readonly<Record<string, string | undefined>>,
  webApp: string | null = null,
): Promise<ServiceHere> {
  let stop = async () => {};
  const invoked = { isNew: false, version: '1.2.3', webApp, say: () => {} };
  const address = await runService(readConfig(environment), invoked, (running) => {
    stop = () => {
      running.app.server.closeAllConnections();
      return closeService(running);
    };
  });
  return { address, stop };
}

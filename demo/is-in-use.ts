import { EVERYTHING } from '#access';
import { countByStatus } from '#planning';
import type { Database } from '#platform';
import { runnerOn } from '../server/runner.ts';

/** Whether there are tickets already. */
export async function isInUse(database: Database, now: number): Promise<boolean> {
  const runner = runnerOn(database, { now: () => now });
  const counts = await runner.read({ actor: null, correlationId: 'demo', source: 'demo' }, (work) =>
    countByStatus(work, EVERYTHING),
  );
  return Object.values(counts).some((count) => count > 0);
}

import type { Database } from '../server/database/connection.ts';
import { Runner } from '../server/work.ts';

/** Whether there are tickets already. */
export async function isInUse(database: Database, now: number): Promise<boolean> {
  const runner = new Runner(database, { now: () => now });
  const counts = await runner.read({ actor: null, correlationId: 'demo', source: 'demo' }, (work) =>
    work.statistics.counts({ all: true }),
  );
  return Object.values(counts).some((count) => count > 0);
}

import type { RequestContext, Runner } from '#platform';
import { hasStaleWaits, settleStaleWaits } from './waits.ts';

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'waits', source: 'waits' };

/** Does what is due of waits, a little at a time. @returns whether there may be more. */
export async function keepWaits(runner: Runner): Promise<boolean> {
  if (!(await runner.read(CONTEXT, hasStaleWaits))) return false;
  return runner.write(CONTEXT, settleStaleWaits);
}

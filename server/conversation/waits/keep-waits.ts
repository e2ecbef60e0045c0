import type { RequestContext, Runner } from '#platform';
import { announceWaits, hasUntoldWaits } from './announce-waits.ts';
import { hasStaleWaits, settleStaleWaits } from './waits.ts';

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'waits', source: 'waits' };

/** Does what is due of waits, a little at a time: first they are due by what has changed, then people are told. @returns whether there may be more. */
export async function keepWaits(runner: Runner): Promise<boolean> {
  if (await runner.read(CONTEXT, hasStaleWaits)) {
    await runner.write(CONTEXT, settleStaleWaits);
    return true;
  }
  return (await runner.read(CONTEXT, hasUntoldWaits)) && (await runner.write(CONTEXT, announceWaits));
}

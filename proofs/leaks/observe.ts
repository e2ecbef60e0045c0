import type { Answer, Caller } from '../../server/testing/caller.ts';
import { inTurns } from './in-turns.ts';
import type { Planted } from './planted.ts';
import { addressesOf } from './sweep.ts';

/** Lists in which a ticket that has been updated stands elsewhere, or is counted otherwise. */
const ordersAndCounts = (moment: string): readonly string[] => [
  '/api/tickets?sort=updated_at',
  '/api/tickets?sort=updated_at&view=row',
  '/api/tickets?sort=updated_at&order=asc&limit=1',
  `/api/tickets?updated_before=${moment}`,
  `/api/tickets/count?updated_before=${moment}`,
  '/api/tickets.csv?sort=updated_at',
];

/** These change from one request to the next, whatever happens: the time, the request's id, and a place sealed anew. */
const OF_EACH_ANSWER = /"(generated_at|made_at|request_id|last_event_id)":"[^"]*"/g;
const OF_EACH_HEAD = new Set(['date', 'x-request-id']);

/**
 * Everything that a caller is told by the interface, by address: statuses, headers and bodies.
 *
 * @param moment a time to ask for what was updated before it.
 */
export async function observe(
  planted: Planted,
  caller: Caller,
  patterns: readonly string[],
  moment: string,
): Promise<Record<string, string>> {
  const addresses = patterns
    .filter((pattern) => pattern.startsWith('/api/'))
    .flatMap((pattern) => addressesOf(pattern, planted));
  const all = [...new Set([...addresses, ...ordersAndCounts(moment)])];
  const responses: Record<string, string> = {};
  await inTurns(all, async (address) => {
    responses[address] = shownDurations(await caller.get(address));
  });
  return responses;
}

function shownDurations({ status, headers, bytes }: Answer<unknown>): string {
  const head = [...headers].filter(([name]) => !OF_EACH_HEAD.has(name)).map((header) => header.join(': '));
  return [status, ...head, bytes.toString('latin1').replace(OF_EACH_ANSWER, '')].join('\n');
}

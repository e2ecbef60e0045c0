import { type Actor, allSettled, MINUTE, shifted, type Work } from '#platform';
import { EventStore } from '../event-store.ts';
import { readEvent } from '../recorded-event.ts';
import type { Delivery } from '../subscriber.ts';
import { ClaimStore, type Lease } from './claim-store.ts';
import type { ClaimedEntry } from './route.ts';

/** Milliseconds after which another worker takes back what a worker has claimed and not settled (docs/rules/events.md#delivery). */
export const LEASE_MS = 5 * MINUTE;

/** A delivery that a worker has claimed, and under which lease. */
export interface ClaimedDelivery extends Delivery {
  readonly lease: string;
  /** The worker starts nothing else while it runs. */
  readonly isExclusive: boolean;
}

/** Claims entries whose destinations are to be decided: the oldest first, and of each ticket only the first. */
export async function claimEntries(work: Work<Actor>, limit: number): Promise<ClaimedEntry[]> {
  const lease = newLease(work);
  const rows = await work.of(ClaimStore).entries({ ...lease, limit });
  return rows.map((row) => ({ event: readEvent(row), attempts: row.attempts, lease: lease.lease }));
}

/**
 * Claims due deliveries, of each channel as many as there is room for. A poison candidate is claimed before all others, and
 * exclusively: if it ends this worker too, no other attempt is lost with it.
 *
 * @param room how many more deliveries of a channel may run now.
 * @param isIdle whether the worker runs nothing. A poison candidate waits until then, and everything else with it.
 */
export async function claimDeliveries(
  work: Work<Actor>,
  room: (channel: string) => number,
  isIdle: boolean,
): Promise<ClaimedDelivery[]> {
  const lease = newLease(work);
  const [isPoisoned, firstChannel] = await allSettled([
    work.of(ClaimStore).hasPoisonCandidate(work.now),
    work.of(ClaimStore).nextChannel('', work.now),
  ]);
  if (isPoisoned) {
    if (!isIdle) return [];
    const row = await work.of(ClaimStore).poisonCandidate(lease);
    // When another worker has it, this one goes on with the others.
    if (row) return claimedDeliveries(work, [row], lease, true);
  }
  const claimed: ClaimedDelivery[] = [];
  let channel = firstChannel;
  while (channel !== undefined) {
    const limit = room(channel);
    const [rows, next] = await allSettled([
      limit > 0 ? work.of(ClaimStore).deliveries(channel, { ...lease, limit }) : [],
      work.of(ClaimStore).nextChannel(channel, work.now),
    ]);
    claimed.push(...(await claimedDeliveries(work, rows, lease, false)));
    channel = next;
  }
  return claimed;
}

const newLease = (work: Work<Actor>): Lease => ({
  lease: work.newId(),
  now: work.now,
  until: shifted(work.now, LEASE_MS),
});

type ClaimedRow = Awaited<ReturnType<ClaimStore['deliveries']>>[number];

/** Each entry is read once, whatever the number of its deliveries. */
async function claimedDeliveries(
  work: Work<Actor>,
  rows: readonly ClaimedRow[],
  { lease }: Lease,
  isExclusive: boolean,
): Promise<ClaimedDelivery[]> {
  const claimedOf = async (entryId: string, deliveries: readonly ClaimedRow[]): Promise<ClaimedDelivery[]> => {
    const [entry] = await allSettled([
      work.of(EventStore).find(entryId),
      work.of(EventStore).beginDelivery(entryId, work.now),
    ]);
    if (entry === undefined) throw new Error(`The delivery ${deliveries[0]?.id} has no entry.`);
    const event = readEvent(entry);
    return deliveries.map(({ id, channel, destination: name, attempts: attempt }) => {
      return { id, destination: { channel, name }, event, attempt, lease, isExclusive };
    });
  };
  const byEntry = Map.groupBy(rows, (row) => row.entry_id);
  return (await allSettled([...byEntry].map(([entryId, deliveries]) => claimedOf(entryId, deliveries)))).flat();
}

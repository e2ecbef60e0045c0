import { type Actor, allSettled, MINUTE, shifted, type Work } from '#platform';
import { EventStore } from '../event-store.ts';
import { readEvent } from '../recorded-event.ts';
import type { Delivery } from '../subscriber.ts';
import { ClaimStore, type Lease } from './claim-store.ts';
import type { ClaimedEntry, DeadLetter } from './delivery-pass.ts';
import { type Ending, outcomeOf, type RetryRule, settleDelivery } from './settle.ts';

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
    work.of(ClaimStore).hasPoisonCandidate({ now: work.now }),
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
      limit > 0 ? work.of(ClaimStore).deliveries({ ...lease, channel, limit }) : [],
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
      work.of(EventStore).find({ id: entryId }),
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

/**
 * Gives back a claimed entry whose destinations could not be decided: it is tried again later. After the last attempt it
 * fails, and the ticket's later events go on.
 *
 * @returns what became of it; null, and nothing changed, when another worker has it by now.
 */
export async function returnEntry(
  work: Work<Actor>,
  { id, lease }: { readonly id: string; readonly lease: string },
  ending: Exclude<Ending, { how: 'receipt' }>,
  rule: RetryRule,
): Promise<'pending' | 'failed' | null> {
  const entry = await work.of(EventStore).hold({ id });
  if (entry === undefined || entry.lease !== lease) return null;
  const { wait, error } = outcomeOf(ending, entry.attempts, rule);
  const isOver = wait === null;
  const status = isOver ? 'failed' : 'pending';
  const nextAttemptAt = isOver ? null : shifted(work.now, wait);
  const routing = { lease: null, leased_until: null, ...(isOver ? { routed_at: work.now } : {}) };
  const state = { status, attempts: entry.attempts, nextAttemptAt, lastError: error } as const;
  await work.of(EventStore).setState(id, state, work.now, routing);
  return status;
}

/** Entries and deliveries at a time; the next pass takes the rest. */
const LIMIT = 100;
const LOSS = { how: 'loss' } as const;

/**
 * Takes back what another worker claimed and did not settle before its lease ran out. A delivery without attempts left is
 * given up: an event that ends its worker each time must not do so for ever.
 *
 * @param isRunningHere names deliveries that this process attempts. They are left alone, whatever the clock says.
 * @returns how many claims it took back, and what of them is given up.
 */
export async function recoverExpired(
  work: Work<Actor>,
  isRunningHere: (deliveryId: string) => boolean,
  rule: RetryRule,
): Promise<{ readonly count: number; readonly dead: readonly DeadLetter[] }> {
  let count = 0;
  const dead: DeadLetter[] = [];
  const expired = { now: work.now, limit: LIMIT };
  for (const { id, lease } of await work.of(ClaimStore).expiredEntries(expired)) {
    const status = lease && (await returnEntry(work, { id, lease }, LOSS, rule));
    if (status) count += 1;
    if (status === 'failed') dead.push({ entryId: id, destination: null });
  }
  for (const { id, lease, entry_id: entryId } of await work.of(ClaimStore).expiredDeliveries(expired)) {
    if (isRunningHere(id) || lease === null) continue;
    const settled = await settleDelivery(work, { id, lease, entryId }, LOSS, rule);
    if (settled) count += 1;
    if (settled?.delivery === 'failed') dead.push({ entryId, destination: settled.destination });
  }
  return { count, dead };
}

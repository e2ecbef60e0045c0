import { type QueryCreator, type SelectQueryBuilder, sql } from 'kysely';
import { type Actor, allSettled, compiled, type Instant, MINUTE, Store, shifted, type Work } from '#platform';
import type { Schema } from '#records';
import { EVENT, EventStore } from '../event-store.ts';
import { readEvent } from '../recorded-event.ts';
import type { Delivery } from '../subscriber.ts';
import type { ClaimedEntry, DeadLetter } from './delivery-pass.ts';
import { type Ending, outcomeOf, type RetryRule, settleDelivery } from './settle.ts';

/** The marks of a worker on the rows that it claims. */
interface Lease {
  /** Names this claim. Every later write of the worker names it too, and has no effect once the row has another lease. */
  readonly lease: string;
  readonly now: Instant;
  /** When another worker may take the row back. */
  readonly until: Instant;
}

interface Claim extends Lease {
  readonly limit: number;
}

/**
 * After so many attempts in a row without word from the worker, a delivery may be what ends its workers: it is a poison
 * candidate. The index `deliveries_suspect` is made for this number.
 */
const POISON_AFTER = 2;

/** The columns that a claim sets. The attempt is counted before it is made, so that an attempt that ends its worker counts. */
const claimed = ({ lease, now, until }: Lease) => ({
  status: 'processing' as const,
  attempts: sql<number>`attempts + 1`,
  lease,
  leased_until: until,
  updated_at: now,
});

/** The oldest entries without destinations; none before the ticket's earlier ones have theirs. */
const unrouted = (db: QueryCreator<Schema>, p: Claim) =>
  db
    .selectFrom('event_outbox')
    .select('event_outbox.position as at')
    .where('routed_at', 'is', null)
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '<=', p.now)
    .where(
      sql<boolean>`not exists (select 1 from event_outbox as earlier
        where earlier.aggregate_id = event_outbox.aggregate_id and earlier.seq < event_outbox.seq
        and earlier.routed_at is null)`,
    )
    .orderBy('event_outbox.position')
    .limit(p.limit);

const entries = compiled((db, p: Claim, dialect) =>
  db
    .with('picked', (creator) => dialect.claimable(unrouted(creator, p)))
    .updateTable('event_outbox')
    .from('picked')
    .set(claimed(p))
    .whereRef('event_outbox.position', '=', 'picked.at')
    .returning(EVENT)
    .returning('event_outbox.attempts'),
);

const due = (db: QueryCreator<Schema>, now: Instant) =>
  db
    .selectFrom('event_deliveries')
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', 'is not', null)
    .where('next_attempt_at', '<=', now);

const healthy = (db: QueryCreator<Schema>, now: Instant) => due(db, now).where('lost', '<', sql.lit(POISON_AFTER));

const firstPoisonCandidate = (db: QueryCreator<Schema>, now: Instant) =>
  due(db, now)
    .where('lost', '>=', sql.lit(POISON_AFTER))
    .select('event_deliveries.id as id')
    .orderBy('next_attempt_at')
    .limit(1);

type Picked = SelectQueryBuilder<Schema, 'event_deliveries', { id: string }>;

const claimPicked = (db: QueryCreator<Schema>, p: Lease, pick: (creator: QueryCreator<Schema>) => Picked) =>
  db
    .with('picked', pick)
    .updateTable('event_deliveries')
    .from('picked')
    .set({ ...claimed(p), next_attempt_at: null })
    .whereRef('event_deliveries.id', '=', 'picked.id')
    .returning(['event_deliveries.id', 'entry_id', 'attempts', 'channel', 'destination']);

const deliveries = compiled((db, p: Claim & { channel: string }, dialect) =>
  claimPicked(db, p, (creator) =>
    dialect.claimable(
      healthy(creator, p.now)
        .select('event_deliveries.id as id')
        .where('channel', '=', p.channel)
        .orderBy('next_attempt_at')
        .limit(p.limit),
    ),
  ),
);

const claimPoisonCandidate = compiled((db, p: Lease, dialect) =>
  claimPicked(db, p, (creator) => dialect.claimable(firstPoisonCandidate(creator, p.now))),
);

const findPoisonCandidate = compiled((db, p: { now: Instant }) => firstPoisonCandidate(db, p.now));

const nextChannel = compiled((db, p: { after: string; now: Instant }) =>
  healthy(db, p.now).select('channel').where('channel', '>', p.after).orderBy('channel').limit(1),
);

type Expired = Pick<Claim, 'now' | 'limit'>;

const hasExpired = ({ now }: Expired) => sql<boolean>`leased_until <= ${now}`;

const expiredEntries = compiled((db, p: Expired) =>
  db.selectFrom('event_outbox').select(['id', 'lease']).where(hasExpired(p)).orderBy('leased_until').limit(p.limit),
);

const expiredDeliveries = compiled((db, p: Expired) =>
  db
    .selectFrom('event_deliveries')
    .select(['id', 'lease', 'entry_id'])
    .where(hasExpired(p))
    .orderBy('leased_until')
    .limit(p.limit),
);

/** Claims of workers, under a lease: entries to decide their destinations, and deliveries to attempt them. */
class ClaimStore extends Store {
  /** Claims entries without destinations: the oldest first, and of each ticket only the first. */
  readonly entries = this.all(entries);
  /** Claims due deliveries of a channel, but for poison candidates. */
  readonly deliveries = this.all(deliveries);
  /** Whether a delivery is due that two workers in a row did not come back from. */
  readonly hasPoisonCandidate = this.any(findPoisonCandidate);
  /** Claims one of those; undefined when other workers have them all. */
  readonly poisonCandidate = this.first(claimPoisonCandidate);
  readonly expiredEntries = this.all(expiredEntries);
  readonly expiredDeliveries = this.all(expiredDeliveries);

  /** The first channel after this one, by name, that has a due delivery; poison candidates do not count. */
  async nextChannel(after: string, now: Instant): Promise<string | undefined> {
    return (await this.connection.first(nextChannel, { after, now }))?.channel;
  }
}

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

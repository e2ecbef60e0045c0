import { type QueryCreator, type SelectQueryBuilder, sql } from 'kysely';
import { compiled, type Instant, Store } from '#platform';
import type { Schema } from '#records';
import { EVENT } from '../event-store.ts';

/** What a worker writes on the rows that it claims. */
export interface Lease {
  /** Names this claim. Every later write of the worker names it too, and has no effect once the row has another lease. */
  readonly lease: string;
  readonly now: Instant;
  /** When another worker may take the row back. */
  readonly until: Instant;
}

export interface Claim extends Lease {
  readonly limit: number;
}

/**
 * After so many attempts in a row without word from the worker, a delivery may be what ends its workers: it is a poison
 * candidate. The index `deliveries_suspect` is made for this number.
 */
const POISON_AFTER = 2;

/** What a claim makes of a row. The attempt is counted before it is made, so that what ends its worker counts as well. */
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

const claimEntries = compiled((db, p: Claim, dialect) =>
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

const claimDeliveries = compiled((db, p: Claim & { channel: string }, dialect) =>
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

/** What workers claim, under a lease: entries to decide their destinations, and deliveries to attempt them. */
export class ClaimStore extends Store {
  /** Claims entries without destinations: the oldest first, and of each ticket only the first. */
  readonly entries = this.all(claimEntries);
  /** Claims due deliveries of a channel, but for poison candidates. */
  readonly deliveries = this.all(claimDeliveries);
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

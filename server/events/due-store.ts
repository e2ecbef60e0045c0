import { sql } from 'kysely'
import type { Instant } from '../clock.ts'
import { compiled } from '../database/compiled.ts'
import { type Connection, first } from '../database/connection.ts'
import type { Claim } from './routing-store.ts'

const nextChannel = compiled((db, p: { after: string; now: Instant }) =>
  db
    .selectFrom('event_deliveries')
    .select('channel')
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', 'is not', null)
    .where('next_attempt_at', '<=', p.now)
    .where('channel', '>', p.after)
    .orderBy('channel')
    .limit(1),
)

const claim = compiled((db, p: Claim & { channel: string }, dialect) =>
  db
    .with('picked', (with_) =>
      dialect.claimable(
        with_
          .selectFrom('event_deliveries')
          .select('event_deliveries.id as it')
          .where('channel', '=', p.channel)
          .where('status', '=', sql.lit('pending'))
          .where('next_attempt_at', 'is not', null)
          .where('next_attempt_at', '<=', p.now)
          .orderBy('next_attempt_at')
          .limit(p.limit),
      ),
    )
    .updateTable('event_deliveries')
    .from('picked')
    .set((eb) => ({
      status: 'processing' as const,
      attempts: eb('attempts', '+', 1),
      next_attempt_at: null,
      lease: p.lease,
      leased_until: p.until,
      updated_at: p.now,
    }))
    .whereRef('event_deliveries.id', '=', 'picked.it')
    .returning(['event_deliveries.id', 'entry_id', 'attempts', 'channel', 'destination']),
)

const hasten = compiled((db, p: { channel: string; now: Instant }) =>
  db
    .updateTable('event_deliveries')
    .set({ next_attempt_at: p.now })
    .where('channel', '=', p.channel)
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', 'is not', null)
    .where('next_attempt_at', '>', p.now),
)

const stuck = compiled((db, p: { now: Instant; limit: number }) =>
  db
    .selectFrom('event_deliveries')
    .select(['id', 'lease', 'entry_id'])
    .where('leased_until', '<=', p.now)
    .orderBy('leased_until')
    .limit(p.limit),
)

/** Deliveries that are due, by their channels. */
export class DueStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The first channel after this one, in order of names, that has something due. */
  async nextChannel(after: string, now: Instant): Promise<string | undefined> {
    return (await first(this.#connection.rows(nextChannel(this.#connection, { after, now }))))?.channel
  }

  /** Takes what is due in a channel and counts the attempt. */
  claim(channel: string, claimed: Claim) {
    return this.#connection.rows(claim(this.#connection, { ...claimed, channel }))
  }

  /** What waits for its next attempt in a channel is due now. Entries learn of it when they are tried. */
  async hasten(channel: string, now: Instant): Promise<void> {
    await this.#connection.change(hasten(this.#connection, { channel, now }))
  }

  /** Deliveries whose lease has run out. */
  stuck(now: Instant, limit: number) {
    return this.#connection.rows(stuck(this.#connection, { now, limit }))
  }
}

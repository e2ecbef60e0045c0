import { sql } from 'kysely';
import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

/** @property most what is dated later was dated by a clock that was ahead. */
interface Misdated {
  readonly now: Instant;
  readonly most: Instant;
}

const entries = compiled((db, p: Misdated) =>
  db
    .updateTable('event_outbox')
    .set({ next_attempt_at: p.now })
    .where('routed_at', 'is', null)
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '>', p.most),
);

const deliveries = compiled((db, p: Misdated) =>
  db
    .updateTable('event_deliveries')
    .set({ next_attempt_at: p.now })
    .where('status', '=', sql.lit('pending'))
    .where('next_attempt_at', '>', p.most),
);

const leases = (['event_outbox', 'event_deliveries'] as const).map((table) =>
  compiled((db, p: Misdated) => db.updateTable(table).set({ leased_until: p.now }).where('leased_until', '>', p.most)),
);

const attempts = compiled((db, p: { most: Instant }) => db.deleteFrom('attempts').where('at', '>', p.most));

const codes = compiled((db, p: { most: Instant }) => db.deleteFrom('sign_in_codes').where('expires_at', '>', p.most));

/** Rows that a clock which was ahead has dated. */
export class MisdatedStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Makes entries and deliveries due now that would be due after `most`. */
  async makeDue(now: Instant, most: Instant): Promise<void> {
    await this.#connection.change(entries, { now, most });
    await this.#connection.change(deliveries, { now, most });
  }

  /** Ends leases now that would end after `most`. */
  async endLeases(now: Instant, most: Instant): Promise<void> {
    for (const table of leases) await this.#connection.change(table, { now, most });
  }

  /** Removes attempts that count against a limit and were made after `most`. */
  async dropAttempts(most: Instant): Promise<void> {
    await this.#connection.change(attempts, { most });
  }

  /** Removes codes that end after `most`. */
  async dropCodes(most: Instant): Promise<void> {
    await this.#connection.change(codes, { most });
  }
}

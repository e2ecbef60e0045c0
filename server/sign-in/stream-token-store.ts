import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

const insert = compiled((db, p: { id: string; expires_at: Instant }) =>
  db
    .insertInto('stream_tickets')
    .values({ id: p.id, expires_at: p.expires_at })
    .onConflict((conflict) => conflict.column('id').doNothing()),
);

const forget = compiled((db, p: { before: Instant }) =>
  db.deleteFrom('stream_tickets').where('expires_at', '<=', p.before),
);

/** The stream tokens that have been used, so that no node takes one twice. */
export class StreamTokenStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Uses a token, which ends at `expiresAt`. @returns false when it was used before. */
  async use(id: string, expiresAt: Instant, now: Instant): Promise<boolean> {
    await this.#connection.change(forget, { before: now });
    return (await this.#connection.change(insert, { id, expires_at: expiresAt })) === 1;
  }
}

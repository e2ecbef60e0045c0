import type { Instant } from '../clock.ts';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

const ending = compiled((db, p: { now: Instant; until: Instant; limit: number }) =>
  db
    .selectFrom('api_tokens')
    .select(['id', 'user_id', 'created_at', 'expires_at'])
    .where('expires_at', '>', p.now)
    .where('expires_at', '<=', p.until)
    .where('warned_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('rotated_at', 'is', null)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(p.limit),
);
const markWarned = compiled((db, p: { id: string; now: Instant }) =>
  db.updateTable('api_tokens').set({ warned_at: p.now }).where('id', '=', p.id).where('warned_at', 'is', null),
);
const markUsedAfterEnd = compiled((db, p: { id: string; now: Instant }) =>
  db
    .updateTable('api_tokens')
    .set({ used_after_end_at: p.now })
    .where('id', '=', p.id)
    .where('used_after_end_at', 'is', null),
);

/** Whose owners are to be told of the end of a token, and who has been. */
export class TokenWarningStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Those that end after `now` and until then, and of which nobody has been warned; the first to end first. */
  ending(now: Instant, until: Instant, limit: number) {
    return this.#connection.all(ending, { now, until, limit });
  }

  /** Its owner is told that it ends. @returns false when they were told before. */
  async markWarned(id: string, now: Instant): Promise<boolean> {
    return (await this.#connection.change(markWarned, { id, now })) === 1;
  }

  /** Its owner is told that it was used after its end. @returns false when they were told before. */
  async markUsedAfterEnd(id: string, now: Instant): Promise<boolean> {
    return (await this.#connection.change(markUsedAfterEnd, { id, now })) === 1;
  }
}

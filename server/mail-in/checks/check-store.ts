import { sql } from 'kysely';
import type { MailInStep } from '#contract/mail-in-words.ts';
import { compiled, type Instant, tableStore } from '#platform';
import type { RowOf } from '#records';

export type StoredCheck = RowOf<'mail_in_checks'>;

const byNonce = compiled((db, p: { nonce: string }) =>
  db.selectFrom('mail_in_checks').selectAll().where('nonce', '=', p.nonce).where('state', '=', sql.lit('running')),
);
const running = compiled((db, p: { since: Instant }) =>
  db.selectFrom('mail_in_checks').selectAll().where('state', '=', sql.lit('running')).where('begun_at', '>=', p.since),
);
const since = compiled((db, p: { since: Instant }) =>
  db
    .selectFrom('mail_in_checks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('begun_at', '>=', p.since),
);
const latest = compiled((db, p: { step: MailInStep; limit: number }) =>
  db.selectFrom('mail_in_checks').selectAll().where('step', '=', p.step).orderBy('id', 'desc').limit(p.limit),
);
const canaries = compiled((db, p: { limit: number }) =>
  db
    .selectFrom('mail_in_checks')
    .select(['state', 'begun_at', 'ended_at'])
    .where('step', '=', sql.lit('round_trip'))
    .where('begun_by', 'is', null)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

export class MailCheckStore extends tableStore('mail_in_checks') {
  readonly ofNonce = this.first(byNonce);
  readonly running = this.all(running);
  /** Newest first. */
  readonly latest = this.all(latest);
  /** The runs of the canary, newest first. */
  readonly canaries = this.all(canaries);
  readonly countSince = this.countOf(since);
}

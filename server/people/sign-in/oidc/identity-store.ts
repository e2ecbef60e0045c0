import type { Identity } from '#contract/sign-in.ts';
import { compiled, deleteBy, Failure, selectBy, tableStore, type Work } from '#platform';
import type { RowOf } from '#records';
import { SessionStore } from '../../session-store.ts';
import { UserStore } from '../../users/user-store.ts';

export type StoredIdentity = RowOf<'identities'>;

const bySubject = selectBy('identities', 'issuer', 'subject');
const ofUser = compiled((db, p: { user: string }) =>
  db.selectFrom('identities').selectAll().where('user_id', '=', p.user).orderBy('id'),
);
const remove = deleteBy('identities', 'id', 'user_id');

/** Company accounts and the people to whom they are linked. */
export class IdentityStore extends tableStore('identities') {
  readonly ofSubject = this.first(bySubject);
  readonly ofUser = this.all(ofUser);
  /** @returns false when this person has no such link. */
  readonly remove = this.changesAny(remove);
}

const newest = compiled((db, p: { limit: number }) =>
  db.selectFrom('sign_in_attempts').selectAll().orderBy('id', 'desc').limit(p.limit),
);
const older = compiled((db, p: { keep: number }) =>
  db
    .deleteFrom('sign_in_attempts')
    .where('id', 'not in', (eb) => eb.selectFrom('sign_in_attempts').select('id').orderBy('id', 'desc').limit(p.keep)),
);
const olderOfStrangers = compiled((db, p: { keep: number }) =>
  db
    .deleteFrom('sign_in_attempts')
    .where('user_id', 'is', null)
    .where('id', 'not in', (eb) =>
      eb.selectFrom('sign_in_attempts').select('id').where('user_id', 'is', null).orderBy('id', 'desc').limit(p.keep),
    ),
);

/** The last sign-ins with the company's account. */
export class SignInAttemptStore extends tableStore('sign_in_attempts') {
  /** Newest first. */
  readonly list = this.all(newest);
  /** Forgets all but the newest. */
  readonly forgetOlder = this.changes(older);
  /** Forgets all but the newest of those that reached nobody. */
  readonly forgetOlderOfStrangers = this.changes(olderOfStrangers);
}

/** GET /api/users/:id/identities. @throws Failure `user_not_found`. */
export async function listIdentities(work: Work, userId: string): Promise<Identity[]> {
  if ((await work.of(UserStore).find(userId)) === undefined) throw new Failure('user_not_found');
  return (await work.of(IdentityStore).ofUser({ user: userId })).map(({ user_id: _, ...identity }) => identity);
}

/**
 * Unlinks a company account, and ends the sessions that began with it.
 *
 * @throws Failure `user_not_found`, `identity_not_found`.
 */
export async function removeIdentity(work: Work, userId: string, id: string): Promise<void> {
  if ((await work.of(UserStore).find(userId)) === undefined) throw new Failure('user_not_found');
  if (!(await work.of(IdentityStore).remove({ id, user_id: userId }))) throw new Failure('identity_not_found');
  work.lines.push({ thing: { type: 'user', id: userId }, field: 'identity', old: true, isUndoable: false });
  await work.of(SessionStore).revokeOfIdentity({ identity_id: id, now: work.now });
}

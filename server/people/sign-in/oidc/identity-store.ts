import type { Identity } from '#contract/sign-in.ts';
import { compiled, Failure, type Instant, insertInto, Store, type Work } from '#platform';
import type { NewRow, RowOf } from '#records';
import { UserStore } from '../../users/user-store.ts';
import { SessionStore } from '../session-store.ts';

export type StoredIdentity = RowOf<'identities'>;

const insert = insertInto('identities');
const bySubject = compiled((db, p: { issuer: string; subject: string }) =>
  db.selectFrom('identities').selectAll().where('issuer', '=', p.issuer).where('subject', '=', p.subject),
);
const ofUser = compiled((db, p: { user: string }) =>
  db.selectFrom('identities').selectAll().where('user_id', '=', p.user).orderBy('id'),
);
const touch = compiled((db, p: { id: string; now: Instant }) =>
  db.updateTable('identities').set({ last_used_at: p.now }).where('id', '=', p.id),
);
const remove = compiled((db, p: { id: string; user: string }) =>
  db.deleteFrom('identities').where('id', '=', p.id).where('user_id', '=', p.user),
);

/** Company accounts and the people to whom they are linked. */
export class IdentityStore extends Store {
  find(issuer: string, subject: string): Promise<StoredIdentity | undefined> {
    return this.connection.first(bySubject, { issuer, subject });
  }

  ofUser(user: string): Promise<StoredIdentity[]> {
    return this.connection.all(ofUser, { user });
  }

  async add(identity: StoredIdentity): Promise<void> {
    await this.connection.change(insert, identity);
  }

  async touch(id: string, now: Instant): Promise<void> {
    await this.connection.change(touch, { id, now });
  }

  /** @returns false when this person has no such link. */
  async remove(id: string, user: string): Promise<boolean> {
    return (await this.connection.change(remove, { id, user })) === 1;
  }
}

const insertAttempt = insertInto('sign_in_attempts');
const newest = compiled((db, p: { limit: number }) =>
  db.selectFrom('sign_in_attempts').selectAll().orderBy('id', 'desc').limit(p.limit),
);
const older = compiled((db, p: { keep: number }) =>
  db
    .deleteFrom('sign_in_attempts')
    .where('id', 'not in', (eb) => eb.selectFrom('sign_in_attempts').select('id').orderBy('id', 'desc').limit(p.keep)),
);

/** The last sign-ins with the company's account. */
export class SignInAttemptStore extends Store {
  /** Adds an attempt, and forgets all but the newest. */
  async add(attempt: NewRow<'sign_in_attempts'>, keep: number): Promise<void> {
    await this.connection.change(insertAttempt, attempt);
    await this.connection.change(older, { keep });
  }

  /** Newest first. */
  list(limit: number): Promise<RowOf<'sign_in_attempts'>[]> {
    return this.connection.all(newest, { limit });
  }
}

/** GET /api/users/:id/identities. @throws Failure `user_not_found`. */
export async function listIdentities(work: Work, userId: string): Promise<Identity[]> {
  if ((await work.of(UserStore).find(userId)) === undefined) throw new Failure('user_not_found');
  return (await work.of(IdentityStore).ofUser(userId)).map(({ user_id: _, ...identity }) => identity);
}

/**
 * Unlinks a company account, and ends the sessions that began with it.
 *
 * @throws Failure `user_not_found`, `identity_not_found`.
 */
export async function removeIdentity(work: Work, userId: string, id: string): Promise<void> {
  if ((await work.of(UserStore).find(userId)) === undefined) throw new Failure('user_not_found');
  if (!(await work.of(IdentityStore).remove(id, userId))) throw new Failure('identity_not_found');
  await work.of(SessionStore).revokeOfIdentity(id, work.now);
}

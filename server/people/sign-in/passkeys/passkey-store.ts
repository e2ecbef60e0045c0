import { randomInt } from 'node:crypto';
import {
  type Actor,
  compiled,
  type Instant,
  insertInto,
  keyedHash,
  type Secrets,
  Store,
  updateById,
  type Work,
} from '#platform';
import type { InsertedRow, RowChange, RowOf } from '#records';

export type StoredPasskey = RowOf<'passkeys'>;

const insert = insertInto('passkeys');
const update = updateById('passkeys');
const all = compiled((db) => db.selectFrom('passkeys').select((eb) => eb.fn.countAll<number>().as('passkeys')));
const ofUser = compiled((db, p: { user: string }) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', p.user).orderBy('id'),
);
const byCredential = compiled((db, p: { credential: string }) =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', p.credential),
);
const remove = compiled((db, p: { id: string; user: string }) =>
  db.deleteFrom('passkeys').where('id', '=', p.id).where('user_id', '=', p.user),
);

/** Passkeys, by their public keys. */
export class PasskeyStore extends Store {
  async count(): Promise<number> {
    return (await this.connection.only(all)).passkeys;
  }

  /** Oldest first. */
  ofUser(user: string): Promise<StoredPasskey[]> {
    return this.connection.all(ofUser, { user });
  }

  byCredential(credential: string): Promise<StoredPasskey | undefined> {
    return this.connection.first(byCredential, { credential });
  }

  async add(passkey: InsertedRow<'passkeys'>): Promise<void> {
    await this.connection.change(insert, passkey);
  }

  async change(id: string, changes: RowChange<'passkeys'>): Promise<void> {
    await this.connection.change(update(changes), { ...changes, id });
  }

  /** @returns false when this person has no such passkey. */
  async remove(id: string, user: string): Promise<boolean> {
    return (await this.connection.change(remove, { id, user })) === 1;
  }
}

export const countPasskeys = (work: Work<Actor>): Promise<number> => work.of(PasskeyStore).count();

const insertCode = insertInto('recovery_codes');
const dropCodes = compiled((db, p: { user: string }) => db.deleteFrom('recovery_codes').where('user_id', '=', p.user));
const useCode = compiled((db, p: { user: string; hash: string }) =>
  db.deleteFrom('recovery_codes').where('user_id', '=', p.user).where('code_hash', '=', p.hash),
);

/** Codes that stand for a passkey, each once, as keyed hashes. */
export class RecoveryCodeStore extends Store {
  /** Puts these in the place of all that the person had. */
  async replace(user: string, hashes: readonly string[], now: Instant): Promise<void> {
    await this.connection.change(dropCodes, { user });
    for (const code_hash of hashes)
      await this.connection.change(insertCode, { user_id: user, code_hash, created_at: now });
  }

  /** @returns false when it is not, or no longer, one of theirs. */
  async use(user: string, hash: string): Promise<boolean> {
    return (await this.connection.change(useCode, { user, hash })) === 1;
  }
}

/** How many codes a person gets. */
const CODES = 8;
/** Letters that nobody takes for one another on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const LETTERS_OF_CODE = 12;

const newRecoveryCode = (): string =>
  Array.from({ length: LETTERS_OF_CODE }, () => LETTERS.charAt(randomInt(LETTERS.length)))
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-');

/** What is kept of a code, however it is typed. It is good for its owner only. */
export const hashOfRecoveryCode = (secrets: Secrets, userId: string, code: string): string =>
  keyedHash(secrets, `recovery|${userId}|${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

/** Makes new codes, in the place of all former ones. They can be read this once. */
export async function makeRecoveryCodes(work: Work<Actor>, secrets: Secrets, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode);
  const hashes = codes.map((code) => hashOfRecoveryCode(secrets, userId, code));
  await work.of(RecoveryCodeStore).replace(userId, hashes, work.now);
  return codes;
}

import { randomInt } from 'node:crypto';
import {
  type Actor,
  compiled,
  deleteBy,
  type Instant,
  insertInto,
  keyedHash,
  type Secrets,
  Store,
  selectBy,
  tableStore,
  type Work,
} from '#platform';
import type { RowOf } from '#records';

export type StoredPasskey = RowOf<'passkeys'>;

const count = compiled((db) => db.selectFrom('passkeys').select((eb) => eb.fn.countAll<number>().as('count')));
const ofUser = compiled((db, p: { user: string }) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', p.user).orderBy('id'),
);
const byCredential = selectBy('passkeys', 'credential_id');
const remove = deleteBy('passkeys', 'id', 'user_id');

/** Passkeys, by their public keys. */
export class PasskeyStore extends tableStore('passkeys') {
  /** Oldest first. */
  readonly ofUser = this.all(ofUser);
  readonly byCredential = this.first(byCredential);
  /** @returns false when this person has no such passkey. */
  readonly remove = this.changesAny(remove);
  readonly count = this.countOf(count);
}

const insertCode = insertInto('recovery_codes');
const dropCodes = deleteBy('recovery_codes', 'user_id');
const useCode = deleteBy('recovery_codes', 'user_id', 'code_hash');

/** Codes that stand for a passkey, each once, as keyed hashes. */
export class RecoveryCodeStore extends Store {
  /** @returns false when it is not, or no longer, one of theirs. */
  readonly use = this.changesAny(useCode);

  /** Puts these in the place of all that the person had. */
  async replace(user_id: string, hashes: readonly string[], created_at: Instant): Promise<void> {
    await this.connection.change(dropCodes, { user_id });
    for (const code_hash of hashes) await this.connection.change(insertCode, { user_id, code_hash, created_at });
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

/** The stored form of a code, however it is typed. It is good for its owner only. */
export const hashOfRecoveryCode = (secrets: Secrets, userId: string, code: string): string =>
  keyedHash(secrets, `recovery|${userId}|${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

/** Makes new codes, in the place of all former ones. They can be read this once. */
export async function makeRecoveryCodes(work: Work<Actor>, secrets: Secrets, userId: string): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode);
  const hashes = codes.map((code) => hashOfRecoveryCode(secrets, userId, code));
  await work.of(RecoveryCodeStore).replace(userId, hashes, work.now);
  return codes;
}

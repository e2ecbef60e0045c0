import { randomInt } from 'node:crypto';
import { type Actor, keyedHash, type Secrets, type Work } from '#platform';
import { RecoveryCodeStore } from './passkey-store.ts';

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

import { randomInt } from 'node:crypto';
import { keyedHash, type Secrets } from '../config/secrets.ts';

/** How long a code is valid, in minutes (docs/rules/sign-in.md#code). */
export const VALID_MINUTES = 10;

/** Eight digits from a cryptographic random source. */
export const newCode = (): string => String(randomInt(100_000_000)).padStart(8, '0');

/** What is kept of a code. It is good for its own address only. */
export const codeHash = (secrets: Secrets, email: string, code: string): string =>
  keyedHash(secrets, `code|${email}|${code}`);

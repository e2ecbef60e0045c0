import { hash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** How every token begins, so that people and secret scanners know one when they see it. */
export const PREFIX = 'kwit_pat_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** As many digits of base 62 as 256 and 32 bits need. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

function base62(value: bigint, length: number): string {
  let rest = value;
  let digits = '';
  for (let i = 0; i < length; i += 1) {
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

const checksum = (text: string): string => base62(BigInt(crc32(text)), CHECKSUM_LENGTH);

/** The token that stands for these 32 random bytes (docs/rules/tokens.md#form). */
export function tokenText(secret: Buffer): string {
  const text = PREFIX + base62(BigInt(`0x${secret.toString('hex')}`), SECRET_LENGTH);
  return text + checksum(text);
}

/** Whether a text may be a token: a mistyped one has the wrong checksum, so that nobody has to look for it. */
export const isTokenText = (text: string): boolean =>
  FORM.test(text) && text.endsWith(checksum(text.slice(0, -CHECKSUM_LENGTH)));

/** What is kept of a token. It has 256 random bits, so that a fast hash is enough. */
export const hashOf = (token: string): string => hash('sha256', token, 'base64url');

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SECRET_SETTINGS } from '#contract/setting-words.ts';
import type { MailSettings } from '#platform';

type Destinations = MailSettings & { readonly oidc_issuer: string | null; readonly oidc_client_id: string };

export type SecretName = (typeof SECRET_SETTINGS)[number];

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for one destination (docs/rules/service.md#secrets-at-rest): AES-256-GCM, with `destination` as
 * additional data. Only the same key opens it, and only for the same destination.
 *
 * @param key 32 bytes.
 */
export function seal(key: Buffer, secret: string, destination: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(destination));
  const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64');
}

/** @returns null when the secret was sealed with another key or for another destination, or is damaged. */
export function open(key: Buffer, sealed: string, destination: string): string | null {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(destination));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    return null;
  }
}

/** The additional data of what signs the calls of a webhook. */
export const webhookPurpose = (id: string): string => JSON.stringify(['webhook', id]);

/** The additional data of what signs the webhooks of a forge. */
export const gitPurpose = (id: string): string => JSON.stringify(['git', id]);

/** The additional data of the place from which a person's live stream goes on. */
export const streamPurpose = (userId: string): string => JSON.stringify(['stream', userId]);

/**
 * The settings that say where a secret goes. When one of them changes, the secret must be sent anew
 * (docs/rules/settings.md#secrets).
 */
export const DESTINATION = {
  smtp_pass: ['smtp_host', 'smtp_port', 'smtp_user'],
  smtp_oauth: ['smtp_host', 'smtp_port', 'smtp_user'],
  ses_access_key_id: ['ses_region', 'ses_endpoint'],
  ses_secret_access_key: ['ses_region', 'ses_endpoint', 'ses_access_key_id'],
  ses_session_token: ['ses_region', 'ses_endpoint', 'ses_access_key_id'],
  oidc_client_secret: ['oidc_issuer', 'oidc_client_id'],
} as const satisfies Record<SecretName, readonly (keyof Destinations)[]>;

/** The additional data of a secret: its name, the provider, and where it goes. */
export function destinationOf(name: SecretName, settings: Destinations): string {
  return JSON.stringify([name, name.slice(0, name.indexOf('_')), ...DESTINATION[name].map((part) => settings[part])]);
}

/**
 * Where a reporter's stream goes on, as the reporter is told it: without the key it says neither how much has happened nor
 * whether anything has (docs/decisions/0034-what-a-reporter-hears.md).
 */

/** As long as the longest place: the length of what is sealed shows. */
const LENGTH = 34;

/** @param key 32 bytes. @returns another text each time; only a stream of this user goes on from it. */
export const sealPlace = (key: Buffer, place: string, userId: string): string =>
  seal(key, place.padEnd(LENGTH), streamPurpose(userId));

/** @returns the place; null for what `sealPlace` did not make for this user. */
export const openPlace = (key: Buffer, text: string, userId: string): string | null =>
  open(key, text, streamPurpose(userId))?.trimEnd() ?? null;

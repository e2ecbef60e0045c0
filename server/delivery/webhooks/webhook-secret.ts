import { createHmac, randomBytes } from 'node:crypto';
import type { Instant } from '#platform';
import { open, seal, webhookPurpose } from '#settings';
import type { StoredWebhook } from './webhook-store.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new key, in the form of Standard Webhooks: 32 bytes from a CSPRNG. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Seals a secret for the database: it opens only with the sealing key, and only as the secret of this webhook. */
export const sealSecret = (sealingKey: Buffer, id: string, secret: string): string =>
  seal(sealingKey, secret, webhookPurpose(id));

/** The secrets that sign now, the newest first: two for a day after a rotation, none when the sealing key has changed. */
export function secretsOf(webhook: StoredWebhook, sealingKey: Buffer, now: Instant): string[] {
  const { id, secret, previous_secret: previous, previous_until: until } = webhook;
  const sealed = previous !== null && until !== null && until > now ? [secret, previous] : [secret];
  return sealed.map((one) => open(sealingKey, one, webhookPurpose(id))).filter((one) => one !== null);
}

/**
 * The value of `webhook-signature` (Standard Webhooks v1): HMAC-SHA-256 over id, time and body, once for each secret.
 *
 * @param seconds since 1970, as in `webhook-timestamp`.
 */
export const signature = (secrets: readonly string[], id: string, seconds: number, body: string): string =>
  secrets.map((secret) => `v1,${hmac(secret, `${id}.${seconds}.${body}`)}`).join(' ');

const hmac = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(text)
    .digest('base64');

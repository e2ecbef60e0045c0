import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Actor, Failure, MINUTE, SECOND, type SettingsSource, type Work } from '#platform';
import { recordAudit } from '#settings';
import { readMailInSecret, storeMailInSecret } from './settings.ts';

/** How mails that programs post are signed: as Standard Webhooks says. */

const PREFIX = 'whsec_';
const TOLERANCE = 5 * MINUTE;

/** Makes another secret. The one before is good no longer. */
export async function makeMailInSecret(work: Work, source: SettingsSource): Promise<{ secret: string }> {
  const secret = PREFIX + randomBytes(24).toString('base64');
  await storeMailInSecret(work, source, secret);
  await recordAudit(work, 'settings.changed', null, { names: ['mail_in_secret'] });
  return { secret };
}

export interface Signed {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly body: Uint8Array;
}

/** @throws Failure `unauthorized` for a signature that is wrong, or of another time. */
export async function permitSigned(
  work: Work<Actor>,
  source: SettingsSource,
  { id, timestamp, signature, body }: Signed,
): Promise<void> {
  const secret = await readMailInSecret(work, source);
  const refusal = new Failure('unauthorized', {
    message: 'Sign the mail with the secret of mail in, and with the time of now.',
  });
  const age = Math.abs(Date.parse(work.now) - Number(timestamp) * SECOND);
  if (secret === null || id === '' || !/^\d{1,12}$/.test(timestamp) || !(age <= TOLERANCE)) throw refusal;
  const right = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  const isRight = signature.split(' ').some((one) => {
    const given = one.startsWith('v1,') ? Buffer.from(one.slice(3), 'base64') : Buffer.alloc(0);
    return given.length === right.length && timingSafeEqual(given, right);
  });
  if (!isRight) throw refusal;
}

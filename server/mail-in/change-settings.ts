import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MailInSettings, MailInSettingsChange } from '#contract/mail-in.ts';
import { type Actor, Failure, MINUTE, SECOND, type SettingsSource, type Work } from '#platform';
import { recordAudit } from '#settings';
import { MailCheckStore } from './checks/check-store.ts';
import {
  MAIL_IN_DEFAULTS,
  readDraft,
  readMailIn,
  readSealed,
  storeMailIn,
  storeSealed,
  viewMailIn,
} from './settings.ts';
import { beginMailbox } from './ways/mailbox.ts';

/** The settings that a check proves: whether mails arrive, and for whose Kwit takes them. */
const PROVED = [
  'mail_in_domain',
  'mail_in_report',
  'mail_in_reply',
  'mail_in_subaddress',
  'mail_in_authserv_id',
] as const;

/** The values that a check proves, as one text. */
export const provedValues = (settings: MailInSettings): string => JSON.stringify(PROVED.map((name) => settings[name]));

/** Whether the way in and the round trip were green for exactly these values. */
export async function isProved(work: Work, settings: MailInSettings): Promise<boolean> {
  const values = provedValues(settings);
  for (const step of ['way_in', 'round_trip'] as const) {
    const runs = await work.of(MailCheckStore).latest({ step, limit: 50 });
    const last = runs.find(
      ({ draft, state }) =>
        state !== 'running' && provedValues({ ...MAIL_IN_DEFAULTS, ...JSON.parse(draft) }) === values,
    );
    if (last?.state !== 'green') return false;
  }
  return true;
}

/**
 * PUT /api/mail-in/settings.
 *
 * @throws Failure `not_proved` for values that no check has proved, unless it is forced, which the audit has.
 */
export async function changeMailIn(
  work: Work,
  source: SettingsSource,
  { force = false, ...sent }: MailInSettingsChange,
  hasImap: boolean,
): Promise<MailInSettings> {
  await work.lock('mail-in settings');
  const before = await readMailIn(work);
  const change = readDraft(sent);
  const after = { ...before, ...change };
  const isMoved = provedValues(before) !== provedValues(after);
  if (!force && isMoved && after.mail_in_domain !== null && !(await isProved(work, after)))
    throw new Failure('not_proved');
  const names = await storeMailIn(work, source, change);
  if (hasImap && after.mail_in_domain !== null) await beginMailbox(work, before.mail_in_domain !== null);
  if (names.length > 0)
    await recordAudit(work, 'settings.changed', null, { names: force ? [...names, 'force'] : names });
  return viewMailIn(work, hasImap);
}

/** How mails that programs post are signed: as Standard Webhooks says. */
const PREFIX = 'whsec_';
const TOLERANCE = 5 * MINUTE;

/** Makes another secret. The one before is good no longer. */
export async function makeMailInSecret(work: Work, source: SettingsSource): Promise<{ secret: string }> {
  const secret = PREFIX + randomBytes(24).toString('base64');
  await storeSealed(work, source, 'mail_in_secret', secret);
  await recordAudit(work, 'settings.changed', null, { names: ['mail_in_secret'] });
  return { secret };
}

type Heads = Readonly<Record<'id' | 'timestamp' | 'signature', string>>;
type Signed = Heads & { readonly body: Uint8Array };

const notSigned = () =>
  new Failure('unauthorized', { message: 'Sign the mail with the secret of mail in, and with the time of now.' });

const SIGNATURE = /^v1,[A-Za-z0-9+/]{43}=$/;
const LONGEST_ID = 200;

/** Asked before the mail itself is read. @throws Failure `not_found` where no program may post, `unauthorized`. */
export async function permitHeads(work: Work<Actor>, source: SettingsSource, { id, timestamp, signature }: Heads) {
  if ((await readSealed(work, source, 'mail_in_secret')) === null) throw new Failure('not_found');
  const age = Math.abs(Date.parse(work.now) - Number(timestamp) * SECOND);
  const isTimely = /^\d{1,12}$/.test(timestamp) && age <= TOLERANCE;
  const hasId = id !== '' && id.length <= LONGEST_ID;
  if (!hasId || !isTimely || !signature.split(' ').some((part) => SIGNATURE.test(part))) throw notSigned();
}

/** @throws Failure `unauthorized` for a signature that is wrong, or of another time. */
export async function permitSigned(
  work: Work<Actor>,
  source: SettingsSource,
  { id, timestamp, signature, body }: Signed,
): Promise<void> {
  const secret = await readSealed(work, source, 'mail_in_secret');
  if (secret === null) throw notSigned();
  const right = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest();
  const isRight = signature.split(' ').some((part) => {
    const sent = part.startsWith('v1,') ? Buffer.from(part.slice(3), 'base64') : Buffer.alloc(0);
    return sent.length === right.length && timingSafeEqual(sent, right);
  });
  if (!isRight) throw notSigned();
}

import type { MailInSettings, MailInSettingsChange } from '#contract/mail-in.ts';
import { Failure, type SettingsSource, type Work } from '#platform';
import { recordAudit } from '#settings';
import { MailCheckStore } from './checks/check-store.ts';
import { MAIL_IN_DEFAULTS, readMailIn, storeMailIn, viewMailIn } from './settings.ts';
import { beginMailbox } from './ways/mailbox.ts';

/** What decides whether mails arrive and whose they are taken for. */
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
  const wanted = provedValues(settings);
  for (const step of ['way_in', 'round_trip'] as const) {
    const runs = await work.of(MailCheckStore).latest(step, 50);
    const last = runs.find(
      ({ draft, state }) =>
        state !== 'running' && provedValues({ ...MAIL_IN_DEFAULTS, ...JSON.parse(draft) }) === wanted,
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
  { force = false, ...change }: MailInSettingsChange,
  hasImap: boolean,
): Promise<MailInSettings> {
  await work.lock('mail-in settings');
  const before = await readMailIn(work);
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

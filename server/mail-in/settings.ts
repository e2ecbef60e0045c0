import type { MailInDraft, MailInSettings } from '#contract/mail-in.ts';
import { MASK } from '#contract/words.ts';
import type { Actor, SettingsSource, Work } from '#platform';
import { open, removeSetting, seal, storedSetting, storeSetting } from '#settings';

/** The settings of mail in (docs/rules/mail-in.md#settings). They stand in rows of their own, which no other page writes. */

export const MAIL_IN_DEFAULTS: MailInSettings = {
  mail_in_domain: null,
  mail_in_report: 'report',
  mail_in_reply: 'r',
  mail_in_subaddress: true,
  mail_in_authserv_id: null,
  mail_in_raw_days: 30,
};

const ROW = 'mail_in';
const PASSWORD = 'mail_in_imap_password';
const SECRET = 'mail_in_secret';

/** The settings that hold; the password of IMAP, masked, where there is one. */
export async function readMailIn(work: Work<Actor>): Promise<MailInSettings> {
  const stored = await storedSetting(work, ROW);
  return { ...MAIL_IN_DEFAULTS, ...(stored === undefined ? {} : (JSON.parse(stored) as MailInDraft)) };
}

/** The same as they are answered: those of IMAP only where Kwit reads a mailbox. */
export async function viewMailIn(work: Work<Actor>, hasImap: boolean): Promise<MailInSettings> {
  const { mail_in_imap_move = null, mail_in_imap_password: _, ...settings } = await readMailIn(work);
  if (!hasImap) return settings;
  const isSet = (await storedSetting(work, PASSWORD)) !== undefined;
  return { ...settings, mail_in_imap_move, mail_in_imap_password: isSet ? MASK : '' };
}

/** Stores what was changed, without what came back masked. @returns the names of what is another now. */
export async function storeMailIn(work: Work, source: SettingsSource, change: MailInDraft): Promise<string[]> {
  const { mail_in_imap_password: password, ...plain } = change;
  const before = await readMailIn(work);
  const after = { ...before, ...plain };
  const names = (Object.keys(plain) as (keyof typeof plain)[]).filter((name) => before[name] !== after[name]);
  if (names.length > 0) await storeSetting(work, ROW, JSON.stringify(after), work.now, work.actor.id);
  if (password === undefined || password === MASK) return names;
  if (password === '') await removeSetting(work, PASSWORD);
  else await storeSealed(work, source, PASSWORD, password);
  return [...names, PASSWORD];
}

const storeSealed = (work: Work, { sealingKey }: SettingsSource, name: string, secret: string) =>
  storeSetting(work, name, JSON.stringify({ sealed: seal(sealingKey, secret, name) }), work.now, work.actor.id);

async function readSealed(work: Work<Actor>, { sealingKey }: SettingsSource, name: string): Promise<string | null> {
  const stored = await storedSetting(work, name);
  return stored === undefined ? null : open(sealingKey, (JSON.parse(stored) as { sealed: string }).sealed, name);
}

export const readImapPassword = (work: Work<Actor>, source: SettingsSource) => readSealed(work, source, PASSWORD);

/** What signs mails that programs post; null when none was made. */
export const readMailInSecret = (work: Work<Actor>, source: SettingsSource) => readSealed(work, source, SECRET);

export const storeMailInSecret = (work: Work, source: SettingsSource, secret: string) =>
  storeSealed(work, source, SECRET, secret);

import type { MailInDraft, MailInSettings } from '#contract/mail-in.ts';
import { MASK } from '#contract/words.ts';
import { type Actor, Failure, invalidField, type SettingsSource, type Work } from '#platform';
import { open, readSettings, removeSetting, seal, storedSetting, storeSetting } from '#settings';

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
/** Signs mails that programs post. */
const SECRET = 'mail_in_secret';

/** Settings that are stored sealed, and masked in answers. */
const SEALED = ['mail_in_imap_password', 'mail_in_imap_client_secret', 'mail_in_imap_refresh_token'] as const;
type Sealed = (typeof SEALED)[number];
const isSealed = (name: string): name is Sealed => SEALED.some((secret) => secret === name);

/** Without what is about a mailbox. */
const withoutMailbox = <T extends object>(draft: T): T =>
  Object.fromEntries(Object.entries(draft).filter(([name]) => !name.startsWith('mail_in_imap_'))) as T;

/** The settings that the steps try. */
export const triedValues = ({ mail_in_canary: _, ...draft }: MailInSettings): MailInSettings => withoutMailbox(draft);

/** Reads values that somebody typed: an address has no case. Bounces and checks have addresses of their own. @throws Failure `validation_error`. */
export function readDraft(sent: MailInDraft): MailInDraft {
  const draft: { -readonly [K in keyof MailInDraft]: MailInDraft[K] } = { ...sent };
  if (draft.mail_in_domain) draft.mail_in_domain = draft.mail_in_domain.toLowerCase();
  for (const name of ['mail_in_report', 'mail_in_reply'] as const) {
    const local = draft[name]?.toLowerCase();
    if (local === undefined) continue;
    if (/^(?:b$|check-)/.test(local))
      throw invalidField(name, 'format', 'Name another address: `b` takes bounces, and `check-…` what proves mail in.');
    draft[name] = local;
  }
  return draft;
}

/** The settings that hold, without what is sealed. */
export async function readMailIn(work: Work<Actor>): Promise<MailInSettings> {
  const stored = await storedSetting(work, ROW);
  return { ...MAIL_IN_DEFAULTS, ...(stored === undefined ? {} : (JSON.parse(stored) as MailInDraft)) };
}

/** The settings as they are answered: those of IMAP only where Kwit reads a mailbox. */
export async function viewMailIn(work: Work<Actor>, hasImap: boolean): Promise<MailInSettings> {
  const settings = await readMailIn(work);
  if (!hasImap) return withoutMailbox(settings);
  const masked: Partial<Record<Sealed, string>> = {};
  for (const name of SEALED) masked[name] = (await storedSetting(work, name)) === undefined ? '' : MASK;
  const empty = { mail_in_imap_move: null, mail_in_imap_token_url: null, mail_in_imap_client_id: null };
  return { ...empty, ...settings, ...masked };
}

/**
 * Stores what was changed, without what came back masked. @returns the names of what is another now.
 *
 * @throws Failure `secret_required` when a secret that is stored would go to another provider of tokens.
 */
export async function storeMailIn(work: Work, source: SettingsSource, change: MailInDraft): Promise<string[]> {
  const before = await readMailIn(work);
  const plain = Object.fromEntries(Object.entries(change).filter(([name]) => !isSealed(name))) as MailInDraft;
  const after = { ...before, ...plain };
  const names: string[] = (Object.keys(plain) as (keyof MailInDraft)[]).filter((name) => before[name] !== after[name]);
  if (names.includes('mail_in_imap_token_url')) await refuseWithoutSecrets(work, change);
  if (names.length > 0) await storeSetting(work, ROW, after);
  for (const name of SEALED) {
    const secret = change[name];
    if (secret === undefined || secret === MASK) continue;
    if (secret === '') await removeSetting(work, name);
    else await storeSealed(work, source, name, secret);
    names.push(name);
  }
  return names;
}

async function refuseWithoutSecrets(work: Work, change: MailInDraft): Promise<void> {
  if (change.mail_in_imap_token_url === null) return;
  for (const name of ['mail_in_imap_client_secret', 'mail_in_imap_refresh_token'] as const) {
    const isSent = change[name] !== undefined && change[name] !== MASK;
    if (!isSent && (await storedSetting(work, name)) !== undefined) throw new Failure('secret_required');
  }
}

export const storeSealed = (
  work: Work<Actor>,
  { sealingKey }: SettingsSource,
  name: Sealed | typeof SECRET,
  secret: string,
) => storeSetting(work, name, { sealed: seal(sealingKey, secret, name) });

/** @returns null for a secret that is not stored, or that this key does not open. */
export async function readSealed(
  work: Work<Actor>,
  { sealingKey }: SettingsSource,
  name: Sealed | typeof SECRET,
): Promise<string | null> {
  const stored = await storedSetting(work, name);
  return stored === undefined ? null : open(sealingKey, (JSON.parse(stored) as { sealed: string }).sealed, name);
}

/** The secrets with which Kwit signs in to a mailbox. */
export type MailboxSecrets = Readonly<
  Record<'password' | 'tokenUrl' | 'clientId' | 'clientSecret' | 'refreshToken', string | null>
>;

export async function readMailboxSecrets(work: Work<Actor>, source: SettingsSource): Promise<MailboxSecrets> {
  const { mail_in_imap_token_url: tokenUrl = null, mail_in_imap_client_id: clientId = null } = await readMailIn(work);
  return {
    tokenUrl,
    clientId,
    password: await readSealed(work, source, 'mail_in_imap_password'),
    clientSecret: await readSealed(work, source, 'mail_in_imap_client_secret'),
    refreshToken: await readSealed(work, source, 'mail_in_imap_refresh_token'),
  };
}

export const readHeld = async (work: Work<Actor>, source: SettingsSource) => ({
  settings: await readSettings(work, source),
  mailIn: await readMailIn(work),
});

import type { PublicSettings, Settings, SettingsChange } from '#contract/settings.ts';
import type { SmtpOauth } from '#contract/smtp-oauth.ts';
import { MASK } from '#contract/words.ts';
import {
  type Actor,
  Failure,
  invalidField,
  type OutboundGuard,
  originOf,
  permitUrl,
  type Replacement,
  type SettingsSource,
  type StoredPicture,
  type Work,
} from '#platform';
import { recordAudit } from './audit/audit-store.ts';
import {
  type EffectiveSettings,
  isSecret,
  readSettings,
  storedSecret,
  storedSetting,
  storeSetting,
  viewPublicSettings,
  viewSettings,
  withoutOidc,
} from './effective-settings.ts';
import { DESTINATION, type SecretName } from './sealed.ts';

/**
 * Decides which settings a PATCH changes (docs/rules/settings.md#what-holds): each field that must be written, with its
 * new value; none when nothing changes. A secret whose destination has changed is written again, even with the same
 * value.
 *
 * @throws Failure `secret_required` when a stored secret would go to another destination and the caller did not send it
 * anew.
 */
export function settingsChange(current: EffectiveSettings, sentChanges: SettingsChange): Partial<EffectiveSettings> {
  // Without a provider nothing of it is kept.
  const { smtp_oauth, ...sent } = sentChanges;
  const changes = {
    ...(sent.oidc_issuer === null ? { ...sent, ...withoutOidc() } : sent),
    ...(smtp_oauth === undefined ? {} : { smtp_oauth: oauthChange(current, smtp_oauth) }),
  };
  const next = { ...current, ...tidied(current, changes) };
  refuseUntrustedClaim(next, 'oidc_trust_email' in changes);
  const changed = new Set(Object.keys(next).filter((name) => differs(read(current, name), read(next, name))));
  for (const name of Object.keys(DESTINATION) as SecretName[]) {
    if (!DESTINATION[name].some((part) => changed.has(part))) continue;
    const secret = name === 'smtp_oauth' && smtp_oauth ? smtp_oauth.client_secret : changes[name];
    const isSent = secret !== undefined && secret !== MASK;
    if (current[name] !== '' && !isSent) throw new Failure('secret_required', { message: sentence(name) });
    if (isSent) changed.add(name);
  }
  return Object.fromEntries([...changed].map((name) => [name, read(next, name)]));
}

/**
 * How Kwit will sign in to SMTP, as it is stored; the mask where nothing of it changes.
 *
 * @throws Failure `validation_error`, `secret_required` for the mask with another address or client.
 */
function oauthChange(current: EffectiveSettings, oauth: SmtpOauth | null): string {
  if (oauth === null) return '';
  if ((oauth.tenant === undefined) === (oauth.token_url === undefined))
    throw invalidField('smtp_oauth', 'oneOf', 'Send exactly one of tenant and token_url.');
  if (oauth.client_secret !== MASK) return JSON.stringify(oauth);
  const before: Partial<SmtpOauth> = JSON.parse(current.smtp_oauth || '{}');
  const isElsewhere = (['tenant', 'token_url', 'client_id'] as const).some((name) => before[name] !== oauth[name]);
  if (isElsewhere || before.client_secret === undefined)
    throw new Failure('secret_required', { message: 'Send client_secret again together with this change.' });
  return before.scope === oauth.scope ? MASK : JSON.stringify({ ...oauth, client_secret: before.client_secret });
}

/** @throws Failure `validation_error` for an address of another claim, of which no provider says that it is verified, without trust. */
function refuseUntrustedClaim(
  { oidc_email_claim: name, oidc_trust_email }: EffectiveSettings,
  sendsTrust: boolean,
): void {
  if (name === null || name === 'email' || oidc_trust_email) return;
  const field = sendsTrust ? 'oidc_trust_email' : 'oidc_email_claim';
  throw invalidField(field, 'trust', 'An address of another claim than email needs oidc_trust_email.');
}

type TextualChange = Omit<SettingsChange, 'smtp_oauth'> & { readonly smtp_oauth?: string };

/**
 * The changes as they are stored: without secrets that came back masked, addresses and domains in lower case, flags
 * merged.
 */
function tidied(current: EffectiveSettings, changes: TextualChange): Partial<EffectiveSettings> {
  const { feature_flags, allowed_domains, developer_emails, app_url, confirm: _, ...rest } = changes;
  const changed = Object.entries(rest).filter(
    ([name, value]) => value !== undefined && !(isSecret(name) && value === MASK),
  );
  return {
    ...Object.fromEntries(changed),
    ...(app_url === undefined ? {} : { app_url: originOf(app_url) }),
    ...(allowed_domains ? { allowed_domains: folded(allowed_domains) } : {}),
    ...(developer_emails ? { developer_emails: folded(developer_emails) } : {}),
    ...(feature_flags ? { feature_flags: merged(current.feature_flags, feature_flags) } : {}),
  };
}

const folded = (words: readonly string[]): string[] => [...new Set(words.map((word) => word.trim().toLowerCase()))];

type Flags = EffectiveSettings['feature_flags'];

function merged(flags: Flags, changes: NonNullable<SettingsChange['feature_flags']>): Flags {
  const entries = Object.entries({ ...flags, ...changes }).filter(([, value]) => typeof value === 'boolean');
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const read = (settings: EffectiveSettings, name: string): unknown => settings[name as keyof EffectiveSettings];

const differs = (a: unknown, b: unknown): boolean => JSON.stringify(a) !== JSON.stringify(b);

const sentence = (name: SecretName): string =>
  `Send ${name} again together with this change, or clear it with an empty string.`;

/**
 * Whether who gets in may be changed so.
 *
 * @param change the settings that change. @param isConfirmed whether the caller has sent `confirm`.
 * @throws Failure
 */
export type PermitSignIn = (
  work: Work,
  current: EffectiveSettings,
  change: Partial<EffectiveSettings>,
  isConfirmed: boolean,
) => Promise<void>;

/**
 * PATCH /api/settings. Stores only the fields that change, so what the environment gives goes on holding for the
 * others.
 *
 * @throws Failure `secret_required` (docs/rules/settings.md#secrets), `not_proved`, `passkeys_bound`.
 */
export async function changeSettings(
  work: Work,
  source: SettingsSource,
  changes: SettingsChange,
  permit: PermitSignIn,
): Promise<Settings> {
  const current = await holdSettings(work, source);
  const change = settingsChange(current, changes);
  await permit(work, current, change, changes.confirm ?? false);
  return viewSettings(await storeSettings(work, source, current, change));
}

/** Reads the settings that hold, under a lock: nobody else changes them until the transaction ends. */
export async function holdSettings(work: Work<Actor>, source: SettingsSource): Promise<EffectiveSettings> {
  await work.lock('settings');
  return readSettings(work, source);
}

/**
 * Stores the changed fields, with secrets sealed for their new destination.
 *
 * @returns the settings that hold from now on.
 */
export async function storeSettings(
  work: Work<Actor>,
  source: SettingsSource,
  current: EffectiveSettings,
  change: Partial<EffectiveSettings>,
): Promise<EffectiveSettings> {
  const settings = { ...current, ...change };
  for (const [name, value] of Object.entries(change)) {
    const stored = isSecret(name) ? storedSecret(name, settings[name], settings, source.sealingKey) : value;
    await storeSetting(work, name, stored);
  }
  const names = Object.keys(change);
  if (names.length > 0) await recordAudit(work, 'settings.changed', null, { names });
  return settings;
}

/** Makes this picture the logo; null leaves Kwit without one. */
export async function changeLogo(
  work: Work,
  source: SettingsSource,
  app_logo: StoredPicture | null,
): Promise<Replacement & { settings: Settings }> {
  const current = await holdSettings(work, source);
  const settings = await storeSettings(work, source, current, { app_logo });
  return { settings: viewSettings(settings), replaced: current.app_logo?.filename ?? null };
}

/**
 * The logo. The environment never gives one.
 *
 * @throws Failure `file_not_found` when there is none (docs/rules/settings.md#logo).
 */
export async function findLogo(work: Work<Actor>): Promise<StoredPicture> {
  const logo: StoredPicture | null = JSON.parse((await storedSetting(work, 'app_logo')) ?? 'null');
  if (logo === null) throw new Failure('file_not_found');
  return logo;
}

/**
 * Checks a new address of the mail service or the OpenID provider before it is stored (docs/rules/service.md#calls-out). The address that
 * holds already may be sent back as it is.
 *
 * @throws Failure `url_not_allowed`.
 */
export async function permitEndpoint(guard: OutboundGuard, current: EffectiveSettings, changes: SettingsChange) {
  for (const name of ['ses_endpoint', 'oidc_issuer'] as const) {
    const address = changes[name];
    if (address && address !== current[name]) await permitUrl(guard, name, address);
  }
  const { token_url } = changes.smtp_oauth ?? {};
  if (token_url) await permitUrl(guard, 'smtp_oauth', token_url);
}

/** GET /api/settings/public. */
export const showPublicSettings = async (work: Work<Actor>, source: SettingsSource): Promise<PublicSettings> =>
  viewPublicSettings(await readSettings(work, source));

import { CAPABILITIES, type Capability, CHECKED_FEATURE, SECRET_SETTINGS } from '#contract/setting-words.ts';
import type { Capabilities, EnterpriseCheck, PublicSettings, Settings } from '#contract/settings.ts';
import type { SmtpOauth } from '#contract/smtp-oauth.ts';
import { MASK } from '#contract/words.ts';
import {
  type Actor,
  compiled,
  Failure,
  mailProblem,
  pick,
  type Runner,
  type SettingsSource,
  type StoredPicture,
  tableStore,
  upsertInto,
  type Work,
} from '#platform';
import { destinationOf, open, type SecretName, seal } from './sealed.ts';

type Deciding = Pick<EffectiveSettings, 'edition' | 'feature_flags'>;

/** Whether a capability is on: by its flag, else by the edition (docs/rules/settings.md#capabilities). */
export const isOn = ({ edition, feature_flags }: Deciding, name: Capability): boolean =>
  feature_flags[name] ?? (name.startsWith('core_') || edition === 'enterprise');

export const capabilitiesOf = (settings: Deciding): Record<Capability, boolean> =>
  Object.fromEntries(CAPABILITIES.map((name) => [name, isOn(settings, name)])) as Record<Capability, boolean>;

/** The settings that hold, with their secrets readable: for the server alone, never part of an answer. */
export interface EffectiveSettings
  extends Readonly<Omit<Settings, 'app_logo_url' | 'feature_flags' | 'mail_problem' | 'smtp_oauth'>> {
  /** `SmtpOauth` as JSON, which is sealed whole; empty for none. */
  readonly smtp_oauth: string;
  readonly feature_flags: Readonly<Partial<Record<Capability, boolean>>>;
  readonly app_logo: StoredPicture | null;
}

/** How many days its reporter may reopen a closed ticket, unless a developer has set another number. */
export const DEFAULT_REOPEN_DAYS = 14;

/** Where a version is live, unless a developer has named another environment. */
export const DEFAULT_LIVE_ENVIRONMENT = 'production';

const DEFAULTS: EffectiveSettings = {
  allowed_domains: [],
  developer_emails: [],
  app_name: 'Kwit',
  app_url: '',
  default_language: 'pl',
  mail_provider: null,
  smtp_host: '',
  smtp_port: 587,
  smtp_user: '',
  smtp_pass: '',
  smtp_oauth: '',
  smtp_from: '',
  ses_region: '',
  ses_access_key_id: '',
  ses_secret_access_key: '',
  ses_session_token: '',
  ses_from: '',
  ses_endpoint: '',
  edition: 'open_core',
  feature_flags: {},
  share_closure_summaries: false,
  token_max_days: null,
  mcp: 'read',
  mcp_reporters_texts: 'full',
  outbox_retention_days: 90,
  storage_per_person_mb: 2048,
  backup_expected_days: null,
  notify_developers_of_new_tickets: 'each',
  mail_delay_minutes: 0,
  reopen_days: DEFAULT_REOPEN_DAYS,
  zone: 'Europe/Warsaw',
  live_environment: DEFAULT_LIVE_ENVIRONMENT,
  show_version: false,
  tellings_days: 365,
  undo_days: 30,
  tell_when_live: false,
  app_logo: null,
  oidc_issuer: null,
  oidc_client_id: '',
  oidc_client_secret: '',
  oidc_scopes: 'openid email profile',
  oidc_label: { pl: 'Zaloguj się kontem firmowym', en: 'Sign in with the company account' },
  oidc_email_claim: null,
  oidc_groups_claim: 'groups',
  oidc_developer_groups: [],
  oidc_required_groups: [],
  oidc_teams: {},
  oidc_auto_create: true,
  oidc_trust_email: false,
  oidc_session_hours: 12,
  code_sign_in: 'everyone',
  require_passkey: 'nobody',
};

/** Whether signing in with the company's account is set up. */
export const hasOidc = ({ oidc_issuer, oidc_client_id }: Pick<EffectiveSettings, 'oidc_issuer' | 'oidc_client_id'>) =>
  oidc_issuer !== null && oidc_client_id !== '';

/** The settings with which signing in with the company's account is off. */
export const withoutOidc = (): Partial<EffectiveSettings> => ({
  ...Object.fromEntries(Object.entries(DEFAULTS).filter(([name]) => name.startsWith('oidc_'))),
  code_sign_in: DEFAULTS.code_sign_in,
});

/** The settings that no key seals. `readSetting` does not read the environment's values of them. */
type PlainSetting =
  | 'live_environment'
  | 'backup_expected_days'
  | 'default_language'
  | 'oidc_teams'
  | 'mcp'
  | 'mcp_reporters_texts'
  | 'outbox_retention_days'
  | 'share_closure_summaries'
  | 'storage_per_person_mb'
  | 'tellings_days'
  | 'undo_days';

/** Reads one setting that holds now, without the others. */
export async function readSetting<N extends PlainSetting>(work: Work<Actor>, name: N): Promise<EffectiveSettings[N]> {
  const stored = await storedSetting(work, name);
  return stored === undefined ? DEFAULTS[name] : (JSON.parse(stored) as EffectiveSettings[N]);
}

const secretNames: ReadonlySet<string> = new Set(SECRET_SETTINGS);

export const isSecret = (name: string): name is SecretName => secretNames.has(name);

/**
 * Reads the settings that hold now: what a developer has stored, else what the environment gives, else the default
 * (docs/rules/settings.md#what-holds).
 */
export async function readSettings(work: Work<Actor>, source: SettingsSource): Promise<EffectiveSettings> {
  return effectiveSettings(await storedSettings(work), source);
}

/**
 * The settings of rows that the caller has read: JSON text by name. A secret that this key does not open, or that was
 * sealed for another destination than the environment now names, counts as not set: Kwit never sends it where it was
 * not meant to go.
 */
export function effectiveSettings(stored: ReadonlyMap<string, string>, source: SettingsSource): EffectiveSettings {
  const entries = [...stored].filter(([name]) => name in DEFAULTS).map(([name, text]) => [name, JSON.parse(text)]);
  const settings = { ...DEFAULTS, ...source.given, ...Object.fromEntries(entries) } as EffectiveSettings;
  const opened: Partial<Record<SecretName, string>> = {};
  // In this order, for the access key's id is part of the destination of the other SES secrets.
  for (const name of SECRET_SETTINGS) {
    const value: unknown = settings[name];
    if (typeof value === 'string') continue;
    opened[name] = unsealed(name, value, { ...settings, ...opened }, source.sealingKey);
  }
  return { ...settings, ...opened };
}

/** The stored form of a secret: sealed, or the empty string that clears it. */
export const storedSecret = (name: SecretName, secret: string, settings: EffectiveSettings, sealingKey: Buffer) =>
  secret === '' ? '' : { sealed: seal(sealingKey, secret, destinationOf(name, settings)) };

function unsealed(name: SecretName, value: unknown, settings: EffectiveSettings, sealingKey: Buffer): string {
  const { sealed } = value as { sealed: string };
  return open(sealingKey, sealed, destinationOf(name, settings)) ?? '';
}

/** GET /api/settings/capabilities. */
export async function showCapabilities(work: Work, source: SettingsSource): Promise<Capabilities> {
  const settings = await readSettings(work, source);
  return { generated_at: work.now, edition: settings.edition, capabilities: capabilitiesOf(settings) };
}

/** GET /api/settings/enterprise-check. @throws Failure `feature_not_enabled`. */
export async function checkEnterprise(work: Work, source: SettingsSource): Promise<EnterpriseCheck> {
  const settings = await readSettings(work, source);
  if (!isOn(settings, CHECKED_FEATURE)) throw new Failure('feature_not_enabled', { feature: CHECKED_FEATURE });
  return { ok: true, checked_feature: CHECKED_FEATURE, generated_at: work.now };
}

/** The settings as developers read them: a secret shows only whether it is set (docs/rules/settings.md#secrets). */
export function viewSettings({ app_logo, ...settings }: EffectiveSettings): Settings {
  const masked = SECRET_SETTINGS.map((name) => [name, settings[name] === '' ? '' : MASK]);
  const oauth: SmtpOauth | null = settings.smtp_oauth === '' ? null : JSON.parse(settings.smtp_oauth);
  const smtp_oauth = oauth && { ...oauth, client_secret: MASK };
  const derived = { app_logo_url: logoUrl(app_logo), mail_problem: mailProblem(settings), smtp_oauth };
  return { ...settings, ...Object.fromEntries(masked), ...derived };
}

/** The settings that anyone may read, without a token. */
export const viewPublicSettings = (settings: EffectiveSettings): PublicSettings => ({
  ...pick(settings, 'app_name', 'app_url', 'default_language'),
  app_logo_url: logoUrl(settings.app_logo),
});

/** The address has a version, so that a browser keeps the logo until there is another one. */
const logoUrl = (logo: StoredPicture | null): string | null =>
  logo && `/api/settings/logo?v=${logo.filename.slice(0, 8)}`;

/** Where people open Kwit, as this process read it last: at the start, and whenever the settings are shown or changed. */
export class AppAddress {
  #url = '';

  /** Reads it from the settings that hold now. */
  static async read(runner: Runner, source: SettingsSource): Promise<AppAddress> {
    const address = new AppAddress();
    const context = { actor: null, correlationId: 'start', source: 'start' };
    address.learn(await runner.read(context, (work) => readSettings(work, source)));
    return address;
  }

  learn({ app_url }: { readonly app_url: string }): void {
    this.#url = app_url;
  }

  /** Where people open Kwit; empty when nobody has said it. */
  get url(): string {
    return this.#url;
  }

  /** The origin of the app's pages; null when nobody has said where they are. */
  get origin(): string | null {
    return URL.canParse(this.#url) ? new URL(this.#url).origin : null;
  }

  get isSecure(): boolean {
    return this.#url.startsWith('https:');
  }
}

const all = compiled((db) => db.selectFrom('settings').select(['name', 'value']));
const put = upsertInto('settings');

/**
 * The settings that developers have stored, by name, as JSON text. All others come from the environment or have their
 * default.
 */
class SettingsStore extends tableStore('settings', 'name') {
  readonly list = this.all(all);
  readonly set = this.changes(put);
}

export const removeSetting = (work: Work<Actor>, name: string) => work.of(SettingsStore).delete(name);
/** When a developer last set it; undefined when nobody did. */
export const settingChangedAt = async (work: Work<Actor>, name: string) =>
  (await work.of(SettingsStore).find(name))?.updated_at;
/** @param by the user who sets it; null for a command. */
export const storeSetting = (work: Work<Actor>, name: string, value: unknown, by = work.actor?.id ?? null) =>
  work.of(SettingsStore).set({ name, value: JSON.stringify(value), updated_at: work.now, updated_by: by });
export const storedSetting = async (work: Work<Actor>, name: string) =>
  (await work.of(SettingsStore).find(name))?.value;
export const storedSettings = async (work: Work<Actor>): Promise<Map<string, string>> =>
  new Map((await work.of(SettingsStore).list()).map(({ name, value }) => [name, value]));

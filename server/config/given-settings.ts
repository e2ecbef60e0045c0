import type { Settings } from '../../contract/settings.ts';
import type { EnvironmentReader } from './environment-reader.ts';
import { isDomain, isEmail, isHost, isHttpUrl, isRegion, isSender } from './environment-values.ts';

/** The settings that the environment may give. One holds until a developer changes it in the settings. */
export type GivenSettings = Partial<Omit<Settings, 'app_logo_url' | 'feature_flags' | 'mail_problem'>>;

const SENDER = 'a sender such as Kwit <kwit@example.com>';

/** Reads the settings that the environment gives. */
export function readGivenSettings(read: EnvironmentReader): GivenSettings {
  const given = { ...readApplication(read), ...readSmtp(read), ...readSes(read) };
  const provider = read.oneOf('MAIL_PROVIDER', ['smtp', 'ses']);
  const all = { ...given, mail_provider: provider };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null));
}

function readApplication(read: EnvironmentReader) {
  return {
    allowed_domains: read
      .list('ALLOWED_DOMAINS', isDomain, 'e-mail domains separated by commas, such as example.com,example.org')
      ?.map((one) => one.toLowerCase()),
    developer_emails: read
      .list('DEVELOPER_EMAILS', isEmail, 'e-mail addresses separated by commas')
      ?.map((one) => one.toLowerCase()),
    app_name: read.text('APP_NAME'),
    app_url: read.checked('APP_URL', isHttpUrl, 'an http or https address')?.replace(/\/+$/, ''),
    default_language: read.oneOf('DEFAULT_LANGUAGE', ['pl', 'en']),
    edition: read.oneOf('EDITION', ['open_core', 'enterprise']),
  };
}

function readSmtp(read: EnvironmentReader) {
  return {
    smtp_host: read.checked('SMTP_HOST', isHost, 'the name or address of a mail server, without a port'),
    smtp_port: read.given('SMTP_PORT') ? read.integer('SMTP_PORT', 587, 1, 65_535) : undefined,
    smtp_user: read.text('SMTP_USER'),
    smtp_pass: read.text('SMTP_PASS'),
    smtp_from: read.checked('SMTP_FROM', isSender, SENDER),
  };
}

function readSes(read: EnvironmentReader) {
  const keys = ['SES_ACCESS_KEY_ID', 'SES_SECRET_ACCESS_KEY'];
  for (const [index, name] of keys.entries())
    if (read.given(name) && !read.given(keys[1 - index] as string))
      read.problem(`${keys[1 - index]} must be set beside ${name}.`);
  return {
    ses_region: read.checked('SES_REGION', isRegion, 'a region such as eu-central-1'),
    ses_access_key_id: read.text('SES_ACCESS_KEY_ID'),
    ses_secret_access_key: read.text('SES_SECRET_ACCESS_KEY'),
    ses_session_token: read.text('SES_SESSION_TOKEN'),
    ses_from: read.checked('SES_FROM', isSender, SENDER),
    ses_endpoint: read.checked('SES_ENDPOINT', isHttpUrl, 'an http or https address'),
  };
}

/** The sources of the settings besides the database. */
export interface SettingsSource {
  /** The settings that the environment gives. */
  readonly given: GivenSettings;
  /** 32 bytes; opens the secrets. */
  readonly sealingKey: Buffer;
}

import { type Static, type TOptional, type TSchema, Type } from 'typebox';
import { Email, Instant, nullable, oneOf, record } from './scalars.ts';
import {
  CAPABILITIES,
  type Capability,
  CHECKED_FEATURE,
  EDITIONS,
  MAIL_PROVIDERS,
  MCP_MODES,
  NEW_TICKET_NOTICES,
  REPORTERS_TEXTS,
} from './setting-words.ts';
import { environment } from './shipping.ts';
import { SIGN_IN_SETTINGS } from './sign-in-settings.ts';
import { SmtpOauth } from './smtp-oauth.ts';
import { TOKEN_DAYS_AT_MOST } from './tokens.ts';
import { LANGUAGES } from './words.ts';

/** Its own letters are put into their ASCII form before it is judged. */
const Domain = Type.String({
  text: true,
  domain: true,
  minLength: 3,
  maxLength: 253,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?)+$',
  examples: ['example.com'],
});
const DeveloperEmail = Type.String({ text: true, address: 'as is', format: 'email', maxLength: 254 });
/** A bare address, or a name and an address in angle brackets. */
const Sender = Type.String({
  text: true,
  line: 'as is',
  maxLength: 320,
  pattern: '^([^\\s@<>]+@[A-Za-z0-9.-]+|[^<>]*<[^\\s@<>]+@[A-Za-z0-9.-]+>)?$',
  examples: ['Kwit <kwit@example.com>'],
});
/** Capitals are no error, and of the address of a page its origin is kept. */
const AppUrl = Type.String({
  text: true,
  maxLength: 2000,
  pattern: '^([hH][tT][tT][pP][sS]?://[^\\s/?#@]+([/?#][^\\s]*)?)?$',
});
const HttpUrl = Type.String({ text: true, maxLength: 2000, pattern: '^(https?://[^\\s/?#@]+([/?#][^\\s]*)?)?$' });
const Host = Type.String({ text: true, maxLength: 253, pattern: '^([A-Za-z0-9]([A-Za-z0-9.:-]*[A-Za-z0-9])?)?$' });

const writable = {
  ...SIGN_IN_SETTINGS,
  allowed_domains: Type.Array(Domain, { minItems: 1, maxItems: 200 }),
  developer_emails: Type.Array(DeveloperEmail, { maxItems: 1000 }),
  app_name: Type.String({ text: true, line: 'as is', minLength: 1, maxLength: 80, examples: ['Kwit'] }),
  app_url: AppUrl,
  default_language: oneOf(LANGUAGES),
  mail_provider: nullable(oneOf(MAIL_PROVIDERS)),
  smtp_host: Host,
  smtp_port: Type.Integer({ minimum: 1, maximum: 65_535 }),
  smtp_user: Type.String({ text: true, line: 'as is', maxLength: 320 }),
  smtp_pass: Type.String({ text: 'as is', maxLength: 1000 }),
  smtp_oauth: nullable(SmtpOauth),
  smtp_from: Sender,
  ses_region: Type.String({ text: true, maxLength: 60, pattern: '^[a-z0-9-]*$' }),
  ses_access_key_id: Type.String({ text: 'as is', maxLength: 200 }),
  ses_secret_access_key: Type.String({ text: 'as is', maxLength: 1000 }),
  ses_session_token: Type.String({ text: 'as is', maxLength: 8000 }),
  ses_from: Sender,
  ses_endpoint: HttpUrl,
  edition: oneOf(EDITIONS),
  feature_flags: Type.Unsafe<Record<string, boolean>>({ type: 'object', additionalProperties: Type.Boolean() }),
  share_closure_summaries: Type.Boolean(),
  token_max_days: nullable(
    Type.Integer({
      minimum: 1,
      maximum: TOKEN_DAYS_AT_MOST,
      description: 'The longest life of a new token for programs, in days; null: any.',
    }),
  ),
  mcp: oneOf(MCP_MODES, { description: 'What agents may do through /mcp.' }),
  mcp_reporters_texts: oneOf(REPORTERS_TEXTS, { description: 'Whose texts agents get through /mcp.' }),
  outbox_retention_days: Type.Integer({
    minimum: 1,
    maximum: 3650,
    description: 'Days that delivered events are kept.',
  }),
  storage_per_person_mb: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1_048_576,
      description: "MB (1,048,576 bytes) that one person's attachments may take up; null for no bound.",
    }),
  ),
  backup_expected_days: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description: 'Developers are warned when no backup was made for so many days; null for never.',
    }),
  ),
  notify_developers_of_new_tickets: oneOf(NEW_TICKET_NOTICES),
  mail_delay_minutes: Type.Integer({
    minimum: 0,
    maximum: 60,
    description: 'Minutes that a mail waits for its notice to be read, and is then not sent; 0 for not at all.',
  }),
  live_environment: { ...environment, description: 'The environment in which a shipped version is live.' },
  tell_when_live: Type.Boolean({ description: 'Whether those who asked are told when a ticket is live.' }),
  show_version: Type.Boolean({ description: 'Whether reporters read with which version their ticket is live.' }),
  tellings_days: Type.Integer({
    minimum: 1,
    maximum: 3650,
    description: 'Days for which it is kept who was told what.',
  }),
  undo_days: Type.Integer({ minimum: 1, maximum: 365, description: 'Days that an act can be taken back.' }),
  zone: Type.String({
    minLength: 1,
    maxLength: 64,
    zone: true,
    description: 'The zone (IANA) in which mails tell times of day.',
  }),
  reopen_days: Type.Integer({
    minimum: 0,
    maximum: 365,
    description: 'Days after closing that a reporter may say that it is not solved; 0 for never.',
  }),
};

/**
 * The writers of each setting. Settings that decide who gets in, where codes and mails go, or what programs may, are written
 * by people who have signed in, never by programs (docs/rules/tokens.md#never-with-a-token).
 */
const WRITERS = {
  oidc_issuer: 'people',
  oidc_client_id: 'people',
  oidc_client_secret: 'people',
  oidc_scopes: 'people',
  oidc_label: 'people',
  oidc_email_claim: 'people',
  oidc_groups_claim: 'people',
  oidc_developer_groups: 'people',
  oidc_required_groups: 'people',
  oidc_teams: 'people',
  oidc_auto_create: 'people',
  oidc_trust_email: 'people',
  oidc_session_hours: 'people',
  code_sign_in: 'people',
  require_passkey: 'people',
  allowed_domains: 'people',
  developer_emails: 'people',
  app_name: 'programs',
  app_url: 'people',
  default_language: 'programs',
  mail_provider: 'people',
  smtp_host: 'people',
  smtp_port: 'people',
  smtp_user: 'people',
  smtp_pass: 'people',
  smtp_oauth: 'people',
  smtp_from: 'people',
  ses_region: 'people',
  ses_access_key_id: 'people',
  ses_secret_access_key: 'people',
  ses_session_token: 'people',
  ses_from: 'people',
  ses_endpoint: 'people',
  edition: 'programs',
  feature_flags: 'programs',
  share_closure_summaries: 'programs',
  token_max_days: 'people',
  mcp: 'people',
  mcp_reporters_texts: 'people',
  outbox_retention_days: 'programs',
  storage_per_person_mb: 'programs',
  backup_expected_days: 'programs',
  notify_developers_of_new_tickets: 'programs',
  mail_delay_minutes: 'programs',
  live_environment: 'programs',
  show_version: 'programs',
  tell_when_live: 'programs',
  reopen_days: 'programs',
  tellings_days: 'programs',
  undo_days: 'programs',
  zone: 'programs',
} as const satisfies Record<keyof typeof writable, 'people' | 'programs'>;

/** Whether only people write a setting. */
export const isPeoplesSetting = (name: string): boolean =>
  Object.entries(WRITERS).some(([setting, writer]) => setting === name && writer === 'people');

export const Settings = record({
  ...writable,
  app_logo_url: nullable(Type.String()),
  mail_problem: nullable(
    Type.String({
      description: 'Why the chosen mail provider counts as none; null when it does not, or none is chosen.',
    }),
  ),
});
export type Settings = Static<typeof Settings>;

const optional = <P extends Record<string, TSchema>>(properties: P) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof P]: TOptional<P[K]>;
  };

/** PATCH /api/settings. `feature_flags` is merged; null takes a flag off. */
export const SettingsChange = record(
  {
    ...optional(writable),
    confirm: Type.Optional(
      Type.Boolean({ description: 'Change the host of app_url although passkeys are bound to it.' }),
    ),
    feature_flags: Type.Optional(
      Type.Unsafe<Partial<Record<Capability, boolean | null>>>({
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(CAPABILITIES.map((name) => [name, { type: ['boolean', 'null'] }])),
      }),
    ),
  },
  { minProperties: 1, examples: [{ app_name: 'Kwit', allowed_domains: ['example.com'] }] },
);
export type SettingsChange = Static<typeof SettingsChange>;

export const PublicSettings = record({
  app_name: Type.String(),
  app_url: Type.String(),
  app_logo_url: nullable(Type.String()),
  default_language: oneOf(LANGUAGES),
});
export type PublicSettings = Static<typeof PublicSettings>;

/** GET /api/setup, for the page to sign in: true while no active developer has signed in. */
export const Setup = record({ needs_developer: Type.Boolean() });
export type Setup = Static<typeof Setup>;

/** GET /api/settings/capabilities: the capabilities of this Kwit. */
export const Capabilities = record({
  generated_at: Instant,
  edition: oneOf(EDITIONS),
  capabilities: Type.Unsafe<Record<Capability, boolean>>(
    record(Object.fromEntries(CAPABILITIES.map((name) => [name, Type.Boolean()]))),
  ),
});
export type Capabilities = Static<typeof Capabilities>;

export const EnterpriseCheck = record({
  ok: Type.Literal(true),
  checked_feature: Type.Literal(CHECKED_FEATURE),
  generated_at: Instant,
});
export type EnterpriseCheck = Static<typeof EnterpriseCheck>;

/** POST /api/settings/test-email and /test-smtp: the recipient. */
export const MailTest = record({ to: Email }, { examples: [{ to: 'dev@example.com' }] });
export type MailTest = Static<typeof MailTest>;

/**
 * How a test message left. `delivered` says that a mail provider accepted it; `dev-fallback` is the built-in mailbox, which delivers to
 * nobody.
 */
export const MailTestResult = record({
  success: Type.Literal(true),
  delivered: Type.Boolean(),
  mode: oneOf(['smtp', 'ses', 'dev-fallback']),
});
export type MailTestResult = Static<typeof MailTestResult>;

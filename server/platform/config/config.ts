import { resolve } from 'node:path';
import type { Settings } from '#contract/settings.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../clock.ts';
import type { Pooler } from '../database/postgres/postgres-address.ts';
import { isPlace, readBucketAddress } from '../files/s3.ts';
import { addressOf, asciiDomain } from '../texts/addresses.ts';
import {
  EnvironmentReader,
  isDomain,
  isEmail,
  isGuessable,
  isHost,
  isHostAndPort,
  isHttpUrl,
  isLongEnough,
  isLoopback,
  isNetwork,
  isOrigin,
  isRegion,
  isSender,
  originOf,
} from './environment.ts';

/** The settings that the environment may give. One holds until a developer changes it in the settings. */
export type EnvironmentSettings = Partial<Omit<Settings, 'app_logo_url' | 'feature_flags' | 'mail_problem'>>;

const SENDER = 'a sender such as Kwit <kwit@example.com>';

/** Reads the settings that the environment gives. */
export function readEnvironmentSettings(read: EnvironmentReader): EnvironmentSettings {
  const settings = { ...readApplication(read), ...readSmtp(read), ...readSes(read) };
  const provider = read.oneOf('MAIL_PROVIDER', ['smtp', 'ses']);
  const all = { ...settings, mail_provider: provider };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined && value !== null));
}

function readApplication(read: EnvironmentReader) {
  const address = read.checked('APP_URL', isHttpUrl, 'an http or https address');
  return {
    allowed_domains: read
      .list('ALLOWED_DOMAINS', isDomain, 'e-mail domains separated by commas, such as example.com,example.org')
      ?.map(asciiDomain),
    developer_emails: read.list('DEVELOPER_EMAILS', isEmail, 'e-mail addresses separated by commas')?.map(addressOf),
    app_name: read.text('APP_NAME'),
    app_url: address === null ? undefined : originOf(address),
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
  readonly given: EnvironmentSettings;
  /** 32 bytes; opens the secrets. */
  readonly sealingKey: Buffer;
}

/** The configuration of the service. It is frozen, and no secret has a default. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** The pooler that stands at the address of PostgreSQL; null for none. */
  readonly pooler: Pooler | null;
  /** PostgreSQL without the pooler. */
  readonly directUrl: string | null;
  /** Where Kwit keeps uploaded files: null for a folder in the data folder, else `s3://bucket/prefix`. */
  readonly filesUrl: string | null;
  /** The folder into which the service makes backups; null when it makes none. */
  readonly backupDir: string | null;
  readonly production: boolean;
  /** How long the port stays open after SIGTERM, so that balancers can look elsewhere, in milliseconds. */
  readonly drainMs: number;
  /** How long a start waits for PostgreSQL, in milliseconds. */
  readonly databaseWaitMs: number;
  /** How somebody becomes the first developer: by an address that a start prints, or by a command alone. */
  readonly firstDeveloper: 'address' | 'command';
  /** Whether this process takes no writes, whatever the switch in the database says (docs/rules/service.md#read-only). */
  readonly readOnly: boolean;
  readonly jwtSecret: string | null;
  readonly secretsKey: string | null;
  /** How long a token is valid, in milliseconds. */
  readonly tokenLifetime: number;
  /** After how long without a use a session is over, in milliseconds; Infinity for never. */
  readonly unusedSessionMs: number;
  readonly codeRequestsPerAddress: number;
  readonly codeRequestsPerClient: number;
  /** Seconds between two codes for one address; 0 for none. */
  readonly codeResendSeconds: number;
  /** How many writes a user may make in a minute. */
  readonly writesPerMinute: number;
  /** The one other origin whose pages may call the API. */
  readonly frontendOrigin: string | null;
  /** `host:port` pairs that Kwit may call although they are private or speak plain http. */
  readonly outboundAllow: readonly string[];
  /** Addresses and networks that may read /metrics. */
  readonly metricsAllow: readonly string[];
  /** Proxies (addresses and networks) whose X-Forwarded-For Kwit believes. */
  readonly trustProxy: readonly string[];
  readonly outbox: { readonly enabled: boolean; readonly pollMs: number; readonly maxAttempts: number };
  /** Where mails come in: a port, or a socket; null for nowhere. */
  readonly mailInListen: string | null;
  readonly mailInProtocol: 'lmtp' | 'smtp';
  /** The mailbox that is read: imaps://user@host/INBOX; null for none. */
  readonly mailInImap: string | null;
  readonly logLevel: string;
  readonly settings: EnvironmentSettings;
  /** How a person types commands of this Kwit in another terminal, which does not know its data folder. */
  readonly command: string;
  /** Every variable that is set. */
  readonly setVariables: ReadonlySet<string>;
}

/** How commands are typed in a clone. */
export const CLONE_COMMAND = 'npm run kwit --';

/** Kwit cannot run with this environment. `problems` names every variable that is wrong, and says what would be right. */
export class ConfigRefused extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigRefused';
    this.problems = problems;
  }
}

const UNITS: Record<string, number> = { s: SECOND, m: MINUTE, h: HOUR, d: DAY };

/**
 * Reads the whole environment, and reports everything that is wrong with it at once.
 *
 * @throws ConfigRefused
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const read = new EnvironmentReader(environment);
  const { DATA_DIR, KWIT_COMMAND } = environment;
  const config = {
    ...readService(read),
    ...readSecurity(read),
    settings: Object.freeze(readEnvironmentSettings(read)),
    command: `${DATA_DIR ? `DATA_DIR='${resolve(DATA_DIR)}' ` : ''}${KWIT_COMMAND || CLONE_COMMAND}`,
    setVariables: new Set(Object.keys(environment).filter((name) => environment[name])),
  };
  if (config.databaseUrl) {
    for (const [name, value] of [
      ['JWT_SECRET', config.jwtSecret],
      ['SECRETS_KEY', config.secretsKey],
    ]) {
      if (!value)
        read.problem(
          `${name} must be set beside DATABASE_URL, the same on every node: at least 32 characters, for example from "openssl rand -base64 32".`,
        );
    }
  }
  if (config.production) refuseGuessableSecrets(read, config);
  if (read.problems.length > 0) throw new ConfigRefused(read.problems);
  return Object.freeze(config);
}

function refuseGuessableSecrets(
  read: EnvironmentReader,
  { jwtSecret, secretsKey }: Pick<Config, 'jwtSecret' | 'secretsKey'>,
): void {
  const example = 'for example what "openssl rand -base64 32" prints';
  for (const [name, value] of Object.entries({ JWT_SECRET: jwtSecret, SECRETS_KEY: secretsKey }))
    if (value !== null && isGuessable(value)) read.problem(`${name} must be one that nobody can guess, ${example}.`);
  if (jwtSecret !== null && jwtSecret === secretsKey)
    read.problem(`JWT_SECRET must be another one than SECRETS_KEY, ${example}.`);
}

function readService(read: EnvironmentReader) {
  const production = read.oneOf('NODE_ENV', ['production', 'development', 'test']) === 'production';
  return {
    port: read.integer('PORT', 4000, 0, 65_535),
    host: read.text('HOST') ?? '127.0.0.1',
    dataDir: resolve(read.text('DATA_DIR') ?? './data'),
    ...readPostgres(read),
    filesUrl: read.checked(
      'FILES_URL',
      (value) => readBucketAddress(value) !== null,
      'an address such as s3://bucket/prefix?region=eu-central-1, without keys in it',
    ),
    backupDir: readPlace(read, 'BACKUP_DIR'),
    production,
    drainMs: read.integer('DRAIN_SECONDS', production ? 5 : 0, 0, 300) * SECOND,
    databaseWaitMs: read.integer('DATABASE_WAIT_SECONDS', 30, 0, 600) * SECOND,
    outbox: Object.freeze({
      enabled: read.flag('OUTBOX_WORKER_ENABLED', true),
      pollMs: read.integer('OUTBOX_POLL_MS', 1000, 10, 3_600_000),
      maxAttempts: read.integer('OUTBOX_MAX_ATTEMPTS', 8, 1, 100),
    }),
    mailInListen: read.checked(
      'MAIL_IN_LISTEN',
      (value) => /^(?:unix:\/.+|(?:\[[0-9a-fA-F:]+\]|[^\s:/[\]]+):\d{1,5})$/.test(value),
      'an address such as 127.0.0.1:2525, or unix:/run/kwit/mail.sock',
    ),
    mailInProtocol: read.oneOf('MAIL_IN_PROTOCOL', ['lmtp', 'smtp']) ?? 'lmtp',
    mailInImap: read.checked(
      'MAIL_IN_IMAP',
      (value) => /^imaps?:\/\/[^\s:@/]+(?:@[^\s:@/]+)?@[^\s:@/]+(?::\d{1,5})?\/.+$/.test(value),
      'an address such as imaps://kwit@mail.example.com/INBOX, without a password',
    ),
    readOnly: read.flag('READ_ONLY', false),
    firstDeveloper: read.oneOf('FIRST_DEVELOPER', ['address', 'command']) ?? 'address',
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']) ?? 'info',
  };
}

function readPostgres(read: EnvironmentReader) {
  const address = (name: string) =>
    read.checked(
      name,
      (value) => /^postgres(ql)?:\/\/./.test(value),
      'an address such as postgres://user:password@host:5432/kwit',
    );
  const [databaseUrl, directUrl] = [address('DATABASE_URL'), address('DATABASE_DIRECT_URL')];
  const pooler = read.oneOf('PG_POOLER', ['session', 'transaction']);
  if (!read.given('DATABASE_URL'))
    for (const name of ['PG_POOLER', 'DATABASE_DIRECT_URL'])
      if (read.given(name)) read.problem(`${name} must be left out without DATABASE_URL.`);
  return { databaseUrl, pooler, directUrl };
}

/** A folder, or a place in a bucket. */
function readPlace(read: EnvironmentReader, name: string): string | null {
  const place = read.checked(name, isPlace, 'a folder, or an address such as s3://bucket/prefix?region=eu-central-1');
  return place === null || readBucketAddress(place) !== null ? place : resolve(place);
}

function readSecurity(read: EnvironmentReader) {
  const secret = 'at least 32 characters, for example from "openssl rand -base64 32"';
  return {
    jwtSecret: read.checked('JWT_SECRET', isLongEnough, secret),
    secretsKey: read.checked('SECRETS_KEY', isLongEnough, secret),
    tokenLifetime: readLifetime(read),
    unusedSessionMs: read.integer('SESSION_IDLE_DAYS', Number.POSITIVE_INFINITY, 1, 365) * DAY,
    codeRequestsPerAddress: read.integer('OTP_REQUESTS_PER_ADDRESS', 5, 1, 1_000_000),
    codeRequestsPerClient: read.integer('OTP_REQUESTS_PER_CLIENT', 100, 1, 1_000_000),
    codeResendSeconds: read.integer('OTP_RESEND_SECONDS', 0, 0, 600),
    writesPerMinute: read.integer('WRITES_PER_MINUTE', 600, 1, 1_000_000),
    frontendOrigin: read.checked(
      'FRONTEND_ORIGIN',
      isOrigin,
      'one origin such as https://tickets.example.com, without a path',
    ),
    outboundAllow: read.list('OUTBOUND_ALLOW', isHostAndPort, 'host:port pairs separated by commas') ?? [],
    metricsAllow: read.list('METRICS_ALLOW', isNetwork, 'addresses or networks (CIDR) separated by commas') ?? [
      '127.0.0.0/8',
      '::1',
    ],
    trustProxy: read.list('TRUST_PROXY', isNetwork, 'addresses or networks (CIDR) separated by commas') ?? [],
  };
}

function readLifetime(read: EnvironmentReader): number {
  const value =
    read.checked(
      'JWT_EXPIRES_IN',
      (text) => /^[1-9]\d{0,6}[smhd]?$/.test(text),
      'a length of time such as 7d, 12h, 30m or 3600s',
    ) ?? '7d';
  return Number.parseInt(value, 10) * (UNITS[value.slice(-1)] ?? SECOND);
}

/**
 * Warns when Kwit looks as if a team used it, and does not run as production does: then sign-in codes stand in the log
 * and in the built-in mailbox. null when there is nothing to warn of.
 *
 * @param appUrl where people open Kwit, or empty.
 */
export function openStartWarning({ production, host, trustProxy }: Config, appUrl: string): string | null {
  const signs = [
    ...(isLoopback(host) ? [] : [`it listens on ${host}`]),
    ...(trustProxy.length === 0 ? [] : ['TRUST_PROXY is set']),
    ...(appUrl.startsWith('https:') ? [`its address is ${appUrl}`] : []),
  ];
  if (production || signs.length === 0) return null;
  return `WARNING: Kwit is open. NODE_ENV is not production, but ${signs.join(' and ')}. Codes to sign in with are printed to this log, and the built-in mailbox shows them to this machine. Set NODE_ENV=production before others can reach it.`;
}

import { CAPABILITIES, EDITIONS, MAIL_PROVIDERS } from '#contract/setting-words.ts';
import {
  addressOf,
  asciiDomain,
  type ForeignDatabase,
  isDomain,
  isEmail,
  isHost,
  isHttpUrl,
  isRegion,
  isSender,
} from '#platform';
import type { EffectiveSettings } from '#settings';
import { keepable } from '../source-words.ts';
import { LOGO, type SourceSetting } from '../tables/table-source.ts';

export interface SettingsChoice {
  /** Edition and flags, too. */
  readonly all: boolean;
  /** The mail provider and its secrets, too. */
  readonly mail: boolean;
}

type Name = keyof EffectiveSettings;
/** Reads a setting of OpenArca for Kwit; undefined when Kwit would refuse it. */
type Read = (text: string) => unknown;

const plain =
  (isFine: (text: string) => boolean): Read =>
  (text) =>
    isFine(text.trim()) ? text.trim() : undefined;
/** `from@example.com` or nothing. */
const orEmpty = (isFine: (text: string) => boolean): Read => plain((text) => text === '' || isFine(text));
const anything: Read = (text) => text;
const oneOfThese = (words: readonly string[]): Read => plain((text) => words.includes(text));

/** A list of addresses or domains, as JSON. */
const listOf =
  (keptAs: (text: string) => string, isFine: (text: string) => boolean): Read =>
  (text) => {
    const list = parsed(text);
    if (!Array.isArray(list)) return undefined;
    const items = list.filter((item) => typeof item === 'string').map(keptAs);
    return [...new Set(items.filter(isFine))];
  };

const port: Read = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? Number(text) : undefined;

const ALWAYS: Partial<Record<Name, Read>> = {
  allowed_domains: listOf(asciiDomain, isDomain),
  developer_emails: listOf(addressOf, isEmail),
  app_name: plain((text) => text !== '' && [...text].length <= 80 && !/\p{Cc}/u.test(text)),
  app_url: (text) => orEmpty(isHttpUrl)(text.trim().replace(/\/+$/, '')),
};
const MAIL: Partial<Record<Name, Read>> = {
  mail_provider: oneOfThese(MAIL_PROVIDERS),
  smtp_host: orEmpty(isHost),
  smtp_port: port,
  smtp_user: anything,
  smtp_pass: anything,
  smtp_from: orEmpty(isSender),
  ses_region: orEmpty(isRegion),
  ses_access_key_id: anything,
  ses_secret_access_key: anything,
  ses_session_token: anything,
  ses_from: orEmpty(isSender),
  ses_endpoint: orEmpty(isHttpUrl),
};
const EDITION: Partial<Record<Name, Read>> = {
  edition: oneOfThese(EDITIONS),
  feature_flags: (text) => {
    const flags = parsed(text);
    if (typeof flags !== 'object' || flags === null) return undefined;
    return Object.fromEntries(
      CAPABILITIES.flatMap((name) => (typeof flags[name] === 'boolean' ? [[name, flags[name]]] : [])),
    );
  },
};

const parsed = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Settings that become something else than a setting. */
const ELSEWHERE: readonly string[] = ['ticket_counter', 'app_logo_updated_at'];

/** The settings of OpenArca as Kwit has them. */
export function* openArcaSettings(from: ForeignDatabase, choice: SettingsChoice): Generator<SourceSetting> {
  const readers: Partial<Record<string, Read>> = {
    ...ALWAYS,
    ...(choice.mail ? MAIL : {}),
    ...(choice.all ? EDITION : {}),
  };
  for (const row of from.rows('settings')) {
    const [id, text] = [String(row.key), keepable(String(row.value ?? ''))];
    const reader = Object.hasOwn(readers, id) ? readers[id] : undefined;
    const value = reader?.(text);
    if (ELSEWHERE.includes(id)) yield { id, comesElsewhere: true };
    else if (id === 'app_logo_filename') yield { id, name: LOGO.id, value: text };
    else if (reader === undefined) yield { id, leftOut: whyNot(id) };
    else yield value === undefined ? { id, leftOut: 'its value is none that Kwit takes' } : { id, name: id, value };
  }
}

function whyNot(id: string): string {
  if (Object.hasOwn(MAIL, id)) return 'taken with --mail-settings only';
  return Object.hasOwn(EDITION, id) ? 'taken with --settings only' : 'Kwit has no such setting';
}

import { CAPABILITIES, EDITIONS, MAIL_PROVIDERS } from '#contract/settings.ts';
import {
  type Actor,
  addressOf,
  asciiDomain,
  type ForeignDatabase,
  isDomain,
  isEmail,
  isHost,
  isHttpUrl,
  isRegion,
  isSender,
  type SettingsSource,
  type Work,
} from '#platform';
import { type EffectiveSettings, holdSettings, storedSettings, storeSettings } from '#settings';
import type { ImportRun } from '../import-run.ts';
import { keepable } from '../source-words.ts';
import { LOGO, type OpenArcaFiles } from './reading/keep-uploads.ts';

export interface SettingsChoice {
  /** Edition and flags, too. */
  readonly all: boolean;
  /** The mail provider and its secrets, too. */
  readonly mail: boolean;
}

type Name = keyof EffectiveSettings;
/** What a setting of OpenArca says to Kwit; undefined when Kwit would refuse it. */
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
    const kept = list.filter((one) => typeof one === 'string').map(keptAs);
    return [...new Set(kept.filter(isFine))];
  };

const port: Read = (text) =>
  /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535 ? Number(text) : undefined;

const ALWAYS: Partial<Record<Name, Read>> = {
  allowed_domains: listOf(asciiDomain, isDomain),
  developer_emails: listOf(addressOf, isEmail),
  app_name: plain((text) => text !== '' && [...text].length <= 80 && !/\p{Cc}/u.test(text)),
  app_url: orEmpty(isHttpUrl),
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

/** Takes over the settings that nobody has set in Kwit, and the domains whose people may sign in besides those of Kwit. */
export async function carrySettings(
  { work, source, run }: { work: Work<Actor>; source: SettingsSource; run: ImportRun },
  from: ForeignDatabase,
  wanted: SettingsChoice,
  uploads: OpenArcaFiles,
): Promise<void> {
  const { report, rows, isAgain } = run;
  const current = await holdSettings(work, source);
  const isSet = new Set([...(await storedSettings(work)).keys(), ...Object.keys(source.given)]);
  const change: Record<string, unknown> = {};
  const readers: Partial<Record<string, Read>> = {
    ...ALWAYS,
    ...(wanted.mail ? MAIL : {}),
    ...(wanted.all ? EDITION : {}),
  };
  for (const row of from.rows('settings')) {
    const [name, text] = [String(row.key), keepable(String(row.value ?? ''))];
    const outcome = (() => {
      if (ELSEWHERE.includes(name)) return isAgain ? 'merged' : 'imported';
      if (name === LOGO.id) return logo(isSet, uploads, change);
      const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
      if (reader === undefined)
        return Object.hasOwn({ ...MAIL, ...EDITION }, name) ? whichOption(name) : 'Kwit has no such setting';
      const value = reader(text);
      if (value === undefined) return 'its value is none that Kwit takes';
      return take(name, value, { current, isSet, change });
    })();
    report.read('settings');
    if (outcome === 'imported') report.imported('settings');
    else if (outcome === 'merged') report.merged('settings');
    else report.leftOut('settings', outcome, { id: name, isLost: false });
  }
  if (!rows.isTrial) await storeSettings(work, source, current, change as Partial<EffectiveSettings>);
}

const whichOption = (name: string): string =>
  Object.hasOwn(MAIL, name) ? 'taken with --mail-settings only' : 'taken with --settings only';

interface Taking {
  readonly current: EffectiveSettings;
  readonly isSet: ReadonlySet<string>;
  readonly change: Record<string, unknown>;
}

function take(name: string, value: unknown, { current, isSet, change }: Taking): 'imported' | 'merged' {
  if (name === 'allowed_domains') {
    const added = (value as string[]).filter((domain) => !current.allowed_domains.includes(domain));
    if (added.length === 0) return 'merged';
    change[name] = [...current.allowed_domains, ...added];
    return 'imported';
  }
  if (isSet.has(name)) return 'merged';
  change[name] = name === 'app_url' ? String(value).replace(/\/+$/, '') : value;
  return 'imported';
}

function logo(isSet: ReadonlySet<string>, uploads: OpenArcaFiles, change: Record<string, unknown>): string {
  if (isSet.has('app_logo')) return 'merged';
  const upload = uploads.get(LOGO.table, LOGO.id);
  if (upload === null) return 'its file is missing';
  if (upload.pictureType === null) return 'it is no picture that Kwit shows';
  change.app_logo = { filename: upload.filename, type: upload.pictureType };
  return 'imported';
}

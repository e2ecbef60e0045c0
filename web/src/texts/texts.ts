/**
 * Texts in Polish and English, in i18next's JSON format: nested keys, `{{name}}` placeholders, plural forms as
 * suffixes.
 */
import type { Language } from '../../../contract/words.ts';
import { observable } from '../observable/observable.ts';
import { local } from '../storage.ts';
import englishOfSignIn from './sign-in.en.json' with { type: 'json' };
import polishOfSignIn from './sign-in.pl.json' with { type: 'json' };

export type { Language };

/** The name of each language in itself. */
export const LANGUAGE_NAMES: Record<Language, string> = { pl: 'Polski', en: 'English' };

type Values = Record<string, string | number>;
type Plural = 'one' | 'few' | 'many' | 'other';
type WithoutForm<K extends string> = K extends `${infer Stem}_${Plural}` ? Stem : K;
type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? WithoutForm<K> : `${K}.${Leaves<T[K]>}` }[keyof T &
  string];

type Catalogue = { [key: string]: string | Catalogue };

/**
 * A person who is signed in needs `app`, some pages one of the others. They have no first step of a key in common, nor with
 * the texts of the sign-in, which everybody needs and which come with the code: they take no request.
 */
const loaders = {
  about: { pl: () => import('./about.pl.json'), en: () => import('./about.en.json') },
  acts: { pl: () => import('./acts.pl.json'), en: () => import('./acts.en.json') },
  access: { pl: () => import('./access.pl.json'), en: () => import('./access.en.json') },
  app: { pl: () => import('./pl.json'), en: () => import('./en.json') },
  admin: {
    pl: async () => ({ default: (await import('./administration.ts')).pl }),
    en: async () => ({ default: (await import('./administration.ts')).en }),
  },
  answers: { pl: () => import('./answers.pl.json'), en: () => import('./answers.en.json') },
  commands: { pl: () => import('./commands.pl.json'), en: () => import('./commands.en.json') },
  data: { pl: () => import('./data.pl.json'), en: () => import('./data.en.json') },
  entering: { pl: () => import('./entering.pl.json'), en: () => import('./entering.en.json') },
  fields: { pl: () => import('./fields.pl.json'), en: () => import('./fields.en.json') },
  first: { pl: () => import('./first.pl.json'), en: () => import('./first.en.json') },
  firstSteps: {
    pl: async () => ({ default: (await import('./first-steps.ts')).pl }),
    en: async () => ({ default: (await import('./first-steps.ts')).en }),
  },
  lists: {
    pl: async () => ({ default: (await import('./lists.ts')).pl }),
    en: async () => ({ default: (await import('./lists.ts')).en }),
  },
  merging: { pl: () => import('./merging.pl.json'), en: () => import('./merging.en.json') },
  operating: { pl: () => import('./operating.pl.json'), en: () => import('./operating.en.json') },
  personData: { pl: () => import('./person-data.pl.json'), en: () => import('./person-data.en.json') },
  promises: { pl: () => import('./promises.pl.json'), en: () => import('./promises.en.json') },
  refusals: { pl: () => import('./refusals.pl.json'), en: () => import('./refusals.en.json') },
  reopening: { pl: () => import('./reopening.pl.json'), en: () => import('./reopening.en.json') },
  signInSettings: {
    pl: () => import('./sign-in-settings.pl.json'),
    en: () => import('./sign-in-settings.en.json'),
  },
  telling: { pl: () => import('./telling.pl.json'), en: () => import('./telling.en.json') },
  tokens: { pl: () => import('./tokens.pl.json'), en: () => import('./tokens.en.json') },
  waysIn: { pl: () => import('./ways-in.pl.json'), en: () => import('./ways-in.en.json') },
  work: { pl: () => import('./work.pl.json'), en: () => import('./work.en.json') },
} satisfies Record<string, Record<Language, () => Promise<{ default: Catalogue }>>>;

export type TextPart = keyof typeof loaders;
type English<P extends TextPart> = Awaited<ReturnType<(typeof loaders)[P]['en']>>['default'];

/** The keys of all texts. A key that is missing from the English texts does not compile. */
export type TextKey = Leaves<typeof englishOfSignIn> | { [P in TextPart]: Leaves<English<P>> }[TextPart];

/** The parts that were asked for since the app was opened. A part may be asked for while the language changes. */
const parts = new Set<TextPart>();
const loaded = new Set<string>();
const catalogues = new Map<Language, Catalogue>();

let catalogue: Catalogue = {};
const current = observable<Language>('pl');
let plurals = new Intl.PluralRules('pl');

export const language = current.get;
/** Calls the listener whenever the language changes. @returns unsubscribes. */
export const onLanguageChange = current.subscribe;

const OF_SIGN_IN: Record<Language, Catalogue> = { pl: polishOfSignIn, en: englishOfSignIn };
const STORAGE_KEY = 'kwit.language';
const isLanguage = (word: string | null | undefined): word is Language => word === 'pl' || word === 'en';

/**
 * The language that somebody last chose on this device, or else the first of the browser's languages that Kwit has, or
 * else English.
 */
export function preferredLanguage(): Language {
  const stored = local.get(STORAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((word) => word.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
}

/** Switches to the language and remembers it on this device. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  if (local.get(STORAGE_KEY) !== chosen) local.set(STORAGE_KEY, chosen);
  if (chosen !== language()) await switchLanguage(chosen);
}

/** Whether a part is there in every language that was asked for. */
export const hasTexts = (part: TextPart): boolean =>
  [...catalogues.keys()].every((spoken) => loaded.has(`${part} ${spoken}`));

/** Loads these parts in the languages that were asked for. */
async function load(some: Iterable<TextPart>): Promise<void> {
  await Promise.all(
    [...catalogues].flatMap(([spoken, texts]) =>
      [...some].map(async (part) => {
        if (loaded.has(`${part} ${spoken}`)) return;
        Object.assign(texts, (await loaders[part][spoken]()).default);
        loaded.add(`${part} ${spoken}`);
      }),
    ),
  );
}

/** Loads what only some pages say, also for the languages that follow. */
export async function loadTexts(part: TextPart): Promise<void> {
  parts.add(part);
  try {
    // This part alone: one that does not come meanwhile would take with it the frame, whose texts are there.
    await load([part]);
  } catch (error) {
    parts.delete(part);
    throw error;
  }
}

export async function switchLanguage(chosen: Language): Promise<void> {
  const texts = catalogues.get(chosen) ?? { ...OF_SIGN_IN[chosen] };
  catalogues.set(chosen, texts);
  await load(parts);
  catalogue = texts;
  plurals = new Intl.PluralRules(chosen);
  document.documentElement.lang = chosen;
  current.set(chosen);
}

function find(key: string): string | undefined {
  let entry: string | Catalogue | undefined = catalogue;
  for (const step of key.split('.')) entry = typeof entry === 'object' ? entry[step] : undefined;
  return typeof entry === 'string' ? entry : undefined;
}

/** The text of a key. `count` chooses the plural form of the language: 1 zgłoszenie, 2 zgłoszenia, 5 zgłoszeń. */
export function t(key: TextKey, holes: Values = {}): string {
  const { count } = holes;
  const text =
    typeof count === 'number'
      ? (find(`${key}_${plurals.select(count)}`) ?? find(`${key}_other`) ?? find(key))
      : find(key);
  return interpolate(text ?? key, holes);
}

/** Like `t`, for a key that is made at run time: undefined when there is no such text. */
export function maybeText(key: string, holes: Values = {}): string | undefined {
  const text = find(key);
  return text === undefined ? undefined : interpolate(text, holes);
}

/** The sentence for a refusal's code: one of those that everybody needs, or of those that `loadRefusal` brought. */
export const refusalOf = (code: string): string | undefined =>
  maybeText(`refusal.${code}`) ?? maybeText(`refused.${code}`);

/** Brings the sentence for a refusal, where it can be had. */
export async function loadRefusal(code: string): Promise<void> {
  if (refusalOf(code) === undefined || code === 'validation_error') await loadTexts('refusals').catch(() => {});
}

function interpolate(text: string, holes: Values): string {
  return text.replace(/\{\{(\w+)\}\}(\.?)/g, (hole, name: string, stop: string) => {
    const value = holes[name];
    if (value === undefined) return hole;
    const word = typeof value === 'number' && name === 'count' ? value.toLocaleString(language()) : String(value);
    // A name such as "Sp. z o.o." ends the sentence itself.
    return /[.!?…]$/.test(word) ? word : word + stop;
  });
}

/** The forms that a person's name takes in Polish and in English, to find it in a text. Nothing is imported here. */

const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae' };

/** Without case, diacritics and apostrophes: `Żurek` becomes `zurek`, `O'Connor` becomes `oconnor`. */
export const plainName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[łøđßæ]/g, (letter) => PLAIN[letter] ?? letter);

/** How the last consonant changes before `-e`: `Beata`, `Beacie`. */
const SOFTENED: readonly (readonly [RegExp, string])[] = [
  [/ch$/, 'sz'],
  [/t$/, 'ci'],
  [/d$/, 'dzi'],
  [/r$/, 'rz'],
  [/k$/, 'c'],
  [/g$/, 'dz'],
  [/l$/, 'l'],
];

function softened(base: string): string {
  const rule = SOFTENED.find(([end]) => end.test(base));
  return `${rule ? base.replace(...rule) : `${base}i`}e`;
}

const FEMININE = ['a', 'y', 'i', 'e', 'o'];
const MASCULINE = ['', 'a', 'ia', 'owi', 'iowi', 'em', 'iem', 'u', 'iu', 'y', 'i', 'ie'];
const ADJECTIVE = ['i', 'iego', 'iemu', 'im', 'ich', 'imi', 'a', 'iej'];

const inflected = (base: string, endings: readonly string[]): string[] => endings.map((ending) => `${base}${ending}`);

/** Every form of one part of a name, plain: `Paweł` as `pawel`, `pawla`, `pawlowi`, … */
export function formsOfName(part: string): ReadonlySet<string> {
  const name = plainName(part);
  const base = name.slice(0, -1);
  const adjectives = /[scz]k[ia]$/.test(name) ? inflected(base, ADJECTIVE) : [];
  if (name.endsWith('a')) return new Set([...adjectives, ...inflected(base, FEMININE), softened(base)]);
  if (adjectives.length > 0) return new Set(adjectives);
  const short = name.replace(/(?<=[^aeiouy])i?e([kcln])$|ie([nc])$/, '$1$2');
  return new Set([name, softened(name), ...inflected(name, MASCULINE), ...inflected(short, MASCULINE)]);
}

/** The sign-in names that are made of a name: `jkowalski`, `jan.kowalski`, `jan_kowalski`, `kowalskij`. */
export function signInNames(name: string): ReadonlySet<string> {
  const parts = name.split(/\s+/).map(plainName);
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length < 2 || last === '') return new Set();
  const initial = first.slice(0, 1);
  const joined = ['', '.', '_', '-'].flatMap((sign) => [
    `${first}${sign}${last}`,
    `${initial}${sign}${last}`,
    `${last}${sign}${first}`,
  ]);
  return new Set([...joined, `${last}${initial}`]);
}

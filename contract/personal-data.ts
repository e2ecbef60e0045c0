/**
 * Marks what looks personal in a text, before an answer is shared: a suggestion, and people decide. Like `words.ts` this runs
 * in the web app, so it has no schema and imports only what has none.
 */
import { formsOfName, plainName, signInNames } from './name-forms.ts';

export type PersonalKind = 'name' | 'email' | 'phone' | 'address' | 'ticket' | 'host' | 'pesel' | 'nip' | 'iban';

/** A place in a text, in UTF-16 units, and what it looks like. */
export interface PersonalMark {
  readonly kind: PersonalKind;
  readonly start: number;
  readonly end: number;
}

const CITY = String.raw`\p{Lu}\p{L}+(?:[ -]\p{Lu}\p{Ll}+)?`;
const UK_OR_US_CODE = String.raw`(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]{2} \d{5})`;
const STREET = 'Street|St|Road|Rd|Lane|Avenue|Ave|Drive|Close|Court|Square|Way|Terrace|Gardens|Boulevard';

/** Data with a form of its own, in the order in which it counts. Where a pattern has a group, only that is marked. */
const PATTERNS: readonly (readonly [PersonalKind, RegExp, ((words: string) => boolean)?])[] = [
  ['email', /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu],
  ['iban', /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\b/g, isIban],
  ['iban', /\b\d{2}(?: ?\d{4}){6}\b/g, (digits) => isIban(`PL${digits}`)],
  [
    'address',
    new RegExp(
      String.raw`(?<!\p{L})(?:(?:ul|al|os|pl)\.|ulic[ayeęą]|alej[aię]|osiedl[ue]|placu?)\s+(?:[\p{L}.]+\s+){1,4}\d+\p{L}?(?:\/\d+)?(?:\s+m\.\s*\d+)?(?:,\s*(?:\d{2}-\d{3}\s+)?${CITY})?`,
      'gu',
    ),
  ],
  [
    'address',
    new RegExp(
      String.raw`(?:\b(?:Flat|Apt|Unit)\.? \w+, )?\b\d+\p{L}? (?:\p{Lu}\p{L}+ ){1,3}(?:${STREET})\b(?:, ${CITY})?(?:,? ${UK_OR_US_CODE})?`,
      'gu',
    ),
  ],
  ['nip', /\bNIP:? ?(?:PL)?(\d{3}-?\d{2,3}-?\d{2}-?\d{2,3})\b/g, isNip],
  ['nip', /\b\d{3}-\d{3}-\d{2}-\d{2}\b|\b\d{3}-\d{2}-\d{2}-\d{3}\b/g, isNip],
  ['pesel', /\b\d{11}\b/g, isPesel],
  ['phone', /(?<![\p{L}\p{N}+])(?:\+|00)\d{1,3}(?:[ -]?\(?\d{1,6}\)?){2,5}(?!\d)/gu, hasDigits(9, 15)],
  ['phone', /(?<![\d.,/-] ?)\b\d{3}([ -])\d{3}\1\d{3}\b(?![ -]?\d|[.,]\d)/g],
  ['phone', /(?<![\d.,/#-])\b\d{9}\b(?![.,-]?\d)/g],
  ['phone', /\(\d{3}\) \d{3}-\d{4}\b|\b\d{3}-\d{3}-\d{4}\b/g],
  [
    'phone',
    /\b0\d{4} \d{6}\b|\b0\d{2,3} \d{3,4} \d{4}\b|(?<!\d )(?:\b\d{2}|\(\d{2}\)) \d{3}[ -]\d{2}[ -]\d{2}\b(?! \d)/g,
  ],
  ['phone', /(?:\bext\.?|\bextension|\bwew\.|\bwewnętrzny)\s*(\d{2,6})\b/giu],
  ['ticket', /(?<![\p{L}\p{N}&])#\d{1,5}\b(?!\.\d)/gu],
  ['ticket', /(?:\btickets?|zgłoszeni\p{L}{1,4}|zgł\.)(?:\s+(?:nr|no\.?|number))?\s+(\d{1,7})\b(?![.,]\d|[:/-])/giu],
];

/** Names of computers: a word joined by a hyphen that begins as such names do. */
const COMPUTER = /^(?:PC|LAP|LAPTOP|LT|MBP|NB|NTB|DESKTOP|KOMP|WKS|WS)-/;
const JOINED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu;
const SIGN_IN_NAME = /(?<![\p{L}\p{N}@])[\p{Ll}\p{N}]+(?:[._-][\p{Ll}\p{N}]+)*/gu;
const NAME = /\p{Lu}[\p{L}]*(?:['’]\p{Lu}\p{L}+)?(?:-\p{Lu}\p{L}+)?/gu;

/** Names that are English words as well: at the beginning of a sentence they are words, unless more of the name follows. */
const WORDS_TOO = new Set(
  'mark grant will bill rob sue may pat drew chase hope frank dean hill rich carol max ray'.split(' '),
);

/**
 * Marks what looks personal: addresses of mail and of homes, numbers of phones, accounts, people and tickets, computers, and
 * the reporter's name in any form, their sign-in name included.
 *
 * @param reporter the name of the reporter of the ticket.
 * @returns marks that do not overlap, in the order of the text.
 */
export function markPersonal(text: string, reporter: string): PersonalMark[] {
  const marks: PersonalMark[] = [];
  const add = (mark: PersonalMark) => {
    if (!marks.some(({ start, end }) => mark.start < end && start < mark.end)) marks.push(mark);
  };
  for (const [kind, pattern, isRight] of PATTERNS)
    for (const match of text.matchAll(pattern)) {
      const words = groupOf(match) ?? match[0];
      if (isRight && !isRight(words)) continue;
      const start = match.index + match[0].lastIndexOf(words);
      add({ kind, start, end: start + words.length });
    }
  for (const mark of [...computers(text, reporter), ...signIns(text, reporter), ...names(text, reporter)]) add(mark);
  return withWholeNames(
    text,
    marks.sort((a, b) => a.start - b.start),
  );
}

/** The names that stand beside each other are one: `Olga Świątek`. */
function withWholeNames(text: string, marks: readonly PersonalMark[]): PersonalMark[] {
  const whole: PersonalMark[] = [];
  for (const mark of marks) {
    const before = whole.at(-1);
    const isBeside = before !== undefined && /^ +$/.test(text.slice(before.end, mark.start));
    if (isBeside && before.kind === 'name' && mark.kind === 'name') whole.splice(-1, 1, { ...before, end: mark.end });
    else whole.push(mark);
  }
  return whole;
}

/** The group of digits that a pattern singles out, if it has one. */
const groupOf = (match: RegExpExecArray): string | undefined =>
  match.slice(1).find((group) => group && /\d/.test(group));

const placed = (kind: PersonalKind, match: RegExpExecArray): PersonalMark => ({
  kind,
  start: match.index,
  end: match.index + match[0].length,
});

function computers(text: string, reporter: string): PersonalMark[] {
  const parts = reporter.split(/\s+/).map(plainName);
  const own = parts.filter((part) => part.length > 2);
  const isOwn = (word: string) => own.some((part) => word.includes(part));
  return [...text.matchAll(JOINED)]
    .filter(([word]) => COMPUTER.test(word) || (/\p{Lu}{2}/u.test(word) && isOwn(plainName(word))))
    .map((match) => placed('host', match));
}

function signIns(text: string, reporter: string): PersonalMark[] {
  const own = signInNames(reporter);
  return [...text.matchAll(SIGN_IN_NAME)]
    .filter(([word]) => own.has(plainName(word)))
    .map((match) => placed('name', match));
}

function names(text: string, reporter: string): PersonalMark[] {
  const forms = reporter.split(/\s+/).map(formsOfName);
  const isName = (word: string) => forms.some((nameForms) => nameForms.has(plainName(word)));
  const matches = [...text.matchAll(NAME)].filter(([word]) => isName(word));
  return matches.filter((match) => !isPlainWord(text, match, isName)).map((match) => placed('name', match));
}

function isPlainWord(text: string, match: RegExpExecArray, isName: (word: string) => boolean): boolean {
  if (!WORDS_TOO.has(match[0].toLowerCase())) return false;
  const isFirst = /(?:^|[.!?:]\s+)$/.test(text.slice(0, match.index));
  const next = /^\s+(\p{L}+)/u.exec(text.slice(match.index + match[0].length))?.[1] ?? '';
  return isFirst && !isName(next);
}

const digitsOf = (text: string): number[] => (text.match(/\d/g) ?? []).map(Number);

function hasDigits(least: number, most: number): (text: string) => boolean {
  return (text) => {
    const { length } = digitsOf(text);
    return length >= least && length <= most;
  };
}

/** ISO 13616: the number without its first four characters, followed by these, is 1 modulo 97. */
function isIban(text: string): boolean {
  const plain = text.replaceAll(' ', '');
  const moved = `${plain.slice(4)}${plain.slice(0, 4)}`;
  const digits = moved.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1;
}

const weighed = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0);

function isPesel(text: string): boolean {
  const digits = digitsOf(text);
  return weighed(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0;
}

/** Ten digits after the word NIP count whatever their check digit; it is typed wrong often enough. */
function isNip(text: string): boolean {
  return digitsOf(text).length === 10;
}

import { type Look, PLAIN } from './html-lines.ts';
import type { Attributes } from './html-scan.ts';
import { isSignature, shownBy } from './html-sight.ts';

/** How the words in elements look. */

/** The most characters that stand before a line. */
const MOST_PREFIX = 40;

const LOOKS: Readonly<Record<string, Partial<Look>>> = {
  b: { isBold: true },
  strong: { isBold: true },
  th: { isBold: false },
  i: { isItalic: true },
  em: { isItalic: true },
  s: { isStruck: true },
  strike: { isStruck: true },
  del: { isStruck: true },
  code: { isCode: true },
  tt: { isCode: true },
  kbd: { isCode: true },
  samp: { isCode: true },
};

export interface List {
  /** How its numbers look; null for one without. */
  readonly kind: string | null;
  next: number;
}

/** How a text looks, and whether anybody sees it. */
export interface SeenLook {
  readonly look: Look;
  readonly isHidden: boolean;
  readonly isVisible: boolean;
  readonly hasSize: boolean;
  readonly isSignature: boolean;
  readonly isItem: boolean;
  readonly isListMark: boolean;
  readonly list: List | null;
}

export const SEEN: SeenLook = {
  look: PLAIN,
  isHidden: false,
  isVisible: true,
  hasSize: true,
  isSignature: false,
  isItem: false,
  isListMark: false,
  list: null,
};

const HEADINGS: Readonly<Record<string, string>> = {
  h1: '## ',
  h2: '## ',
  h3: '### ',
  h4: '#### ',
  h5: '##### ',
  h6: '###### ',
};
const TIGHT = /(?:^|;)\s*margin(?:-(?:top|bottom))?\s*:\s*0/i;

export function gapOf(name: string, { class: className = '', style = '' }: Attributes, { isItem }: SeenLook): number {
  if (name === 'p') return isItem || /^Mso/.test(className) || TIGHT.test(style) ? 1 : 2;
  if (name === 'ul' || name === 'ol') return isItem ? 1 : 2;
  return name === 'blockquote' || name === 'pre' || name in HEADINGS ? 2 : 1;
}

export const prefixed = (look: Look, more: string): Look =>
  look.prefix.length + more.length > MOST_PREFIX ? look : { ...look, prefix: look.prefix + more };

/** How the words in an element look. */
export function sightOf(name: string, attributes: Attributes, around: SeenLook): SeenLook {
  const { style } = attributes;
  const sight: SeenLook = { ...around, ...shownBy(style) };
  const isSignatures = around.isSignature || isSignature(attributes);
  const isListMark = around.isListMark || /mso-list\s*:\s*ignore/i.test(style ?? '');
  return {
    ...sight,
    isSignature: isSignatures,
    isListMark,
    list: listOf(name, attributes, around),
    look: lookOf(name, attributes, around),
  };
}

function lookOf(name: string, attributes: Attributes, { look, isItem }: SeenLook): Look {
  const own = LOOKS[name];
  const isPre = name === 'pre' || /(?:^|;)\s*white-space\s*:\s*(?:pre|break-spaces)/i.test(attributes.style ?? '');
  if (isPre) return { ...look, isPre: true };
  if (own !== undefined) return { ...look, ...own };
  if (name === 'a' && attributes.href !== undefined) return { ...look, link: { href: attributes.href } };
  if (name === 'blockquote') return prefixed(look, '> ');
  const heading = HEADINGS[name];
  return heading === undefined || isItem ? look : { ...look, heading };
}

export const numberOf = (text: string | undefined, other: number): number =>
  /^\s*\d{1,9}\s*$/.test(text ?? '') ? Number(text) : other;

function listOf(name: string, { start, type, style = '' }: Attributes, { list }: SeenLook): List | null {
  if (!/^(?:ul|ol|menu|dir)$/.test(name)) return list;
  const [, styled = ''] = /(?:^|;)\s*list-style(?:-type)?\s*:\s*([a-z-]+)/i.exec(style) ?? [];
  if (styled.toLowerCase() === 'none') return { kind: 'none', next: 1 };
  return { kind: name === 'ol' ? (KINDS[styled.toLowerCase()] ?? type ?? '1') : null, next: numberOf(start, 1) };
}

const KINDS: Readonly<Record<string, string>> = {
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
  decimal: '1',
};

/** The sign before an item. Letters and Roman numbers are words. */
export function signOf(kind: string | null, number: number): string {
  if (kind === null) return '- ';
  if (kind === 'none') return '';
  const letter = String.fromCharCode(96 + number);
  const shown = /^i$/i.test(kind)
    ? roman(number)
    : /^a$/i.test(kind) && number >= 1 && number <= 26
      ? letter
      : String(number);
  return `${kind === kind.toUpperCase() ? shown.toUpperCase() : shown}. `;
}

function roman(number: number): string {
  if (number < 1 || number > 100) return String(number);
  const tens = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc', 'c'];
  const units = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];
  return `${tens[Math.floor(number / 10)]}${units[number % 10]}`;
}

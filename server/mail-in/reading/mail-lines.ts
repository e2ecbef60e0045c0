import { unwritten } from './own-secrets.ts';

/** A line of a mail, and its words as they are compared. */

export const MARKS = /^[\s\uFEFF]*(?:(?:[>|]|[A-Z]{1,3}>)[\s\uFEFF]*)*/;
export const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\0]/g;

/** Where an address leads, whatever programs on the way have made of it: its host and path. */
function placeIn(address: string): string {
  const plain = unwritten(unwritten(address));
  const whole = /urldefense/.test(plain) ? plain.replaceAll('_', '/') : plain;
  const inner = whole.slice(Math.max(0, whole.lastIndexOf('http')));
  return inner
    .replace(/^https?:\/\/+/, '')
    .replace(/[?#&;].*$/s, '')
    .replace(/[^\p{L}\p{N}]+$/u, '')
    .replace(/[_*|`]/g, '-');
}

/** The words of a line, without what programs and Markdown put around them. A word that follows itself counts once. */
export function wordsIn(line: string): string[] {
  const words = line
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .replace(/\\(?=[^\w\s]|_)/g, '')
    // Programs on the way write addresses anew.
    .replace(/https?:\/\/[^\s>\])]+/gi, (address) => ` ${placeIn(address)} `)
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, ' ')
    .replace(/[*_`|~<>[\]()#&"]/g, ' ')
    .split(/[\s\u00A0]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.filter((word, index) => word !== words[index - 1]);
}

export interface Line {
  readonly text: string;
  readonly words: readonly string[];
  readonly isQuoted: boolean;
  /** Whether nothing but quotation marks stands in it. */
  readonly isBlank: boolean;
}

export const mailLineOf = (text: string): Line => {
  const words = wordsIn(text);
  return {
    text,
    words,
    isQuoted: /^[\s\uFEFF]*>/.test(text),
    isBlank: text.replace(MARKS, '').replace(INVISIBLE, '').trim() === '',
  };
};

/** A text without blanks at the ends of its lines, and with one empty line at a time. */
export const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');

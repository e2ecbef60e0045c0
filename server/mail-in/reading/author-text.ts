import { isTooDeep, markdownOf } from './html-text.ts';
import { type Letter, type OwnNames, type Subtracted, subtract, wordsIn } from './subtract.ts';

export interface SentMail {
  readonly text: string;
  readonly html: string | null;
}

export interface ToSubtract {
  readonly text: string | null;
  readonly markdown: string | null;
  readonly sent: readonly SentMail[];
  /** What people have said on the ticket. */
  readonly said: readonly { readonly content: string; readonly isAuthors: boolean }[];
  readonly own: OwnNames;
}

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n');

/** A text as Markdown that looks as it was written: no heading, no emphasis, no link, no tag and nobody named. */
export function escapedMarkdown(text: string): string {
  return text
    .split('\n')
    .map((line, index, all) => {
      const inline = line
        .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
        .replace(/<@/g, '&lt;@')
        .replace(/<(?=[A-Za-z/!?])/g, '\\<')
        .replace(/\[(?=[^\]\n]*\]\()/g, '\\[')
        .replace(/(?<=\S)\*(?=\S)|\*(?=\S)|(?<=\S)\*/g, '\\*')
        .replace(/(?<![\p{L}\p{N}])_(?=\S)|~~/gu, (mark) => `\\${mark}`);
      const isRuler = /^\s{0,3}(?:-+|=+)\s*$/.test(line) && index > 0 && all[index - 1]?.trim() !== '';
      return /^\s{0,3}#{1,6}(?:\s|$)/.test(line) || isRuler ? inline.replace(/^(\s*)/, '$1\\') : inline;
    })
    .join('\n');
}

/** How much of what one text says may be missing in the other. */
const MISSING = 0.2;

const share = (words: readonly string[], others: readonly string[]): number => {
  const known = new Set(others);
  return words.length === 0 ? 0 : words.filter((word) => !known.has(word)).length / words.length;
};

const allWords = (text: string): string[] =>
  linesOf(text)
    .flatMap(wordsIn)
    .map((word) => word.toLowerCase());

/** What the author wrote, as Markdown, and what was cut. Both forms of a mail are read: one of them may only hint at the other. */
export function authorsText({ text, markdown, sent, said, own }: ToSubtract): Subtracted {
  const letters: Letter[] = [
    ...sent.map((mail) => ({ lines: linesOf(mail.text) })),
    ...sent.flatMap(({ html }) => (html === null || isTooDeep(html) ? [] : [{ lines: linesOf(markdownOf(html)) }])),
    ...said.map(({ content, isAuthors }) => ({ lines: linesOf(content), isAuthors })),
  ];
  const plain = text === null ? null : subtract(text, letters, own);
  const rich = markdown === null ? null : subtract(markdown, letters, own);
  const [ofPlain, ofRich] = [allWords(plain?.kept ?? ''), allWords(rich?.kept ?? '')];
  const escaped = plain && { ...plain, kept: escapedMarkdown(plain.kept) };
  if (escaped === null || plain === null) return rich ?? { kept: '', elided: null };
  if (rich === null || share(ofRich, ofPlain) <= MISSING)
    return ofPlain.length === 0 && rich !== null && rich.kept !== '' && plain.kept === '' ? rich : escaped;
  if (share(ofPlain, ofRich) <= MISSING) return rich;
  return { kept: `${escaped.kept}\n\n${rich.kept}`, elided: plain.elided ?? rich.elided };
}

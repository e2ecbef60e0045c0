import { fromCommonMark } from '#markdown';
import type { OwnNames } from './attributions.ts';
import { escapedMarkdown, missingWords, wordListOf } from './author-words.ts';
import { readHtml } from './html-text.ts';
import { type Letter, type Subtracted, subtract } from './subtract.ts';

export interface SentMail {
  readonly text: string;
  readonly html: string | null;
}

export interface ToSubtract {
  readonly text: string | null;
  readonly markdown: string | null;
  /** The names of the pictures that are left out. */
  readonly withoutPictures?: readonly string[];
  readonly sent: readonly SentMail[];
  /** The texts of people on the ticket. */
  readonly said: readonly { readonly content: string; readonly isAuthors: boolean }[];
  readonly own: OwnNames;
}

const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').split('\n');

/** Places of pictures in a text. */
const PLACE = /!\[[^\]\n]*\]\(attachment:([^)\s]*)\)/g;

const withoutPlaces = (text: string, names: ReadonlySet<string>): string =>
  text.replace(PLACE, (place, name) => (names.has(decodeURIComponent(name)) ? '' : place));

/** The author's words as Markdown, and the part that was cut. Both forms of a mail are read: one may only hint at the other. */
export function authorsText(texts: ToSubtract): Subtracted {
  const said = saidIn(texts);
  const words = said.kept.replace(PLACE, '').trim();
  // Pictures below all words are its files.
  const isBelow = words === '' || said.kept.trim().startsWith(words);
  return isBelow ? { ...said, kept: words } : said;
}

function saidIn({ text, markdown, withoutPictures = [], sent, said, own }: ToSubtract): Subtracted {
  const letters: Letter[] = [
    ...sent.map((mail) => ({ lines: linesOf(mail.text) })),
    ...sent.flatMap(({ html }) => (html === null ? [] : [{ lines: linesOf(readHtml([html]).markdown) }])),
    ...said.map(({ content, isAuthors }) => ({ lines: linesOf(content), isAuthors })),
  ];
  const plain = text === null ? null : subtract(text, letters, own);
  const rich = markdown === null ? null : subtract(withoutPlaces(markdown, new Set(withoutPictures)), letters, own);
  const asPlain = plain && { ...plain, kept: fromCommonMark(escapedMarkdown(plain.kept), { isConverted: false }) };
  const asRich = rich && { ...rich, kept: fromCommonMark(rich.kept, { isConverted: true }) };
  if (asPlain === null || plain === null || text === null) return asRich ?? { kept: '', elided: null };
  if (asRich === null || rich === null || markdown === null) return asPlain;
  return ofBoth({ text, kept: plain.kept, as: asPlain }, { text: markdown, kept: rich.kept, as: asRich });
}

interface Form {
  /** All of it. */
  readonly text: string;
  /** The author's part of it. */
  readonly kept: string;
  readonly as: Subtracted;
}

/** The form that says all; with what only the other one says, where neither does. */
function ofBoth(plain: Form, rich: Form): Subtracted {
  const onlyRich = missingWords(wordListOf(rich.kept), wordListOf(plain.text));
  const onlyPlain = missingWords(wordListOf(plain.kept), wordListOf(rich.text));
  const hasPictures = rich.kept.search(PLACE) >= 0;
  if (plain.kept === '' && wordListOf(rich.kept).length > 0) return rich.as;
  if (onlyRich.size === 0 && !hasPictures) return plain.as;
  if (onlyPlain.size === 0) return rich.as;
  const [base, other, only] =
    hasPictures || onlyPlain.size <= onlyRich.size ? [rich, plain, onlyPlain] : [plain, rich, onlyRich];
  const more = other.as.kept.split('\n').filter((line) => wordListOf(line).some((word) => only.has(word)));
  return { kept: [base.as.kept, ...more].join('\n\n').trim(), elided: base.as.elided ?? other.as.elided };
}

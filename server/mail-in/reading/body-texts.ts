import { fromCommonMark, plainText } from '#markdown';
import { escapedMarkdown, missingWords, wordListOf } from './author-words.ts';
import { charsetInHtml, charsetOf, decodedPieces } from './charsets.ts';
import { MOST_TEXT, readHtml } from './html-text.ts';
import type { PartBytes } from './part-decoders.ts';

/** The texts of a mail, of its parts one after the other. */

/** A part of a mail that is text. */
export interface BodyPart {
  readonly bytes: PartBytes;
  readonly charset: string | undefined;
  /** Lines that end in a blank go on (RFC 3676). */
  readonly unfold: ((text: string) => string) | null;
}

/** One part, or several that say the same in other forms. */
export interface BodySection {
  readonly plain: readonly BodyPart[];
  readonly html: readonly BodyPart[];
}

export interface BodyTexts {
  readonly text: string | null;
  readonly markdown: string | null;
  /** The addresses of pictures in HTML that nobody sees. */
  readonly unseen: readonly string[];
  /** HTML of which not all is in the texts. */
  readonly whole: readonly BodyPart[];
}

/** A text as it may be stored: without NUL and other controls, its lines ended by LF. */
export const clean = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/^\uFEFF/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that no database and no page takes.
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '')
    .replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');

export function readTexts(
  sections: readonly BodySection[],
  picture: (source: string, words: string) => string | null,
): BodyTexts {
  const inOthers = sections
    .flatMap(({ plain, html }) => [...plain, ...html])
    .find(({ charset }) => charset !== undefined);
  let left = MOST_TEXT;
  const read = sections.map(({ plain, html }) => {
    const text = plain.length === 0 ? null : clean(plain.map((part) => decoded(part, inOthers?.charset)).join('\n'));
    left -= text?.length ?? 0;
    const rich = html.map((part) => {
      const names = [part.charset, charsetInHtml(part.bytes), inOthers?.charset];
      const htmlText = readHtml(decodedPieces(part.bytes, charsetOf(part.bytes, ...names)), { most: left, picture });
      left -= htmlText.length;
      return { part, ...htmlText, markdown: clean(htmlText.markdown) };
    });
    return { text, rich };
  });
  const hasText = read.some(({ text }) => text !== null);
  const hasHtml = read.some(({ rich }) => rich.length > 0);
  return {
    text: hasText ? read.map(({ text, rich }) => text ?? plainOf(rich)).join('\n') : null,
    markdown: hasHtml
      ? read.map(({ text, rich }) => (rich.length > 0 ? joined(rich) : escapedMarkdown(text ?? ''))).join('\n\n')
      : null,
    unseen: read.flatMap(({ rich }) => rich.flatMap(({ unseen }) => unseen)),
    whole: read.flatMap(({ text, rich }) =>
      rich.filter((html) => html.isPart && !saysAll(text, html)).map(({ part }) => part),
    ),
  };
}

const decoded = ({ bytes, charset, unfold }: BodyPart, other: string | undefined): string => {
  const text = [...decodedPieces(bytes, charsetOf(bytes, charset, other))].join('');
  return unfold === null ? text : unfold(text);
};

const joined = (rich: readonly { readonly markdown: string }[]): string =>
  rich.map(({ markdown }) => markdown).join('\n\n');

const plainOf = (rich: readonly { readonly markdown: string }[]): string =>
  plainText(fromCommonMark(joined(rich), { isConverted: true }));

const saysAll = (text: string | null, { markdown }: { readonly markdown: string }): boolean =>
  text !== null && missingWords(wordListOf(markdown), wordListOf(text)).size === 0;

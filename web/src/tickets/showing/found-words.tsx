import type { ListedRow, Snippet } from '../../backend/tickets.ts';
import { foldText } from '../../texts/fold.ts';

type Parts = Snippet['parts'];

/** A piece of text with the words of the search marked. */
export function MarkedWords({ parts }: { parts: Parts }) {
  return parts.map(({ text, match }, index) =>
    match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never change places
      <mark key={index} className="rounded-xs bg-warning-soft font-medium text-ink">
        {text}
      </mark>
    ) : (
      text
    ),
  );
}

/** A word as the service sees it. The group keeps the words when a text is split: they have the odd indexes. */
const WORD = /([\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200c\u200d]*)/u;

/** The whole title, with the words marked that the snippet marks, whichever field the snippet is from. */
export function markedTitle({ title, snippet }: Pick<ListedRow, 'title' | 'snippet'>): Parts {
  const matches = new Set(snippet?.parts.filter(({ match }) => match).map(({ text }) => foldText(text)));
  if (matches.size === 0) return [{ text: title, match: false }];
  return title
    .split(WORD)
    .map((text, index) => ({ text, match: index % 2 === 1 && matches.has(foldText(text)) }))
    .filter(({ text }) => text !== '');
}

/**
 * The snippet when it deserves a line: it is from another field, or from so far into the title that a line would not
 * show it.
 */
export const snippetParts = ({ snippet }: Pick<ListedRow, 'snippet'>): Parts | undefined =>
  snippet && (snippet.field !== 'title' || snippet.parts[0]?.text.startsWith('… ')) ? snippet.parts : undefined;

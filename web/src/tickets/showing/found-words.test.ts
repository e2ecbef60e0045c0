import { expect, test } from 'vitest';
import type { Snippet } from '../../backend/tickets.ts';
import { markedTitle, snippetParts } from './found-words.tsx';

const LONG = 'A report about many things that go wrong in the office on the second floor, the Printer among them';

const snippet = (field: Snippet['field'], ...parts: string[]): Snippet => ({
  field,
  parts: parts.map((text) => ({ text: text.replace(/^=/, ''), match: text.startsWith('=') })),
});
const marked = (title: string, words: Snippet) =>
  markedTitle({ title, snippet: words })
    .map(({ text, match }) => (match ? `[${text}]` : text))
    .join('');

test('a long title is shown whole and marked, and words far into it are shown below it, too', () => {
  const words = snippet('title', '… ', 'on the second floor, the ', '=Printer', ' among them');
  expect(marked(LONG, words)).toBe(LONG.replace('Printer', '[Printer]'));
  expect(snippetParts({ snippet: words })).toBe(words.parts);
  expect(snippetParts({ snippet: snippet('title', 'A ', '=report', ' about many …', ' …') })).toBeUndefined();
});

test('words that were found in another field are marked in the title, too, whatever their case and diacritics', () => {
  const words = snippet('description', 'The ', '=łódź', ' branch');
  expect(marked('Lodz, ŁÓDŹ and lodzie', words)).toBe('[Lodz], [ŁÓDŹ] and lodzie');
  expect(snippetParts({ snippet: words })).toBe(words.parts);
});

test('without a search no words are marked', () => {
  expect(markedTitle({ title: LONG })).toEqual([{ text: LONG, match: false }]);
  expect(snippetParts({})).toBeUndefined();
});

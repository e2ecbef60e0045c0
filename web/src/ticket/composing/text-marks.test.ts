import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changeBy, type Mark } from './comment-toolbar.tsx';

/** The text after the change; `[` and `]` stand around what is selected before, `<` and `>` after it. */
function after(mark: Mark, marked: string): string {
  const from = marked.indexOf('[');
  const to = marked.indexOf(']') - 1;
  const text = marked.replace('[', '').replace(']', '');
  const change = changeBy(mark, text, { from, to });
  const [begin, end] = change.select;
  const shown = `${change.text.slice(0, begin)}<${change.text.slice(begin, end)}>${change.text.slice(end)}`;
  return text.slice(0, change.from) + shown + text.slice(change.to);
}

test('bold and code stand around what is selected, and go when they are there', () => {
  expect(after('bold', 'so [very] good')).toBe('so **<very>** good');
  expect(after('bold', 'so **[very]** good')).toBe('so <very> good');
  expect(after('bold', 'so []')).toBe('so **<>**');
  expect(after('code', 'run [npm ci]')).toBe('run `<npm ci>`');
  expect(after('code', '[a\nb]')).toBe('```\n<a\nb>\n```');
});

test('a list has every line that is touched, and none when all had a sign', () => {
  expect(after('list', 'one\nt[w]o\nthree')).toBe('one\n<- two>\nthree');
  expect(after('list', 'o[ne\ntw]o')).toBe('<- one\n- two>');
  expect(after('list', '- o[ne\n- tw]o')).toBe('<one\ntwo>');
  expect(after('tasks', '[]')).toBe('- [ ] <>');
});

test('a link asks for what is missing: the address, or the words', () => {
  expect(after('link', 'see [the page]')).toBe('see [the page](<https://>)');
  expect(after('link', 'see [https://example.com/x]')).toBe('see [<>](https://example.com/x)');
});

test('a mark that is set twice leaves the text as it was, and what is selected stays selected', () => {
  const mark = fc.constantFrom<Mark[]>('bold', 'list');
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '\n', 'ż') }),
      fc.nat(),
      fc.nat(),
      mark,
      (text, a, b, set) => {
        const [from = 0, to = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((left, right) => left - right);
        const once = changeBy(set, text, { from, to });
        const marked = text.slice(0, once.from) + once.text + text.slice(once.to);
        const [begin, end] = once.select;
        const twice = changeBy(set, marked, { from: once.from + begin, to: once.from + end });
        expect(marked.slice(0, twice.from) + twice.text + marked.slice(twice.to)).toBe(text);
      },
    ),
  );
});

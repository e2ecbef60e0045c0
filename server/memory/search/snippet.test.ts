import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { questionOf } from './question.ts';
import { excerptOf } from './snippet.ts';

const marked = (text: string, q: string) =>
  excerptOf(text, questionOf(q))
    ?.parts.map(({ text, match }) => (match ? `[${text}]` : text))
    .join('');

describe('an excerpt', () => {
  test('marks the words as they were written', () => {
    assert.equal(marked('Sieć w biurze ŁÓDŹ!', 'lod sieć'), '[Sieć] w biurze ŁÓDŹ!');
    assert.equal(marked('Sieć w biurze ŁÓDŹ!', 'sieć lod'), '[Sieć] w biurze [ŁÓDŹ]!');
    assert.equal(marked('<b>page</b> "second\n\tpage"', '"second page"'), '<b>page</b> "[second] [page]"');
    assert.equal(marked('nothing here', 'printer'), undefined);
  });

  test('shows the place where most of the terms are close together', () => {
    const far = 'lorem ipsum '.repeat(50);
    const shown = marked(`A printer. ${far} printer jams on page two ${far}`, 'printer page');
    assert.match(shown ?? '', /^… (\w+ ){5,7}\[printer\] jams on \[page\] two (\w+ )+…$/);
    assert.match(marked(`${far}`, 'lorem') ?? '', /^\[lorem\] ipsum .* …$/);
  });

  test('is short and well-formed, and takes its words from the text, whatever both are', () => {
    const word = fc.constantFrom(
      'jam',
      'Łódź',
      '👩‍💻',
      '\n',
      ' ',
      'x'.repeat(300),
      '𝒳'.repeat(200),
      'page-two',
      '"',
      '½',
    );
    const text = fc.array(word, { maxLength: 60 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, fc.constantFrom('jam', 'lodz jam', '"page two"', 'x', 'xxx', '1', 'pa'), (text, q) => {
        const excerpt = excerptOf(text, questionOf(q));
        if (excerpt === null) return;
        const whole = excerpt.parts.map((part) => part.text).join('');
        assert.ok(whole.length <= 170 && whole.isWellFormed(), String(whole.length));
        assert.ok(excerpt.parts.some(({ match }) => match));
        const plain = text.replace(/\s+/g, ' ');
        assert.ok(excerpt.parts.every((part) => part.text.includes('…') || plain.includes(part.text)));
      }),
    );
  });
});

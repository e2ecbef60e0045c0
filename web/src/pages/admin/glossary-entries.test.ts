import fc from 'fast-check';
import { expect, test } from 'vitest';
import { glossaryRows, textWith } from './glossary-entries.ts';

const TEXT = '# Printing\ndruk, wydruk | print, prints | mfp\n\n# Mail\nlist,mejl\n';

test('an entry is a word and what means the same; notes are none', () => {
  expect(glossaryRows(TEXT)).toEqual([
    { line: 2, word: 'druk, wydruk', synonyms: 'print, prints | mfp' },
    { line: 5, word: 'list', synonyms: 'mejl' },
  ]);
});

test('a change leaves notes and the other entries as they are', () => {
  expect(textWith(TEXT, 2, { word: 'druk', synonyms: 'print,, ' })).toBe(
    '# Printing\ndruk | print\n\n# Mail\nlist,mejl\n',
  );
  expect(textWith(TEXT, 5, null)).toBe('# Printing\ndruk, wydruk | print, prints | mfp\n\n# Mail\n');
  expect(textWith('', null, { word: 'fv', synonyms: 'invoice' })).toBe('fv | invoice\n');
});

test('what was added is the last entry, and removed again the entries are what they were', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  const entry = fc.record({ word, synonyms: word });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 8 }), entry, (entries, added) => {
      const text = entries.reduce((before, next) => textWith(before, null, next), '# A note\n');
      const longer = textWith(text, null, added);
      const last = glossaryRows(longer).at(-1);
      expect(last).toMatchObject(added);
      expect(glossaryRows(textWith(longer, last?.line ?? null, null))).toEqual(glossaryRows(text));
    }),
  );
});

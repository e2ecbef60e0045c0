import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { markPersonal } from '../../contract/personal-data.ts';
import { readHarmless, readMarked } from './personal.ts';

/** The marked letters: what stands between two marks and is no letter or digit does not matter. */
const lettersOf = (texts: readonly string[]) => texts.join('').replace(/[^\p{L}\p{N}]/gu, '');

const marked = (text: string, reporter: string) =>
  markPersonal(text, reporter).map(({ start, end }) => text.slice(start, end));

describe('what looks personal', () => {
  test('is found in at least 56 of 60 sentences, and in at most 4 of 40 harmless ones', () => {
    const missed = readMarked().filter(
      ({ text, reporter, marks }) => lettersOf(marked(text, reporter)) !== lettersOf(marks.map((mark) => mark.text)),
    );
    const wrong = readHarmless().filter(({ text, reporter }) => marked(text, reporter).length > 0);
    const seen = [...missed, ...wrong].map(({ text, reporter }) => `${text} → ${marked(text, reporter).join(' | ')}`);
    assert.ok(missed.length <= 4, seen.join('\n'));
    assert.ok(wrong.length <= 4, seen.join('\n'));
  });

  test('is one place where it is a whole name', () => {
    assert.deepEqual(marked('Olga Świątek has access, and Olga knows.', 'Olga Świątek'), ['Olga Świątek', 'Olga']);
  });

  test('is named by its kind', () => {
    const kinds = readMarked().flatMap(({ text, reporter, marks }) => {
      const detected = markPersonal(text, reporter);
      return marks.map((mark) => detected.some((entry) => entry.kind === mark.kind));
    });
    assert.ok(kinds.filter(Boolean).length >= 0.95 * kinds.length);
  });

  test('is a place in the text, and no two places overlap, whatever the text is', () => {
    const text = fc.array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('Anna', '#12', '601 234 567', 'ul. A 1')),
    );
    fc.assert(
      fc.property(text, fc.string(), (parts, reporter) => {
        const whole = parts.join(' ');
        let after = 0;
        for (const { start, end } of markPersonal(whole, reporter)) {
          assert.ok(start >= after && end > start && end <= whole.length);
          after = end;
        }
      }),
    );
  });
});

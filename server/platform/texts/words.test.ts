import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fold, placedApart, placedWords, wordsApart, wordsOf } from './words.ts';

const latin = fc.nat(0x24f).map((code) => String.fromCharCode(code));
const anyText = fc.oneof(
  fc.string({ unit: latin }),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.lorem(),
);
const POLISH = [...'aąbcćdeęfghijklłmnńoóprsśtuwyzźż'];

describe('the words of a text', () => {
  test('have neither case nor diacritics', () => {
    for (const [text, word] of [
      ['Łódź', 'lodz'],
      ['ZAŻÓŁĆ', 'zazolc'],
      ['za\u0301z\u0307o\u0301l', 'zazol'],
      ['Straße', 'strasse'],
      ['STRAẞE', 'strasse'],
      ['İstanbul', 'istanbul'],
      ['ısı', 'isi'],
      ['Ørsted', 'orsted'],
      ['Đorđe', 'dorde'],
      ['Þórr', 'thorr'],
      ['Œuvre', 'oeuvre'],
      ['ΟΔΌΣ', 'οδοσ'],
      ['Ёлка', 'елка'],
      ['ﬁle', 'file'],
      ['Ｋｗｉｔ', 'kwit'],
    ] as const)
      assert.equal(fold(text), word);
  });

  test('are split where there is neither letter nor digit', () => {
    assert.deepEqual(wordsOf("E-mail: it's user_id=7, 50% off… ½ Kwit™ (10.0.0.1)"), [
      ...['e', 'mail', 'it', 's', 'user', 'id', '7', '50', 'off', '1', '2', 'kwit', '10', '0', '0', '1'],
    ]);
    assert.deepEqual(wordsOf('dru\u00adkar\u00adka 👨\u200d👩 \u0301 — „”'), ['drukarka']);
    assert.deepEqual(wordsOf('打印机 卡纸'), ['打印机', '卡纸']);
    assert.deepEqual(wordsOf('x'.repeat(5000)), ['x'.repeat(40)]);
    assert.deepEqual(wordsOf('𝒳'.repeat(5000)), ['x'.repeat(40)]);
    assert.deepEqual(wordsOf('\u{20000}'.repeat(50)), ['\u{20000}'.repeat(40)]);
  });

  test('are letters, digits and marks only, whatever the text, and are their own words', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = wordsOf(text);
        for (const word of words) assert.match(word, /^[\p{L}\p{N}\p{M}]{1,40}$/u);
        assert.deepEqual(
          placedWords(text).map(({ word }) => word),
          words,
        );
      }),
    );
  });

  test('are single letters in scripts without blanks, with the same places', () => {
    assert.deepEqual(wordsApart('打印机HP2000坏了 ½'), ['打', '印', '机', 'hp2000', '坏', '了', '1', '2']);
    assert.deepEqual(wordsApart('ﾌﾟﾘﾝﾀｰ'), wordsApart('プリンター'));
    assert.deepEqual(wordsApart(`机${'x'.repeat(50)}`), ['机', 'x'.repeat(40)]);
    const written = [
      '打',
      '机',
      'プ',
      'ﾌﾟ',
      'ー',
      'น้ำ',
      'แข็ง',
      'ນ້ຳ',
      'ខ្មែរ',
      'မြန်မာ',
      'a1',
      'ß',
      '½',
      '-',
      ' ',
      '\u{20000}',
      '打\u00ad印',
    ];
    const unspaced = fc.constantFrom(...written);
    fc.assert(
      fc.property(fc.string({ unit: unspaced }), (text) => {
        const placed = placedApart(text);
        assert.deepEqual(
          placed.map(({ word }) => word),
          wordsApart(text),
        );
        for (const { start, end } of placed) assert.ok(start < end && end <= text.length);
      }),
    );
  });

  test('are the same for a Polish word in any case, composed or not, and without its tails', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...POLISH), minLength: 1, maxLength: 30 }), (word) => {
        const [folded] = wordsOf(word);
        assert.match(folded ?? '', /^[a-z]+$/);
        for (const same of [word.toUpperCase(), word.normalize('NFD'), fold(word)])
          assert.deepEqual(wordsOf(same), [folded]);
      }),
    );
  });

  test('stand where their places say', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let last = 0;
        for (const { word, start, end } of placedWords(text)) {
          assert.ok(start >= last && end > start && end <= text.length);
          assert.ok(wordsOf(text.slice(start, end)).includes(word));
          last = start;
        }
      }),
    );
  });
});

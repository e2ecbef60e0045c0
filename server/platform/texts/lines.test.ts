import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanLine, isVisible } from './lines.ts';

/** As it is pasted, and as it is kept. */
const CLEANED: readonly (readonly [pasted: string, kept: string])[] = [
  ['Printer on floor 2 jams', 'Printer on floor 2 jams'],
  ['  Printer\tjams\r\non   floor\u00a02\u2003\u3000\u2028\u2029\u0085now\v\f', 'Printer jams on floor 2 now'],
  ['+48\u202a 600\u202c 100\u200b\u2060 200\u2069', '+48 600 100 200'],
  ['\ufeffa\u00adb\u200ec\u200fd\u061ce', 'abcde'],
  ['\u0007a\u0000b\u001bc\u007fd', 'abcd'],
  ['hi\u{e0069}\u{e0067}\u{e006e}dden', 'hidden'],
  [
    'England 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'England 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  ],
  ['👩‍💻 laptop ❤️', '👩‍💻 laptop ❤️'],
  ['می‌خواهم', 'می‌خواهم'],
  ['a \u200d \ufe0fb\u200c', 'a b'],
  ['Zażółć', 'Zażółć'],
  ['\u200b\u2066 \u{e0041}', ''],
];

test('makes one line of what is pasted, and keeps what joins letters and makes flags', () => {
  for (const [pasted, cleaned] of CLEANED) assert.equal(cleanLine(pasted), cleaned, JSON.stringify(pasted));
});

test('changes nothing of what is clean', () => {
  for (const [, cleaned] of CLEANED) assert.equal(cleanLine(cleaned), cleaned);
  for (let seed = 0; seed < 2_000; seed++) {
    const points = [0x20, 0x41, 0x9, 0x200b, 0x200d, 0xfe0f, 0x1f3f4, 0xe0067, 0xe007f, 0xad, 0x85, 0x0, 0x3000];
    const text = Array.from(
      { length: 8 },
      (_, at) => points[(seed * 31 + at * (seed % 13) + at * at) % points.length] ?? 0,
    );
    const once = cleanLine(String.fromCodePoint(...text));
    assert.equal(cleanLine(once), once, JSON.stringify(once));
  }
});

test('sees nothing in marks and blanks alone', () => {
  for (const text of ['', '\u2800\u2800', '\u3164', '\u200d', '\ufe0f']) assert.equal(isVisible(text), false);
  for (const text of ['a', '—', '🏴', '‍a']) assert.equal(isVisible(text), true);
});

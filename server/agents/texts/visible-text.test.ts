import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { visibleLine, visibleText, withoutLiveMarkup } from './fenced-text.ts';

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'[]()<![img a:\n\r\t\u202e\u200b\u2028\u{e0041}'),
    // Not the unit `binary`, which prepares a table of all of them for texts that nobody gives.
    fc
      .nat({ max: 0x10_ffff })
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code)),
  ),
});

test('a text has no characters that only control, turn or hide, and keeps those that one sees', () => {
  assert.equal(visibleText('a\u202eb\u200bc\u{e0041}d\ufeffe\u0007f'), 'abcdef');
  assert.equal(visibleText('Zażółć gęślą jaźń\n\t— “ok” 🙂'), 'Zażółć gęślą jaźń\n\t— “ok” 🙂');
  fc.assert(
    fc.property(anyText, (text) => {
      const shown = visibleText(text);
      assert.doesNotMatch(shown, /[^\P{C}\n\t]|\p{Default_Ignorable_Code_Point}/u);
      assert.equal(visibleText(shown), shown);
    }),
  );
});

test('a line is one line, and not longer than it may be', () => {
  assert.equal(visibleLine(' a\n b\u2029c ', 10), 'a b c');
  fc.assert(
    fc.property(anyText, (text) => {
      const line = visibleLine(text, 5);
      assert.ok([...line].length <= 5);
      assert.doesNotMatch(line, /\n/);
    }),
  );
});

test('nothing is left that loads or leads somewhere where Markdown is rendered', () => {
  const live = '![a](https://x) [a](y) [a][b] <img src=x> <https://x> <javascript:x>\n  [b]: https://x';
  assert.equal(
    withoutLiveMarkup(live),
    '![a]\\(https://x) [a]\\(y) [a]\\[b] \\<img src=x> \\<https://x> \\<javascript:x>\n  \\[b]: https://x',
  );
  assert.equal(withoutLiveMarkup('if (a[0] < b) return List<String>'), 'if (a[0] < b) return List\\<String>');
  const quoted = '> [a]: https://x\n- [b\nc]: <https://y>\n\\<img src=x> \\\\<img src=x> <x-y> <!-- --> <?x?>';
  assert.equal(
    withoutLiveMarkup(quoted),
    '> \\[a]: https://x\n- \\[b\nc]: \\<https://y>\n\\<img src=x> \\\\\\<img src=x> \\<x-y> \\<!-- --> \\<?x?>',
  );
  // Each sign is looked at once: a text that would be gone through for each of them takes hours.
  for (const sign of ['\\', '[', '<']) assert.match(withoutLiveMarkup(sign.repeat(3_000_000)), /^[\\[<]+$/);
  fc.assert(fc.property(anyText, (text) => assert.doesNotMatch(withoutLiveMarkup(text), /\]\(|\]\[|(?<!\\)<img\b/i)));
});

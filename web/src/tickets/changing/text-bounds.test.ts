import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trimmed } from './text-bounds.ts';

test.each([
  ['  A sentence.  \n', 'A sentence.'],
  ['\n \n    if (x)\n      y();\n', '```\nif (x)\n  y();\n```'],
  ['\tat a\n\n\tat b\nCaused by: c', '```\nat a\n\nat b\n```\nCaused by: c'],
  ['   three blanks', 'three blanks'],
  ['   \n ', ''],
])('%j is sent as %j', (text, sent) => {
  expect(trimmed(text)).toBe(sent);
});

test('what is sent loses no word, and begins and ends with none of the blanks that the service takes away', () => {
  const line = fc.constantFrom('    code', '\tcode', '  words', 'words', '', '   ');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
      const sent = trimmed(lines.join('\n'));
      expect(sent).toBe(sent.trim());
      expect(sent.match(/code|words/g)).toEqual(lines.join('\n').match(/code|words/g));
    }),
  );
});

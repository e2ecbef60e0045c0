import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { fromCommonMark, htmlOf, idsNamedIn, plainText } from '#markdown';
import { SHOWN_TEXTS, seenIn, squeezed } from '../../proofs/texts/shown-texts.ts';

const ID = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

describe('a text without its marks', () => {
  for (const { written, plain = written } of SHOWN_TEXTS)
    test(`of ${JSON.stringify(written)} keeps every other sign`, () => assert.equal(plainText(written), plain));

  const part = fc.constantFrom(
    ...[
      '*',
      '**',
      '_',
      '__',
      '~',
      '~~',
      '`',
      '``',
      '```',
      '\\',
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '#',
      '-',
      '+',
      '1.',
      '2)',
    ],
    ...[
      'a',
      'b',
      'kot',
      'x_y',
      'Żół',
      ' ',
      ' ',
      ' ',
      '\n',
      '\n\n',
      '    ',
      '.',
      ',',
      ':',
      '"',
      '!',
      '&lt;',
      '=',
      '---',
    ],
    ...['> ', '- ', '* ', 'https://a.b/c', '# ', '\t', '@', '&', '䷀'],
  );
  const texts = fc
    .array(part, { maxLength: 25 })
    .map((parts) => parts.join(''))
    // An empty block of code is drawn, and has no words; links say less than plain text does. What is not alike yet: a fence
    // that is moved in goes on with the words above it, and marks that touch an address.
    .filter((text) => !/[-*]\s*```|\]\(|\n[ \t]*(?: {4}|\t)[ \t]*```|https:\S*[*_~`]/.test(text));
  /** Without signs that are drawn in one way, and written in several. */
  const bare = (text: string): string =>
    squeezed(
      text
        .replaceAll(/^([ \t>]*)\*(?=[ \t]+\S)/gm, '$1-')
        .replaceAll(/^[ \t>]*(?:_{3,}|\*{3,}|([-*_])(?: \1){2})[ \t]*$/gm, '---'),
    ).replaceAll(/[>-]/g, '');

  test('says what its HTML shows, whatever was written', () => {
    fc.assert(
      fc.property(texts, (text) => assert.equal(bare(seenIn(htmlOf(text))), bare(plainText(text)))),
      { numRuns: 500 },
    );
  });

  test('takes no longer than its length, whatever was written', () => {
    const before = process.cpuUsage();
    for (const sign of [
      '*',
      '**a ',
      '_a ',
      '`',
      '` ``',
      '[',
      '[a](',
      '\\[',
      'a\\_b ',
      '<',
      '~~~x\n',
      '```\n',
      'a|b\n-|-\n',
    ])
      plainText(sign.repeat(20_000 / sign.length));
    const { user } = process.cpuUsage(before);
    assert.ok(user < 10_000_000, `${user} µs`);
  });
});

test('code names nobody, whether it stands in a line or in fences', () => {
  for (const code of [`\`<@${ID}>\``, `\`\`a \` <@${ID}>\`\``, `\`\`\`sh\nping <@${ID}>\n\`\`\``, `~~~\n<@${ID}>\n~~~`])
    assert.deepEqual(idsNamedIn(`See ${code.startsWith('`<') ? '' : '\n'}${code}`), [], code);
  for (const text of [`Ask <@${ID}>.`, `\`a\` <@${ID}> \`b\``, `a \` <@${ID}>`, `\`\`\`\nx\n\`\`\`\n<@${ID}>`])
    assert.deepEqual(idsNamedIn(text), [ID], text);
  assert.deepEqual(idsNamedIn(`\\<@${ID}>`), []);
});

describe('Markdown of elsewhere', () => {
  test('has a backslash only where it takes a meaning away', () => {
    const of = (text: string) => fromCommonMark(text, { isConverted: false });
    assert.equal(of('snake\\_case, 10.0.\\*.\\*, \\[x\\], a\\.b'), 'snake_case, 10.0.*.*, [x], a.b');
    assert.equal(of('\\*not bold\\*, \\[a\\](https://b.c)'), '\\*not bold\\*, \\[a\\](https://b.c)');
    assert.equal(of('\\# x\n\n1\\. y\\\nz'), '# x\n\n1\\. y\nz');
    assert.equal(of('`\\*` and <https://a.b>'), '`\\*` and https://a.b');
    assert.equal(fromCommonMark('W**ar**szawa **Praga**', { isConverted: true }), 'Warszawa **Praga**');
  });

  test('of which each sign is escaped reads as it was written', () => {
    for (const { written } of SHOWN_TEXTS) {
      // Tables and quotes stand for themselves.
      if (/^[|>]|\n>/.test(written)) continue;
      const text = fromCommonMark(written.replaceAll(/[!-/:-@[-`{-~]/g, '\\$&'), { isConverted: true });
      assert.equal(squeezed(plainText(text)), squeezed(written), text);
      assert.equal(squeezed(seenIn(htmlOf(text))), squeezed(written), text);
    }
  });
});

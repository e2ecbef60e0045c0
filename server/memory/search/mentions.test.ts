import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idsIn } from './mentions.ts';

const ID = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

test('code names nobody, whether it stands in a line or in fences', () => {
  for (const code of [`\`<@${ID}>\``, `\`\`a \` <@${ID}>\`\``, `\`\`\`sh\nping <@${ID}>\n\`\`\``, `~~~\n<@${ID}>`])
    assert.deepEqual(idsIn(`See ${code.startsWith('`<') ? '' : '\n'}${code}`), [], code);
  for (const text of [`Ask <@${ID}>.`, `\`a\` <@${ID}> \`b\``, `a \` <@${ID}>`, `\`\`\`\nx\n\`\`\`\n<@${ID}>`])
    assert.deepEqual(idsIn(text), [ID], text);
});

test('a text of nothing but backticks takes no time', () => {
  const before = process.cpuUsage();
  idsIn(`<@${'`'.repeat(10_000)}`);
  idsIn(`<@${'` `` '.repeat(2_000)}`);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 500_000, `${user} µs`);
});

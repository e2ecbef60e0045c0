import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { built } from './mail-in/corpus/build.mjs';
import { mails } from './mail-in/corpus/given/mails.mjs';
import { judge } from './mail-in/corpus/judge.mjs';
import { becomes, openDesk, valuesFor } from './mail-in/desk.ts';

onEachDatabaseAnew('mails as real programs write them', (app) => {
  test('become what they are expected to become, by LMTP', { timeout: 240_000 }, async () => {
    const desk = await openDesk(app());
    const wrong: string[] = [];
    for (const [n, mail] of mails.entries()) {
      const letter = built(mail, await valuesFor(desk, String(n)));
      const { right, faults } = judge(letter, await becomes(desk, letter));
      if (!right) wrong.push(`${letter.name}: ${faults.map(({ what, words }) => `${what} (${words})`).join('; ')}`);
    }
    await desk.close();
    assert.deepEqual(wrong, []);
  });
});

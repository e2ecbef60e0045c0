import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewToken } from '../../contract/tokens.ts';
import { onEachDatabaseAnew } from '../../server/testing/start-app.ts';
import { examplesIn, firstOutput, startExample } from './testing/examples.ts';

const shown = examplesIn(new URL('README.md', import.meta.url)).filter(({ language }) => language === 'ts');
/** The client that the first one makes is that of all. */
const [beginning = ''] = /^import .*\n\nconst kwit = .*\n/.exec(shown[0]?.code ?? '') ?? [];
const examples = shown.map((example) => ({
  ...example,
  code: example.code.startsWith(beginning) ? example.code : `${beginning}${example.code}`,
}));

onEachDatabaseAnew('the README of the client', (app) => {
  test('has examples that run', async () => {
    const { ada, dev } = await app().cast.all();
    const { token } = (await dev.post<NewToken>('/api/tokens', { name: 'Test', scope: 'admin' })).is(201);
    const env = { KWIT_URL: app().address, KWIT_TOKEN: token };
    await ada.opens({ title: 'The lamp flickers' });
    const said: string[] = [];
    for (const example of examples.filter(({ code }) => !code.includes('kwit.events()'))) {
      const { code, out, err } = await startExample(example, env).ended;
      assert.deepEqual([code, err], [0, ''], example.code);
      said.push(out);
    }
    assert.match(said[0] ?? '', /^1 The lamp flickers$/m);
    assert.match(said[1] ?? '', /path: 'name'/);
    assert.match(said[2] ?? '', /^1\tsubmitted\tThe lamp flickers$/m);
    const [written] = (await dev.lists('?q=thick')).is(200);
    assert.equal(written?.status, 'closed');

    assert.match(said.at(-1) ?? '', /The roller was worn/);

    const hearing = examples.find(({ code }) => code.includes('kwit.events()'));
    assert.ok(hearing);
    const running = startExample(hearing, env);
    let isHeard = false;
    const heard = firstOutput(running).finally(() => {
      isHeard = true;
    });
    // It hears what happens once it listens, so things happen until it does.
    while (!isHeard) await ada.opens();
    await heard;
    (await dev.patches(await ada.opens(), { status: 'closed', closure_summary: 'A new lamp.' })).is(200);
    const { code, out } = await running.ended;
    assert.equal(code, 0);
    assert.match(out, /\d+ ticket\.created\n[\s\S]*\d+ ticket\.closed\n$/);
  });
});

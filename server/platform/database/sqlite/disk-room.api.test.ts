import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { type TestContext, test } from 'node:test';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';

/** The service, what its log says of the disk, and a way to take the disk from under its writing connection. */
async function startOn(t: TestContext, name: 'sqlite' | 'postgres') {
  const said: string[] = [];
  const stream = new Writable({
    write(line, _encoding, done) {
      const { level, msg } = JSON.parse(String(line));
      if (/^The disk of /.test(msg)) said.push(`${level} ${msg.replace(/ of \S+/, '')}`);
      done();
    },
  });
  const app = await startApp(name, {}, undefined, { log: { level: 'info', stream } });
  t.after(() => app.close());
  const { ada } = await app.cast.all();
  const pragma = (text: string) =>
    app.database.write((connection) => connection.rows({ sql: `pragma ${text}`, parameters: [] }));
  const reports = () => ada.opening({ description: 'The third page is empty. '.repeat(300) });
  const isUp = async () => /^kwit_database_up (\d)$/m.exec((await app.stranger.get('/metrics')).text)?.[1];
  return { app, ada, said, pragma, reports, isUp };
}

const FULL = '50 The disk is full, or takes no writes. Kwit writes again by itself when there is room.';

for (const name of databases.filter((database) => database === 'sqlite')) {
  test('a disk that takes no writes is not ready, and reading goes on', async (t) => {
    const { app, ada, said, pragma, reports, isUp } = await startOn(t, name);
    (await reports()).is(201);
    await pragma('query_only = on');
    for (let times = 0; times < 2; times += 1) {
      (await reports()).isRefused(503, 'service_unavailable');
      (await app.stranger.get('/ready')).isRefused(503, 'service_unavailable');
    }
    assert.equal((await ada.lists()).is(200).length, 1);
    assert.equal(await isUp(), '0');
    assert.deepEqual(said, [FULL]);
  });

  test('a disk that was full is ready again once it takes a write, which nobody else has to try', async (t) => {
    const { app, said, pragma, reports, isUp } = await startOn(t, name);
    const [{ max_page_count: most }] = (await pragma('max_page_count')) as [{ max_page_count: number }];
    await pragma('max_page_count = 1');
    while ((await reports()).status !== 503);
    await pragma(`max_page_count = ${most}`);
    assert.deepEqual(said, [FULL]);
    assert.equal((await app.stranger.get('/ready')).status, 200);
    assert.equal(await isUp(), '1');
    assert.deepEqual(said, [FULL, '30 The disk takes writes again.']);
    (await reports()).is(201);
  });
}

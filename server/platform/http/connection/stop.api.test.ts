import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type DatabaseName, databases } from '#testing/databases.ts';
import { RawConnection } from '#testing/raw-connection.ts';
import { type App, startApp } from '#testing/start-app.ts';
import { SECOND } from '../../clock.ts';

const ASKING = ['GET /health HTTP/1.1', 'host: kwit', '', ''];
const BODY = JSON.stringify({ title: 'Printer jams', description: 'Every second page.' });
const reporting = (token: string | null, length: number) => [
  'POST /api/tickets HTTP/1.1',
  'host: kwit',
  `authorization: Bearer ${token}`,
  'content-type: application/json',
  `content-length: ${length}`,
  '',
];

/** Asks again and again, each time on a connection of its own. @returns by which error it ended. */
async function askUntilRefused(address: string): Promise<string | undefined> {
  for (;;) {
    const asking = get(`${address}/health`, { agent: false });
    try {
      const [answer] = (await once(asking, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
    } catch (error) {
      return (error as NodeJS.ErrnoException).code;
    }
  }
}

/** Starts a service whose timers are the test's from the beginning: one that was set before would run on after the test. */
function startWithTimers(t: TestContext, name: DatabaseName): Promise<App> {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  return startApp(name);
}

/** Stops the service. `passes` advances the time of its timers step by step; `isOver` tells whether it has stopped. */
function stopping(t: TestContext, app: App) {
  let isOver = false;
  const closing = app.stop().then(() => {
    isOver = true;
  });
  const passes = async (milliseconds: number) => {
    for (let passed = 0; passed < milliseconds && !isOver; passed += 25) {
      // The time of a query would pass with that of the test.
      for (let turns = 0; turns < 20 || app.database.load.busy > 0; turns++) await turn();
      t.mock.timers.tick(25);
    }
  };
  const finish = async () => {
    while (!isOver) await passes(25);
    await closing;
  };
  return { passes, finish, isOver: () => isOver };
}

for (const name of databases) {
  test(`stopping lets idle connections go, and finishes what runs (${name})`, async (t) => {
    const app = await startWithTimers(t, name);
    const { token } = await app.cast.ada;
    const silent = await RawConnection.open(t, app.address);
    const idle = await RawConnection.open(t, app.address);
    assert.match(await idle.send(...ASKING).answer(), / 200 /);
    const running = (await RawConnection.open(t, app.address)).send(
      ...reporting(token, BODY.length),
      BODY.slice(0, 10),
    );
    while (!/^kwit_requests_running 2$/m.test((await app.stranger.get('/metrics')).text)) await turn();
    const stop = stopping(t, app);
    await stop.passes(600);
    assert.deepEqual([silent.isClosed, idle.isClosed, running.isClosed, stop.isOver()], [true, true, false, false]);
    await assert.rejects(RawConnection.open(t, app.address), { code: 'ECONNREFUSED' });
    const answer = await running.send(BODY.slice(10)).answer();
    await stop.finish();
    assert.match(answer, /^HTTP\/1\.1 201 [\s\S]*\r\nconnection: close\r\n/i);
  });

  test(`a service that drains takes requests, and tells clients and balancers to go elsewhere (${name})`, async (t) => {
    const app = await startApp(name);
    t.after(() => app.close());
    app.health.stopping = true;
    for (const _ of [1, 2]) {
      const anew = await RawConnection.open(t, app.address);
      assert.match(await anew.send(...ASKING).answer(), /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
    }
    (await app.stranger.get('/ready')).isRefused(503, 'service_unavailable');
  });

  test(`a service that drains hands reads over to balancers that ask another node, and takes writes (${name})`, async (t) => {
    const app = await startApp(name);
    t.after(() => app.close());
    const ada = await app.cast.ada;
    const asks = async (head: string) => (await ada.get('/api/tickets', { [head]: '502' })).status;
    assert.equal(await asks('x-next-upstream'), 200);
    app.health.stopping = true;
    assert.deepEqual([await asks('x-next-upstream'), await asks('x-other')], [502, 200]);
    (await ada.opening({}, { 'x-next-upstream': '502' })).is(201);
  });

  test(`clients keep their connections while the port closes, and their next requests wait for it (${name})`, async (t) => {
    const app = await startWithTimers(t, name);
    app.health.stopping = true;
    const { token } = await app.cast.ada;
    const [idle, busy] = [await RawConnection.open(t, app.address), await RawConnection.open(t, app.address)];
    busy.send(...reporting(token, 2), '{');
    while (!/^kwit_requests_running 2$/m.test((await app.stranger.get('/metrics')).text)) await turn();
    const stop = stopping(t, app);
    idle.send(...ASKING);
    let answer: string | null = null;
    const answered = (async () => {
      answer = await busy.send('}').answer();
    })();
    // The port stays open for some turns while connections come. To refuse what was reported takes no query.
    while (answer === null) await RawConnection.open(t, app.address);
    await answered;
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.doesNotMatch(answer, /\r\nconnection: close\r\n/i);
    assert.equal(idle.heard, '');
    assert.match(await idle.answer(), /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
    await stop.finish();
  });

  test(`connections that wait when the port closes are taken and answered (${name})`, async (t) => {
    const app = await startWithTimers(t, name);
    const waiting = Array.from({ length: 50 }, () => RawConnection.open(t, app.address));
    // The system has taken them; the service has not, because its event loop has not turned.
    const stop = stopping(t, app);
    for (const opening of waiting) {
      const connection = await opening;
      assert.match(await connection.send(...ASKING).answer(), /^HTTP\/1\.1 200 /);
    }
    await stop.finish();
  });

  test(`of clients that never rest none is cut off when the port closes (${name})`, async (t) => {
    const app = await startWithTimers(t, name);
    app.health.stopping = true;
    const clients = Array.from({ length: 16 }, () => askUntilRefused(app.address));
    await app.stranger.get('/health');
    const stop = stopping(t, app);
    for (const outcome of await Promise.all(clients)) assert.equal(outcome, 'ECONNREFUSED');
    await stop.finish();
  });

  test(`a request on its way when the service is told to stop is answered (${name})`, async (t) => {
    const app = await startWithTimers(t, name);
    const idle = await RawConnection.open(t, app.address);
    assert.match(await idle.send(...ASKING).answer(), / 200 /);
    const stop = stopping(t, app);
    const answer = await idle
      .forget()
      .send(...ASKING)
      .answer();
    await stop.finish();
    assert.match(answer, /^HTTP\/1\.1 200 [\s\S]*\r\nconnection: close\r\n/i);
  });

  test(`stopping waits two seconds for a client that is still sending a refused body (${name})`, async (t) => {
    const app = await startWithTimers(t, name);
    const refused = (await RawConnection.open(t, app.address)).send(...reporting('nobody', 1000), '{');
    assert.match(await refused.answer(), /^HTTP\/1\.1 401 /);
    const stop = stopping(t, app);
    await stop.passes(1900);
    assert.equal(stop.isOver(), false);
    await stop.passes(200);
    await stop.finish();
    assert.ok(refused.isClosed);
  });

  test(`stopping takes eight seconds at most, whatever does not come (${name})`, async (t) => {
    const app = await startWithTimers(t, name);
    const { token } = await app.cast.ada;
    const stuck = (await RawConnection.open(t, app.address)).send(...reporting(token, BODY.length), '{');
    while (!/^kwit_requests_running 2$/m.test((await app.stranger.get('/metrics')).text)) await turn();
    const stop = stopping(t, app);
    await stop.passes(8 * SECOND - 100);
    assert.equal(stop.isOver(), false);
    await stop.finish();
    assert.ok(stuck.isClosed);
  });
}

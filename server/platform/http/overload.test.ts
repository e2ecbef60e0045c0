import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { Failure } from '../failure.ts';
import { Overload } from './overload.ts';

/** A service whose queue and clock are in the hand of the test. */
function serviceWith(t: TestContext) {
  const its = { load: { waiting: 0 }, now: 1000 };
  t.mock.timers.enable({ apis: ['setInterval'] });
  t.mock.method(process, 'threadCpuUsage', () => ({ user: its.now * 1000, system: 0 }));
  const app = Fastify();
  t.after(() => app.close());
  const overload = new Overload(its);
  overload.watch(app);
  app.setErrorHandler((error, _, reply) => {
    const { retryAfter } = error instanceof Failure ? error.more : {};
    return reply.code(503).header('retry-after', retryAfter).send();
  });
  for (const url of ['/api/tickets', '/ready']) app.get(url, () => 'read');
  for (const url of ['/api/tickets', '/mcp']) app.post(url, () => 'written');
  app.get('/api/events/stream', { config: { takesStreamToken: true } }, () => 'begun');
  const answers = async () => {
    const requests = [['GET', '/api/tickets'] as const, ['POST', '/api/tickets'] as const, ['POST', '/mcp'] as const];
    const all = await Promise.all(requests.map(([method, url]) => app.inject({ method, url })));
    for (const { statusCode, headers } of all) if (statusCode === 503) assert.equal(headers['retry-after'], '1');
    return all.map(({ statusCode }) => statusCode);
  };
  return { its, app, answers, overload };
}

test('while the event loop is late, reads are shed first and writes last', async (t) => {
  const { its, app, answers, overload } = serviceWith(t);
  its.now += 1000;
  // The machine stood still.
  assert.deepEqual(await answers(), [200, 200, 200]);
  for (let n = 0; n < 25; n += 1) await app.inject('/ready');
  assert.deepEqual(await answers(), [503, 200, 200]);
  its.now += 1000;
  assert.deepEqual(await answers(), [503, 503, 503]);
  assert.equal(overload.shed, 4);
  for (const url of ['/ready', '/api/events/stream']) assert.equal((await app.inject(url)).statusCode, 200);
});

test('while many wait for the database, reads are shed first and writes last', async (t) => {
  const { its, answers } = serviceWith(t);
  for (const [waiting, expected] of [
    [200, [200, 200, 200]],
    [201, [503, 200, 200]],
    [401, [503, 503, 503]],
    [0, [200, 200, 200]],
  ] as const) {
    its.load.waiting = waiting;
    assert.deepEqual(await answers(), expected);
  }
});

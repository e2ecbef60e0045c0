import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import type { Player } from '#testing/cast.ts';
import { databases } from '#testing/databases.ts';
import { connectAgent, tokenOf } from '#testing/mcp-agent.ts';
import { type App, onEachDatabaseAnew, startApp } from '#testing/start-app.ts';

const ID = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

/** Reads that take their turn unless somebody asks for a page of 100 or less. */
const EXPENSIVE = [
  '/api/acts',
  '/api/answers',
  '/api/answers/review',
  '/api/auth/me/data.tar',
  '/api/glossary',
  '/api/glossary/suggestions',
  '/api/home',
  '/api/imports/019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e/rejected',
  `/api/mail-in/${ID}`,
  '/api/projects',
  '/api/settings/events/outbox/stats',
  '/api/statistics/ages',
  '/api/statistics/answers',
  '/api/ticket-templates',
  '/api/tickets',
  '/api/tickets.csv',
  `/api/tickets/${ID}/closing-draft`,
  '/api/tickets/board',
  '/api/tickets/closure-summaries/index-feed',
  '/api/tickets/count',
  '/api/tickets/similar',
  '/api/tickets/stats/activation',
  '/api/tickets/stats/answers',
  '/api/tickets/stats/figures',
  '/api/tickets/stats/figures.csv',
  '/api/tickets/stats/overview',
  '/api/tickets/stats/usage',
  '/api/tickets/workload',
  '/api/users',
  `/api/users/${ID}/data`,
  `/api/users/${ID}/data.tar`,
];

/** Reads that do so when somebody asks for much: with `q`, or with a `limit` over 100. */
const ASKED = {
  '/api/settings/events/outbox': ['limit=101'],
  '/api/tickets': ['q=printer&limit=50', 'q=printer', 'limit=101', 'limit=500&view=row'],
  '/api/tickets/closure-summaries/index-feed': ['limit=500'],
  '/api/users': ['limit=101'],
};

const STREAM = '/api/events/stream';

const metric = async ({ stranger }: App, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\d+)$`, 'm').exec((await stranger.get('/metrics')).text)?.[1]);

/** Every address that a signed-in person reads, with an id that names nothing. */
async function readable({ stranger }: App): Promise<string[]> {
  const { paths } = (
    await stranger.get<{ paths: Record<string, Record<string, { security: unknown[] }>> }>('/api/openapi.json')
  ).is(200);
  const read = Object.entries(paths).filter(([path, { get }]) => get && get.security.length > 0 && path !== STREAM);
  return read.map(([path]) => path.replaceAll(/\{\w+\}/g, ID));
}

onEachDatabaseAnew('a read', (app) => {
  test('takes its turn when it reads much, and otherwise needs none', async () => {
    const dev = await app().cast.dev;
    const turnsOf = async (path: string) => {
      const before = await metric(app(), 'kwit_reads_total');
      await dev.get(path);
      return (await metric(app(), 'kwit_reads_total')) - before;
    };
    const all = await readable(app());
    const taking: string[] = [];
    for (const path of all) if ((await turnsOf(path)) > 0) taking.push(path);
    assert.deepEqual(taking.sort(), EXPENSIVE);
    for (const [path, queries] of Object.entries(ASKED)) {
      assert.ok(all.includes(path), path);
      for (const query of queries) assert.equal(await turnsOf(`${path}?${query}`), 1, `${path}?${query}`);
      assert.equal(await turnsOf(`${path}?limit=100`), 0, path);
    }
  });

  test('of the interface’s document takes its turn, whoever asks for it', async () => {
    const { stranger } = app();
    for (const path of ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml', '/api/docs/static/swagger-ui.css']) {
      const before = await metric(app(), 'kwit_reads_total');
      assert.equal((await stranger.get(path)).status, 200, path);
      assert.equal((await metric(app(), 'kwit_reads_total')) - before, 1, path);
    }
  });

  test('of an agent takes its turn, by a tool and by a page', async () => {
    const { ada } = await app().cast.all();
    const { number } = await ada.opens();
    const agent = await connectAgent(app().address, await tokenOf(ada, 'read'));
    const turnsOf = async (read: () => Promise<unknown>) => {
      const before = await metric(app(), 'kwit_reads_total');
      await read();
      return (await metric(app(), 'kwit_reads_total')) - before;
    };
    for (const [tool, input] of Object.entries({
      search_tickets: { q: 'printer' },
      get_ticket: { number },
      find_answers: { text: 'The printer jams' },
      my_work: {},
      list_projects: {},
    }))
      assert.equal(await turnsOf(() => agent.uses(tool, input)), 1, tool);
    for (const page of ['ticket', 'answers'])
      assert.equal(await turnsOf(() => agent.client.readResource({ uri: `kwit://${page}/${number}` })), 1, page);
    await agent.client.close();
  });

  test('that nothing has changed takes no turn', async () => {
    const dev = await app().cast.dev;
    const board = await dev.get('/api/tickets/board');
    const before = await metric(app(), 'kwit_reads_total');
    const again = await dev.get('/api/tickets/board', { 'if-none-match': board.headers.get('etag') ?? '' });
    assert.deepEqual([again.status, (await metric(app(), 'kwit_reads_total')) - before], [304, 0]);
  });
});

/** Asks until so many wait: 500 times at most, so that a turn that nobody waits for is a failure and no endless test. */
async function untilWaiting(app: App, gauge: string, count: number, caller: Player): Promise<void> {
  for (let asks = 0; (await metric(app, gauge)) < count; asks += 1) {
    assert.ok(asks < 500, `${gauge} stays below ${count}`);
    await caller.get('/api/auth/me');
  }
}

// SQLite ends each read before it begins another request.
for (const name of databases.filter((database) => database === 'postgres')) {
  test(`a fifth search of one person waits, while they read on and others search (${name})`, async (t) => {
    const app = await startApp(name);
    t.after(() => app.close());
    const { ada, jan } = await app.cast.all();
    const locking = new pg.Client(app.databaseUrl ?? '');
    await locking.connect();
    await locking.query('begin; lock table search_tickets in access exclusive mode');
    const searching = Array.from({ length: 6 }, () => ada.get('/api/tickets?q=printer'));
    await untilWaiting(app, 'kwit_reads_waiting', 2, ada);
    assert.equal(await metric(app, 'kwit_reads_running'), 4);
    (await jan.get('/api/tickets/workload')).is(200);
    (await ada.get('/api/tickets?limit=100')).is(200);
    await locking.end();
    for (const answer of await Promise.all(searching)) answer.is(200);
    assert.equal(await metric(app, 'kwit_reads_waiting'), 0);
  });

  for (const [what, send] of [
    ['reads', (ada: Player) => ada.get('/api/notices/count')],
    ['writes', (ada: Player) => ada.post('/api/notices/read', { until: '2026-11-21T03:44:00.000Z' })],
  ] as const)
    test(`a fifth of one person's ${what} waits, and so does what is refused to them (${name})`, async (t) => {
      const app = await startApp(name);
      t.after(() => app.close());
      const { ada, jan } = await app.cast.all();
      const locking = new pg.Client(app.databaseUrl ?? '');
      await locking.connect();
      await locking.query('begin; lock table notices in access exclusive mode');
      const asking = Array.from({ length: 6 }, () => send(ada));
      await untilWaiting(app, 'kwit_turns_waiting', 2, jan);
      const refused = ada.get('/api/users');
      await untilWaiting(app, 'kwit_turns_waiting', 3, jan);
      await locking.end();
      const statuses = (await Promise.all([...asking, refused])).map(({ status }) => status);
      assert.deepEqual(statuses, [...Array(6).fill(200), 403]);
      assert.equal(await metric(app, 'kwit_turns_waiting'), 0);
    });

  test(`a search that waited is refused to who has lost the right to it meanwhile (${name})`, async (t) => {
    const app = await startApp(name);
    t.after(() => app.close());
    const ada = await app.cast.ada;
    const locking = new pg.Client(app.databaseUrl ?? '');
    await locking.connect();
    await locking.query('begin; lock table search_tickets in access exclusive mode');
    const searching = Array.from({ length: 6 }, () => ada.get('/api/tickets?q=printer'));
    await untilWaiting(app, 'kwit_reads_waiting', 2, ada);
    (await ada.post('/api/auth/logout')).is(204);
    await locking.end();
    const statuses = (await Promise.all(searching)).map(({ status }) => status);
    assert.deepEqual(statuses.sort(), [200, 200, 200, 200, 401, 401]);
  });
}

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DRAFT, formOf, type Player } from '../server/testing/cast.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { type } from '../server/testing/typed-command.ts';
import { makerFor, withLogo } from './access/fixtures.ts';
import { buildWith } from './access/routes.ts';
import { bodyOf, type Expected, pathOf, type Row, type Scene } from './access/row.ts';
import { table } from './access/table.ts';
import { everythingStored } from './old-rights/everything-stored.ts';
import { Arrivals, type HeldRequest, hold } from './old-rights/held-request.ts';
import { storedFiles } from './uploads/stored-files.ts';

/** These go on while Kwit is read-only: leaving, backups, and all that tries or asks and stores nothing. */
const GOES_ON =
  /^(POST \/api\/(auth\/logout|events\/stream-ticket|backups|settings\/(oidc\/check|test-)|webhooks\/:id\/test|imports\/:id\/check)|DELETE \/api\/auth\/sessions)/;

/** As many forms as one person may send at once. */
const HELD_AT_ONCE = 4;

interface Write {
  readonly route: string;
  readonly row: Row;
}

/** Every write that needs a token, and opening a ticket with a form besides. A new route is among them by its row. */
const WRITES: readonly Write[] = [
  ...Object.entries(table)
    .filter(([route, { stranger }]) => !route.startsWith('GET ') && stranger === '401 unauthorized')
    // Only programs speak the protocol of /mcp, and forges sign what they post; the others read what a body says, and write nothing.
    .filter(
      ([route]) =>
        ![
          ...['POST /mcp', 'POST /api/git/:connection', 'POST /api/mail-in/raw'],
          ...['POST /api/answer-targets/preview', 'POST /api/calendars/ics'],
        ].includes(route),
    )
    .map(([route, row]) => ({ route, row })),
  ...Object.entries(table)
    .filter(([route]) => route === 'POST /api/tickets')
    .map(([route, row]) => ({ route, row: { ...row, body: () => formOf(DRAFT) } })),
];

/** How the caller of a held request loses the right to it. */
interface Loss {
  readonly who: 'ada' | 'dev';
  readonly of: string;
  readonly refusal: Expected;
  /** Whether this caller had the right to begin with, and has it no longer. */
  concerns(row: Row): boolean;
  happens(caller: Player, scene: Scene): Promise<void>;
}

const isDevelopers = ({ reporter }: Row) => reporter === '403 forbidden';

const signsOut = async (caller: Player) => {
  (await caller.post('/api/auth/logout-all')).is(204);
};

const leaves = async ({ id }: Player, { ewa }: Scene) => {
  (await ewa.patch(`/api/users/${id}`, { is_active: false })).is(200);
};

const LOSSES: readonly Loss[] = [
  {
    who: 'ada',
    of: 'the session of who reports',
    refusal: '401 unauthorized',
    concerns: (row) => !isDevelopers(row),
    happens: signsOut,
  },
  {
    who: 'dev',
    of: 'the session of a developer',
    refusal: '401 unauthorized',
    concerns: isDevelopers,
    happens: signsOut,
  },
  {
    who: 'ada',
    of: 'who reports',
    refusal: '401 unauthorized',
    concerns: (row) => !isDevelopers(row),
    happens: leaves,
  },
  {
    who: 'dev',
    of: 'the developer',
    refusal: '401 unauthorized',
    concerns: isDevelopers,
    happens: leaves,
  },
  {
    who: 'dev',
    of: 'the role of developer',
    refusal: '403 forbidden',
    concerns: (row) => row.other === '403 forbidden' && row.developer !== row.other,
    happens: async ({ id }, { ewa }) => {
      (await ewa.patch(`/api/users/${id}`, { role: 'user' })).is(200);
    },
  },
];

for (const name of databases) {
  describe(`a write whose body is still coming (${name})`, () => {
    const arrivals = new Arrivals();
    let app: App;
    before(async () => {
      const start = () => startApp(name, { OUTBOUND_ALLOW: '127.0.0.1:9' });
      app = await buildWith((router) => arrivals.watch(router), start);
      await withLogo({ app, ...(await app.cast.all()) });
    });
    after(() => app.close());

    async function holdWrite({ route, row }: Write, { who }: Loss, scene: Scene): Promise<HeldRequest> {
      const [method = '', url = ''] = route.split(' ');
      const make = row.fixture ?? makerFor(url) ?? (async () => ({}));
      const ids = await make(scene);
      const address = app.address + pathOf(row, url, ids);
      return hold(arrivals, { method, address, token: scene[who].token, body: bodyOf(row, ids) ?? {} });
    }

    /** Lets new people hold some writes and lose the right to them. @returns a line for each that is not refused. */
    async function deviations(writes: readonly Write[], loss: Loss): Promise<string[]> {
      const [ada, dev] = [await app.cast.guest(), await app.cast.newDeveloper()];
      const scene = { app, ...(await app.cast.all()), ada, dev };
      const held: { route: string; request: HeldRequest }[] = [];
      for (const write of writes) held.push({ route: write.route, request: await holdWrite(write, loss, scene) });
      await loss.happens(scene[loss.who], scene);
      const stored = await everythingStored(app, name);
      const faults: string[] = [];
      for (const { route, request } of held) {
        const got = await request.release();
        if (got !== loss.refusal) faults.push(`${route}: ${loss.refusal} expected, ${got} answered`);
      }
      assert.equal(await everythingStored(app, name), stored);
      assert.deepEqual((await storedFiles(app)).withoutRow, []);
      return faults;
    }

    for (const who of ['ada', 'dev'] as const)
      test(`is refused, and nothing is written, when Kwit is read-only (${who})`, { timeout: 400_000 }, async () => {
        const loss: Loss = {
          who,
          of: 'read-only',
          refusal: '503 read_only',
          concerns: (row) => isDevelopers(row) === (who === 'dev'),
          happens: async () => assert.equal((await type(app, 'read-only', 'on')).code, 0),
        };
        const writes = WRITES.filter((write) => loss.concerns(write.row) && !GOES_ON.test(write.route));
        const faults: string[] = [];
        for (let at = 0; at < writes.length; at += HELD_AT_ONCE) {
          faults.push(...(await deviations(writes.slice(at, at + HELD_AT_ONCE), loss)));
          assert.equal((await type(app, 'read-only', 'off')).code, 0);
        }
        assert.deepEqual(faults, []);
      });

    for (const loss of LOSSES) {
      test(`is refused, and nothing is written, when ${loss.of} has gone`, { timeout: 400_000 }, async () => {
        const writes = WRITES.filter(({ row }) => loss.concerns(row));
        assert.ok(writes.length > 10);
        const faults: string[] = [];
        for (let at = 0; at < writes.length; at += HELD_AT_ONCE)
          faults.push(...(await deviations(writes.slice(at, at + HELD_AT_ONCE), loss)));
        assert.deepEqual(faults, []);
      });
    }

    test('is taken when nothing has gone', async () => {
      const guest = await app.cast.guest();
      const call = { method: 'POST', address: `${app.address}/api/tickets`, token: guest.token, body: DRAFT };
      assert.equal(await (await hold(arrivals, call)).release(), '201');
    });
  });
}

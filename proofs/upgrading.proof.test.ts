/** The first start of a new version over the data of an older one: what it says, copies, notes and takes back. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import type { Upgrade } from '#contract/upgrades.ts';
import { contextOf, missingMigrations, openDatabase, readConfig } from '#platform';
import { announceUpgrade, upgradingTo } from '#service';
import { Caller } from '../server/testing/caller.ts';
import { folderFor } from '../server/testing/export-archive.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { type } from '../server/testing/typed-command.ts';
import { chance, seed, size } from './size.ts';
import { olderFolder } from './upgrades/older.ts';

const ROOT = join(import.meta.dirname, '..');
const VERSION = '9.0.0';
const DEVELOPER = 'tom@example.com';

/** Opens it as a service of that version does. @returns what it said. */
async function open(folder: string, environment: Record<string, string> = {}): Promise<string[]> {
  const said: string[] = [];
  const config = readConfig({ DATA_DIR: folder, ...environment });
  const change = upgradingTo({ version: VERSION, config, report: (text) => said.push(text) });
  const opening = { isExclusive: true, older: 'changed', change } as const;
  const database = await openDatabase(config, Date.UTC(2026, 10, 30), opening);
  await database.close();
  return said;
}

const migrationsIn = (folder: string): string[] => {
  using db = new DatabaseSync(join(folder, 'kwit.db'), { readOnly: true });
  return db
    .prepare('select name from migrations order by name')
    .all()
    .map(({ name }) => String(name));
};

const secretsOf = (folder: string): Record<string, string> => {
  const { secrets_key } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')) as Record<string, string>;
  return { DATA_DIR: folder, SECRETS_KEY: secrets_key ?? '' };
};

test('a copy from before is kept, the version noted once, and the event recorded once', async (t) => {
  const folder = await olderFolder(t, '0.1.0');
  const before = migrationsIn(folder);
  await open(folder);
  await open(folder);
  const copy = join(folder, `before-${VERSION}.sqlite`);
  using copied = new DatabaseSync(copy, { readOnly: true });
  assert.deepEqual(
    copied.prepare('pragma integrity_check').all(),
    [{ integrity_check: 'ok' }].map((row) => Object.assign(Object.create(null), row)),
  );
  assert.deepEqual(
    copied
      .prepare('select name from migrations order by name')
      .all()
      .map(({ name }) => name),
    before,
  );
  const app = await startApp('sqlite', secretsOf(folder));
  t.after(() => app.close());
  for (let times = 0; times < 2; times += 1) await app.runner.write(contextOf('upgrade'), announceUpgrade);
  const dev = await developerOf(app);
  const upgrade = (await dev.get<Upgrade>('/api/service/upgrade')).is(200);
  assert.deepEqual(
    [upgrade.version, upgrade.previous_version, upgrade.copy_kept_until],
    [VERSION, '0.1.0', 'next_upgrade'],
  );
  assert.ok(upgrade.migrations.includes('0053-upgrades'));
  const events = (await dev.get<{ items: unknown[] }>('/api/settings/events/outbox?event_name=service.upgraded')).text;
  assert.equal(events.match(/"event_name":"service\.upgraded"/g)?.length, 1);
});

test('undo puts the copy back while nothing was written, and counts what would be lost after', async (t) => {
  const folder = await olderFolder(t, '0.1.0');
  const before = migrationsIn(folder);
  await open(folder);
  const typist = await typistIn(t, folder);
  const undone = await type(typist, 'upgrade', 'undo');
  assert.equal(undone.code, 0, undone.said);
  assert.deepEqual(migrationsIn(folder), before);
  assert.equal(existsSync(join(folder, `before-${VERSION}.sqlite`)), false);
  assert.match((await type(typist, 'upgrade', 'undo')).said, /^The database is of Kwit 0\.1\.0, and this is Kwit /);

  await open(folder);
  assert.equal((await type(typist, 'developer', 'add', 'new@example.com')).code, 0);
  const refused = await type(typist, 'upgrade', 'undo');
  assert.equal(refused.code, 1);
  assert.match(refused.said, /would be lost:\n(?:.*\n)* +1 audit\n/);
  assert.match(refused.said, /Nothing was changed\.$/);
  assert.notDeepEqual(migrationsIn(folder), before);
});

test('undo is exact after people have signed in and looked, and refuses once a row has changed in its place', async (t) => {
  const folder = await olderFolder(t, '1.0.0');
  const before = migrationsIn(folder);
  const typist = await typistIn(t, folder);
  const looking = async (environment: Record<string, string>, look: (dev: Caller) => Promise<void>) => {
    await open(folder);
    const app = await startApp('sqlite', { ...secretsOf(folder), ...environment });
    try {
      const code = /code=(\S+)/.exec((await type(app, 'sign-in', 'link', DEVELOPER)).said)?.[1];
      const { token } = (await app.stranger.post<{ token: string }>('/api/auth/oidc/redeem', { code })).is(200);
      await look(new Caller(app.stranger.address, token));
    } finally {
      await app.close();
    }
    return type(typist, 'upgrade', 'undo');
  };
  const undone = await looking({ READ_ONLY: '1' }, async (dev) => {
    (await dev.get('/api/tickets')).is(200);
    (await dev.patch('/api/auth/me', { language: 'en' })).isRefused(503, 'read_only');
  });
  assert.equal(undone.code, 0, undone.said);
  assert.deepEqual(migrationsIn(folder), before);

  const refused = await looking({}, async (dev) => {
    const { active } = (await dev.get<{ active: { id: string }[] }>('/api/dev-tasks')).is(200);
    (await dev.patch(`/api/dev-tasks/${active[0]?.id}`, { title: 'Another title' })).is(200);
  });
  assert.equal(refused.code, 1);
  assert.match(refused.said, /would be lost:\n +1 event_outbox\nNothing was changed\.$/);
});

test('check says what would run, over which tables, and changes nothing', async (t) => {
  const folder = await olderFolder(t, '0.1.0');
  const bytes = readFileSync(join(folder, 'kwit.db'));
  const { said, code } = await type(await typistIn(t, folder), 'upgrade', 'check');
  assert.equal(code, 0);
  assert.match(said, /^The database is of Kwit 0\.1\.0/);
  assert.match(said, /0050-teams would run, and hold .*tickets \(26 rows\)/);
  assert.deepEqual(readFileSync(join(folder, 'kwit.db')), bytes);
});

/** Somebody who types commands about a folder that no service has open. */
async function typistIn(t: TestContext, folder: string) {
  const { environment, clock, close } = await startApp('sqlite');
  t.after(close);
  return { environment: { ...environment, ...secretsOf(folder), DATA_DIR: folder }, clock };
}

/** A developer of the older Kwit, by a token: its mail provider answers nobody here. */
async function developerOf(app: App): Promise<Caller> {
  const { said } = await type(app, 'token', 'add', DEVELOPER, '--scope', 'admin', '--name', 'proof');
  return new Caller(app.stranger.address, /kwit_pat_\w+/.exec(said)?.[0] ?? '');
}

/** Ends as the process does. */
const ended = (child: ReturnType<typeof spawn>) => new Promise<void>((resolve) => child.on('exit', () => resolve()));

test(`a start that is killed leaves the schema of before or of now (seed ${seed})`, async (t) => {
  const [random, pristine] = [chance(seed), await olderFolder(t, '0.1.0')];
  const before = migrationsIn(pristine);
  const folder = await folderFor(t);
  const start = (data: string) =>
    spawn(process.execPath, ['--import', './server/keep-compiled.mjs', 'bin/kwit.ts', 'upgrade', 'run'], {
      ...{ cwd: ROOT, stdio: 'ignore', env: { ...process.env, ...secretsOf(data) } },
    });
  const whole = join(folder, 'whole');
  cpSync(pristine, whole, { recursive: true });
  const began = performance.now();
  await ended(start(whole));
  const span = performance.now() - began;
  const seen = { before: 0, after: 0 };
  for (let kill = 0; kill < size(4, 200); kill += 1) {
    const data = join(folder, `kill-${kill}`);
    cpSync(pristine, data, { recursive: true });
    const child = start(data);
    const gone = ended(child);
    const timer = setTimeout(() => child.kill('SIGKILL'), random() * span);
    await gone;
    clearTimeout(timer);
    const now = migrationsIn(data);
    const isBefore = now.length === before.length;
    seen[isBefore ? 'before' : 'after'] += 1;
    const added = missingMigrations(before);
    assert.deepEqual(now, isBefore ? before : [...before, ...added].sort());
    await open(data);
    assert.deepEqual(missingMigrations(migrationsIn(data)), []);
  }
  t.diagnostic(`${seen.before} left the schema of before, ${seen.after} that of now`);
});

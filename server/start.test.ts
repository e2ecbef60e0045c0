import assert from 'node:assert/strict';
import { execFileSync, type StdioOptions, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { prepareDataFolder } from '#platform';

const folder = mkdtempSync(join(tmpdir(), 'kwit-start-'));
process.once('exit', () => rmSync(folder, { recursive: true }));

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** As `npm start` starts it: without what strips types. */
const MAIN = ['--import', here('keep-compiled.mjs'), here('main.ts')];

/** Starts the service as a process, which is expected to end by itself. */
function start(environment: Record<string, string>) {
  const { status, stderr } = spawnSync(process.execPath, MAIN, { env: environment, encoding: 'utf8', timeout: 60_000 });
  return { status, said: stderr.trim().split('\n') };
}

test('the service does not start on nonsense, and says all of it in sentences', () => {
  const data = join(folder, 'unused');
  const { status, said } = start({ DATA_DIR: data, PORT: 'many', MAIL_PROVIDER: 'smtp', FILES_URL: 'C:\\files' });
  assert.equal(status, 1);
  assert.deepEqual(said, [
    'Kwit cannot start.',
    'PORT must be a whole number from 0 to 65535.',
    'FILES_URL must be an address such as s3://bucket/prefix?region=eu-central-1, without keys in it.',
  ]);
  assert.ok(!existsSync(data));
});

test('the service does not start, nor wait, where it can make no folder', () => {
  const { status, said } = start({ DATA_DIR: '/proc/kwit/data', PORT: '0' });
  assert.deepEqual([status, said[0]], [1, 'Kwit cannot start.'], said.join('\n'));
  const refusal = /^Cannot write to the data folder .+ set DATA_DIR\.$/;
  assert.match(said[1] ?? '', refusal);
  for (const folder of ['/dev/null/kwit', '/proc'])
    assert.throws(() => prepareDataFolder(folder), { name: 'StartRefused', message: refusal });
});

/** Types a command of the log in another terminal, which knows nothing of this service. */
function typeElsewhere(command: string): string {
  const typed = command.replace('npm run kwit --', `'${process.execPath}' '${here('../bin/kwit.ts')}'`);
  return execFileSync('/bin/sh', ['-c', typed], { env: { PATH: process.env.PATH }, cwd: folder, encoding: 'utf8' });
}

test('what is said in production is a log, from its start to its end: also which provider to set', async (t) => {
  const data = join(folder, 'in production');
  const environment = { NODE_ENV: 'production', DATA_DIR: data, PORT: '0', HOST: '127.0.0.1' };
  const service = spawn(process.execPath, MAIN, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => service.kill());
  const gone = once(service, 'exit');
  const said: { level: number; msg: string; version?: string; database?: string; migrations?: string[] }[] = [];
  for await (const line of createInterface(service.stdout)) {
    said.push(JSON.parse(line));
    const command = /^It works once. Or run in another terminal: (.+)$/m.exec(said.at(-1)?.msg ?? '')?.[1];
    if (command === undefined) continue;
    assert.match(typeElsewhere(command), /^me@example.com will be a developer/);
    assert.ok(!existsSync(join(folder, 'data')), 'The command went to another folder.');
    service.kill();
  }
  assert.deepEqual(await gone, [0, null]);
  const [starting] = said;
  assert.deepEqual(
    [starting?.msg, starting?.database, starting?.migrations?.[0]],
    ['starting', 'sqlite', '0046-baseline'],
  );
  assert.match(starting?.version ?? '', /^\d+\.\d+\.\d+/);
  assert.match(said.at(-2)?.msg ?? '', /^SIGTERM: stopping; requests are taken for \d+ s more$/);
  assert.equal(said.at(-1)?.msg, 'stopped');
  assert.ok(said.some(({ level, msg }) => level === 30 && msg.startsWith('Kwit is ready: http://127.0.0.1:')));
  assert.ok(said.some(({ level, msg }) => level === 40 && msg.includes('Set MAIL_PROVIDER=smtp with SMTP_HOST')));
});

/** Runs the service on this folder until it is ready, then does something, then stops it. Its umask is 022, the usual. */
async function whileRunning(data: string, act: () => void): Promise<void> {
  const environment = { NODE_ENV: 'production', DATA_DIR: data, PORT: '0', HOST: '127.0.0.1', PATH: process.env.PATH };
  const stdio: StdioOptions = ['ignore', 'pipe', 'inherit'];
  const command = `umask 022 && exec ${[process.execPath, ...MAIN].map((word) => `'${word}'`).join(' ')}`;
  const service = spawn('/bin/sh', ['-c', command], { env: environment, stdio });
  const gone = once(service, 'exit');
  try {
    for await (const line of createInterface(service.stdout as Readable)) {
      if (!line.includes('Kwit is ready')) continue;
      act();
      service.kill();
    }
  } finally {
    service.kill();
  }
  assert.deepEqual(await gone, [0, null]);
}

test('what the service keeps is for its own user, in a folder of others and after an older version too', async () => {
  const data = join(folder, 'open');
  mkdirSync(data, { mode: 0o755 });
  const files = ['kwit.db', 'kwit.db-shm', 'kwit.db-wal', 'kwit.lock', 'secrets.json'];
  const modes: string[] = [];
  const look = () => modes.push(...files.map((name) => (statSync(join(data, name)).mode & 0o777).toString(8)));
  await whileRunning(data, look);
  for (const name of readdirSync(data)) chmodSync(join(data, name), 0o644);
  await whileRunning(data, look);
  assert.deepEqual(modes, Array(2 * files.length).fill('600'));
});

test('the data folder is made with the folders above it, for nobody else, and left as it is', () => {
  const data = join(folder, 'srv', 'kwit');
  for (let times = 0; times < 2; times += 1) prepareDataFolder(data);
  for (const path of [data, join(folder, 'srv')]) assert.equal(statSync(path).mode & 0o777, 0o700);
  assert.deepEqual(readdirSync(data), []);
  const file = join(folder, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'below')]) assert.throws(() => prepareDataFolder(path), /Cannot write/);
});

for (const [what, prepare] of [
  ['no database', () => {}],
  ['an empty database', (data: string) => writeFileSync(join(data, 'kwit.db'), '')],
] as const)
  test(`a data folder with keys and ${what} is a lost one: the service does not start over it`, () => {
    const data = mkdtempSync(join(folder, 'lost-'));
    const keys = JSON.stringify({ jwt_secret: 'j'.repeat(40), secrets_key: 's'.repeat(40) });
    writeFileSync(join(data, 'secrets.json'), keys);
    prepare(data);
    const { status, said } = start({ DATA_DIR: data, PORT: '0' });
    assert.equal(status, 1);
    assert.match(
      said.join('\n'),
      /has keys \(secrets\.json\) but no database, or an empty one .* start it with --new\.$/,
    );
  });

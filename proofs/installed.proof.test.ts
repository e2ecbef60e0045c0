/** The published package in an empty folder: it starts on the Node that npm runs on, takes a report, and stops. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { stripLibraries, withoutLicence } from '../bin/release-libraries.ts';
import type { SignedIn } from '../contract/sign-in.ts';
import type { TicketCreated } from '../contract/tickets.ts';
import { compileInto, releasedPackage } from '../packages/kwit/compile.ts';
import { compareWithManifest, MANIFEST, manifestOf } from '../packages/kwit/verify-install.ts';
import { Caller } from '../server/testing/caller.ts';
import { folderFor } from '../server/testing/export-archive.ts';

const ROOT = join(import.meta.dirname, '..');
/** The Node that somebody has who types npx. */
const THEIR_NODE = process.env.npm_node_execpath ?? process.execPath;

/** Kwit as npm installs it, but for its libraries, which are those of the clone. */
async function installed(t: TestContext): Promise<string> {
  const folder = join(await folderFor(t), 'node_modules/kwit');
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync(process.execPath, ['bin/build-web.ts', '--if-newer'], { cwd: ROOT });
  assert.equal(status, 0);
  compileInto(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify(releasedPackage('1.0.0')));
  copyFileSync(join(ROOT, 'packages/kwit/launchers/kwit.cjs'), join(folder, 'bin/kwit.cjs'));
  chmodSync(join(folder, 'bin/kwit.cjs'), 0o755);
  writeFileSync(join(folder, MANIFEST), manifestOf(folder));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

const { npm_node_execpath: _, NODE_ENV: __, ...environment } = process.env;

function kwit(folder: string, data: string, ...words: string[]): string {
  const env = { ...environment, DATA_DIR: data };
  const { stdout, stderr, status } = spawnSync(THEIR_NODE, [join(folder, 'bin/kwit.cjs'), ...words], {
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout;
}

/** The first line that matches. */
async function line(child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  assert.ok(child.stdout);
  for await (const text of createInterface({ input: child.stdout })) {
    const match = pattern.exec(text);
    if (match) return match;
  }
  throw new Error(`Nothing was said like ${pattern}.`);
}

test('what is published starts in an empty folder, takes a report, and stops', async (t) => {
  const [folder, data] = [await installed(t), await folderFor(t)];
  const service = spawn(THEIR_NODE, [join(folder, 'bin/kwit.cjs'), 'serve', '--data', data, '--port', '0'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => service.on('exit', resolve));
  t.after(() => service.kill('SIGKILL'));
  const [, address = ''] = await line(service, /^Kwit is ready: (\S+)/);
  assert.match(kwit(folder, data, 'developer', 'add', 'me@example.com'), /me@example\.com will be a developer/);
  const stranger = new Caller(address);
  assert.match((await stranger.get('/')).text, /<div id="root">/);
  const mailed = line(service, />>> (\d{8}) <<</);
  (await stranger.post('/api/auth/request-otp', { email: 'me@example.com' })).is(200);
  const [, code] = await mailed;
  const { token } = (await stranger.post<SignedIn>('/api/auth/verify-otp', { email: 'me@example.com', code })).is(200);
  const draft = { title: 'The printer jams', description: 'Every second page.' };
  assert.equal((await new Caller(address, token).post<TicketCreated>('/api/tickets', draft)).is(201).number, 1);
  service.kill('SIGTERM');
  assert.equal(await ended, 0);
});

test('it names commands in the form in which it was started, and tells its version', async (t) => {
  const folder = await installed(t);
  const data = await folderFor(t);
  assert.equal(kwit(folder, data, '--version'), '1.0.0\n');
  assert.match(kwit(folder, data, '--help'), /^On the server: npx kwit <command>$/m);
});

test('two builds of one tree are equal, and a file that was changed, lost or added is named', async (t) => {
  const [first, second] = [await installed(t), await installed(t)];
  for (const folder of [first, second]) rmSync(join(folder, 'node_modules'));
  assert.equal(readFileSync(join(first, MANIFEST), 'utf8'), readFileSync(join(second, MANIFEST), 'utf8'));
  assert.deepEqual(compareWithManifest(first), []);
  appendFileSync(join(first, 'server/main.js'), ' ');
  rmSync(join(first, 'LICENSE'));
  writeFileSync(join(first, 'server/more.js'), '');
  assert.deepEqual(compareWithManifest(first), [
    ...['LICENSE is missing.', 'server/main.js is not as it was released.', 'server/more.js was added.'],
  ]);
});

test('a service is not installed where it could not start', async (t) => {
  const folder = await installed(t);
  const install = (command: string, data: string, url = 'https://desk.example.com') =>
    spawnSync(
      THEIR_NODE,
      [join(folder, 'bin/kwit.cjs'), 'service', 'install', '--print', '--data', data, '--url', url],
      { env: { ...environment, KWIT_COMMAND: command }, encoding: 'utf8' },
    );
  assert.match(install('/opt/kwit/bin/kwit', '/var/lib/kwit').stdout, /^ExecStart=\/opt\/kwit\/bin\/kwit serve$/m);
  for (const [command, data] of [
    ['/home/ada/kwit/bin/kwit', '/var/lib/kwit'],
    ['/opt/kwit/bin/kwit', '/root/kwit'],
    ['/tmp/kwit/bin/kwit', '/var/lib/kwit'],
  ] as const) {
    const { status, stdout, stderr } = install(command, data);
    assert.equal(status, 1);
    assert.match(stdout + stderr, /may not read \/(home|root|tmp)\/.*Unpack Kwit into \/opt/);
  }
  for (const url of ['ftp://desk.example.com', 'https://desk.example.com/kwit', 'desk.example.com']) {
    const { status, stdout, stderr } = install('/opt/kwit/bin/kwit', '/var/lib/kwit', url);
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /^--url is the address at which people open Kwit/);
  }
});

test('libraries are shipped with their licences, and without what does not run', async (t) => {
  const folder = await folderFor(t);
  const write = (path: string, text = '') => {
    mkdirSync(join(folder, 'node_modules', path, '..'), { recursive: true });
    writeFileSync(join(folder, 'node_modules', path), text);
  };
  const packages = {
    one: '{"license":"MIT"}',
    '@team/two': '{}',
    'one/node_modules/three': '{"license":"ISC"}',
    bare: '{}',
  };
  for (const [name, described] of Object.entries(packages)) write(`${name}/package.json`, described);
  for (const path of ['one/LICENSE.md', 'one/README.md', 'one/index.js', 'one/index.d.ts', 'one/test/index.js'])
    write(path);
  for (const path of ['@team/two/readme.md', '@team/two/src/index.ts', '@team/two/CHANGELOG.md']) write(path);
  for (const path of ['one/node_modules/three/NOTICE.md', 'one/node_modules/three/tests/a.js', '.bin/one']) write(path);
  stripLibraries(folder);
  const files = globSync('node_modules/**/*.*', { cwd: folder }).filter((path) => !path.endsWith('package.json'));
  assert.deepEqual(files.sort(), [
    'node_modules/@team/two/readme.md',
    'node_modules/one/LICENSE.md',
    'node_modules/one/index.js',
    'node_modules/one/node_modules/three/NOTICE.md',
  ]);
  assert.deepEqual(withoutLicence(folder), ['node_modules/bare']);
});

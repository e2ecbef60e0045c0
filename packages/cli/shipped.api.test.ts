import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { NewToken } from '../../contract/tokens.ts';
import { onEachDatabase } from '../../server/testing/start-app.ts';
import { Machine } from './testing/typed.ts';

const SHIPPED = ['shipped', '--repository', 'shop/web', '--version', '2.4.0', '--environment', 'production'];

/** A repository with these commits, one after the other, on a first one. */
function repositoryOf(messages: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-shipped-'));
  const git = (args: readonly string[], input?: string) =>
    execFileSync('git', ['-C', folder, ...args], { input, stdio: ['pipe', 'pipe', 'pipe'] });
  git(['init', '--quiet', '-b', 'main']);
  const who = 'Ada <ada@example.com> 1764000000 +0000';
  const commits = ['first', ...messages].map(
    (message) => `commit refs/heads/main\ncommitter ${who}\ndata ${Buffer.byteLength(message)}\n${message}\n`,
  );
  git(['fast-import', '--quiet'], commits.join(''));
  return folder;
}

const logOf = (folder: string): string =>
  execFileSync('git', ['-C', folder, 'log', '--format=%H%x00%ae%x00%B%x00', 'main'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });

onEachDatabase('kwit shipped', (app) => {
  let machine: Machine;
  const folders: string[] = [];
  before(async () => {
    const dev = await app().cast.dev;
    const { token } = (await dev.post<NewToken>('/api/tokens', { name: 'Pipeline', scope: 'shipments' })).is(201);
    machine = new Machine({ KWIT_URL: app().address, KWIT_TOKEN: token });
  });
  after(() => {
    machine.close();
    for (const folder of folders) rmSync(folder, { recursive: true });
  });
  const logWith = (...messages: string[]): string => {
    const folder = repositoryOf(messages);
    folders.push(folder);
    return logOf(folder);
  };

  test('says what a real log names, and with --dry-run sends nothing', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const log = logWith(
      `Zażółć\n\nwith a body\n\nFixes: kwit#${ticket.number}\nSigned-off-by: Ada`,
      'kwit-999999 is none',
    );
    const dry = await machine.pipes([...SHIPPED, '--dry-run'], { input: log });
    assert.equal(dry.out, `#${ticket.number}\n#999999\n`);
    assert.equal((await dev.reads(ticket)).is(200).live, null);
    const { out, err, code } = await machine.pipes(SHIPPED, { input: log });
    assert.deepEqual([code, out], [0, `#${ticket.number}\tlinked\n#999999\tunknown\n`]);
    assert.equal(err, '2.4.0 is in production. Tickets that were not there before: 1.\n');
    assert.equal((await dev.reads(ticket)).is(200).live?.version, '2.4.0');
    assert.match((await machine.pipes(SHIPPED, { input: log })).err, /before: 0/);
  });

  test('takes the log of 5,000 commits, and one of none', async () => {
    const { ada } = await app().cast.all();
    const ticket = await ada.opens();
    const log = logWith(...Array.from({ length: 5000 }, (_, index) => `Change ${index}\n\nRefs kwit-${ticket.number}`));
    assert.equal((await machine.pipes(SHIPPED, { input: log })).out, `#${ticket.number}\tlinked\n`);
    assert.deepEqual(await machine.pipes(SHIPPED), {
      ...{ code: 0, out: '', err: '2.4.0 is in production. Tickets that were not there before: 0.\n' },
    });
  });

  test('takes a message that is longer than a request may be', async () => {
    const { ada } = await app().cast.all();
    const [first, last] = [await ada.opens(), await ada.opens()];
    const log = logWith(`Squash kwit#${first.number}\n\n${'ż'.repeat(3_000_000)}\nkwit#${last.number}`);
    const { out } = await machine.pipes(SHIPPED, { input: log });
    assert.equal(out, `#${first.number}\tlinked\n#${last.number}\tlinked\n`);
  });

  test('refuses what is no such log, and says what is missing', async () => {
    for (const log of ['abc', 'a\0b\0', 'nothing\0ada@example.com\0Fixes kwit#1\0\n'])
      assert.match((await machine.pipes(SHIPPED, { input: log })).err, /Pipe in what git log prints/);
    assert.match((await machine.pipes(SHIPPED.slice(0, 3))).err, /Say --version/);
  });
});

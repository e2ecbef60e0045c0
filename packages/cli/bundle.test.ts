import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { parseSync } from 'vite';
import type { NewToken } from '../../contract/tokens.ts';
import { startApp } from '../../server/testing/start-app.ts';
import { bundleInto } from './bundle.ts';

/** Times the CPU that Node takes to start by itself: 1.6 on the day on which this was written. */
const MOST_TO_START = 2;
/** Writes what the process has used, as it ends. */
const MEASURED =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.error((user+system)/1000)})';

describe('the kwit that is published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-bundle-'));
  const file = join(folder, 'kwit.js');
  const empty = `${folder}.js`;
  before(async () => {
    await bundleInto(folder);
    writeFileSync(join(folder, 'package.json'), '{"type":"module","version":"1.2.3"}');
  });
  after(() => {
    for (const path of [folder, empty]) rmSync(path, { recursive: true, force: true });
  });

  test('is one file that needs nothing but Node', () => {
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('js')),
      ['kwit.js'],
    );
    const text = readFileSync(file, 'utf8');
    assert.ok(text.startsWith('#!/usr/bin/env node\n'));
    const { module } = parseSync(file, text);
    const foreign = module.staticImports
      .map(({ moduleRequest }) => moduleRequest.value.replace(/^node:/, ''))
      .filter((name) => !builtinModules.includes(name));
    assert.deepEqual([foreign, module.dynamicImports], [[], []]);
  });

  // In the check, npm runs on Node 20, the oldest that the package names.
  test('works on the Node that runs npm: colours, a project, files there and back', async () => {
    const app = await startApp('sqlite');
    try {
      const { ada, dev } = await app.cast.all();
      (await dev.post('/api/projects', { name: 'Website' })).is(201);
      const { token } = (await ada.post<NewToken>('/api/tokens', { name: 'Test', scope: 'write' })).is(201);
      const env = { PATH: '', HOME: folder, KWIT_URL: app.address, KWIT_TOKEN: token };
      const types = async (...args: string[]) =>
        (await promisify(execFile)(process.env.npm_node_execpath ?? process.execPath, [file, ...args], { env })).stdout;
      const log = join(folder, 'a.log');
      writeFileSync(log, 'jam');
      const number = (await types('new', '-t', 'Printer jams', '-d', 'x', '--project', 'website', '-f', log)).trim();
      assert.match(await types('list'), /Printer jams/);
      assert.equal(await types('download', number, '--to', folder), `${join(folder, 'a (2).log')}\n`);
      assert.equal(readFileSync(join(folder, 'a (2).log'), 'utf8'), 'jam');
      assert.match(await types('--version'), /^1\.2\.3\n$/);
    } finally {
      await app.close();
    }
  });

  test('starts in less than twice the CPU that Node takes by itself', () => {
    writeFileSync(empty, '');
    const start = (program: string) => {
      const command = ['-c', '"$0" --import "$1" "$2" --help 2>&1 >/dev/null', process.execPath, MEASURED, program];
      return Number(execFileSync('sh', command, { encoding: 'utf8' }));
    };
    // In turns: a busy machine slows both down.
    const turns = Array.from({ length: 5 }, () => [start(file), start(empty)] as const);
    const [kwit, node] = [0, 1].map((at) => Math.min(...turns.map((turn) => turn[at] ?? 0)));
    assert.ok(kwit && node && kwit < MOST_TO_START * node, `${kwit} ms beside ${node} ms`);
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseSync } from 'vite';
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
  before(() => bundleInto(folder));
  after(() => {
    for (const path of [folder, empty]) rmSync(path, { recursive: true, force: true });
  });

  test('is one file that needs nothing but Node', () => {
    assert.deepEqual(readdirSync(folder), ['kwit.js']);
    const text = readFileSync(file, 'utf8');
    assert.ok(text.startsWith('#!/usr/bin/env node\n'));
    const { module } = parseSync(file, text);
    const foreign = module.staticImports
      .map(({ moduleRequest }) => moduleRequest.value.replace(/^node:/, ''))
      .filter((name) => !builtinModules.includes(name));
    assert.deepEqual([foreign, module.dynamicImports], [[], []]);
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

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseSync } from 'vite';
import { bundleInto } from './bundle.ts';

/** In milliseconds of CPU, the start of Node among them. */
const MOST_TO_START = 100;
/** Writes what the process has used, as it ends. */
const MEASURED =
  'data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();console.error((user+system)/1000)})';

describe('the kwit that is published', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-bundle-'));
  const file = join(folder, 'kwit.js');
  before(() => bundleInto(folder));
  after(() => rmSync(folder, { recursive: true }));

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

  test('starts in less than a tenth of a second of CPU', () => {
    const start = () => {
      const command = ['-c', '"$0" --import "$1" "$2" --help 2>&1 >/dev/null', process.execPath, MEASURED, file];
      return Number(execFileSync('sh', command, { encoding: 'utf8' }));
    };
    // A busy machine slows some of them down, not all.
    const best = Math.min(...Array.from({ length: 5 }, start));
    assert.ok(best > 0 && best < MOST_TO_START, `${best} ms`);
  });
});

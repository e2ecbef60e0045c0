/**
 * Runs test files in this process, one after the other: `node server/testing/run-tests.ts [--seed=<number>|--in-order]
 * [--shared=<name>] <pattern>…`. Their order is random, unless it is to be the one in which they are written. To start a
 * process takes longer than most files. Processes of the same name and temporary folder share the files: each takes the next
 * one that no other has taken. What takes long comes first, so that no process ends long after the others.
 */
import { AsyncResource } from 'node:async_hooks';
import { globSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { globalSetup, globalTeardown } from './global-setup.ts';
import { isLong, lotOf } from './long-tests.ts';
import { endAtStandstill, failIfKept } from './standstill.ts';

const { values, positionals } = parseArgs({
  options: { seed: { type: 'string' }, 'in-order': { type: 'boolean' }, shared: { type: 'string' } },
  allowPositionals: true,
});
const { seed = String(Math.trunc(Math.random() * 2 ** 31)) } = values;
/** Has a file for each that was taken; null when this process has them all. */
const taken = values.shared ? join(tmpdir(), values.shared) : null;
if (taken) mkdirSync(taken, { recursive: true });

/** The seed gives each file its place, whichever others there are. */
const placeOf = (file: string) => `${isLong(file) ? 'first' : 'then'} ${lotOf(seed, file)}`;
const waiting = globSync(positionals).sort();
if (waiting.length === 0) throw new Error(`No test file is named so: ${positionals.join(' ')}`);
if (!values['in-order']) waiting.sort((file, other) => (placeOf(file) < placeOf(other) ? -1 : 1));

/** Whether no other process has this file. */
function isOurs(file: string): boolean {
  if (!taken) return true;
  try {
    writeFileSync(join(taken, file.replaceAll(/[\\/]/g, ' ')), '', { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function nextFile(): string | undefined {
  for (let file = waiting.shift(); file; file = waiting.shift()) if (isOurs(file)) return file;
  return undefined;
}

async function runFrom(first: string): Promise<void> {
  await globalSetup();
  const random = values['in-order'] ? {} : { randomize: true, randomSeed: Number(seed) };
  const tests = run({ files: [first], isolation: 'none', ...random });
  // The tests of a file belong to none of the file before, at the end of which it is loaded.
  const outside = new AsyncResource('TestFiles', { triggerAsyncId: 0 });
  let open = 0;
  const ran = [first];
  let isLoading = false;
  const goOn = async () => {
    // A file may have no test for this database.
    while (open === 0) {
      const file = nextFile();
      if (file === undefined) return failIfKept(globalTeardown);
      ran.push(file);
      isLoading = true;
      await import(pathToFileURL(resolve(file)).href);
      isLoading = false;
    }
  };
  tests.on('test:enqueue', ({ nesting }) => {
    if (nesting === 0) open++;
  });
  tests.on('test:complete', ({ nesting }) => {
    if (nesting === 0 && --open === 0 && !isLoading) outside.runInAsyncScope(goOn);
  });
  tests.on('test:summary', ({ success }) => {
    if (success) return;
    process.exitCode = 1;
    const order = values['in-order'] ? '--in-order' : `--seed=${seed}`;
    process.stderr.write(`To run the same again: node server/testing/run-tests.ts ${order} ${ran.join(' ')}\n`);
  });
  endAtStandstill(tests, () => ran.at(-1) ?? '', globalTeardown);
  tests.once('end', globalTeardown);
  tests.compose(spec).pipe(process.stdout);
}

const first = nextFile();
if (first !== undefined) await runFrom(first);

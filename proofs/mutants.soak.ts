/** Tests the tests: breaks one defence after the other, each in one place; one of its tests must fail. Takes twenty minutes. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { databases } from '../server/testing/databases.ts';
import { MUTANTS } from './mutants/every-mutant.ts';

const project = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = ['bin', 'contract', 'packages', 'server', 'proofs', 'web/src', 'package.json'];

/** Runs test files in the copy. @returns how many tests passed and failed. */
function run(copy: string, tests: readonly string[], on: string): { passed: number; failed: number } {
  const { KWIT_SOAK: _, NODE_TEST_CONTEXT: __, ...environment } = process.env;
  const { stdout } = spawnSync(
    process.execPath,
    [
      // A test that fails halfway may leave open what it would have closed.
      ...['--test', '--test-force-exit', '--test-reporter=tap'],
      ...['--test-global-setup=server/testing/global-setup.ts', ...tests],
    ],
    { cwd: copy, encoding: 'utf8', env: { ...environment, KWIT_TEST_DATABASE: on }, maxBuffer: 1e9 },
  );
  const count = (what: string) => Number(new RegExp(`^# ${what} (\\d+)$`, 'm').exec(stdout)?.[1] ?? Number.NaN);
  return { passed: count('pass'), failed: count('fail') + count('cancelled') };
}

describe('a test fails for each broken defence', () => {
  const copy = mkdtempSync(join(tmpdir(), 'kwit-mutants-'));
  after(() => rmSync(copy, { recursive: true, force: true }));
  for (const path of SOURCES) cpSync(join(project, path), join(copy, path), { recursive: true });
  symlinkSync(join(project, 'node_modules'), join(copy, 'node_modules'));

  for (const on of databases) {
    test(`no test fails without a mutant (${on})`, () => {
      const tests = new Set(MUTANTS.filter((mutant) => (mutant.on ?? on) === on).flatMap((mutant) => mutant.tests));
      const { passed, failed } = run(copy, [...tests], on);
      assert.ok(passed > 0);
      assert.equal(failed, 0);
    });
  }

  for (const { breaks, file, from, to, tests, on = 'sqlite' } of MUTANTS.filter((mutant) =>
    databases.includes(mutant.on ?? 'sqlite'),
  )) {
    test(`${breaks} (${file})`, () => {
      const path = join(copy, file);
      const text = readFileSync(path, 'utf8');
      assert.equal(text.split(from).length, 2, 'the text to replace stands there once');
      writeFileSync(
        path,
        text.replace(from, () => to),
      );
      try {
        const { passed, failed } = run(copy, tests, on);
        // A mutant that does not even load proves nothing.
        assert.ok(passed > 0, 'the tests still run');
        assert.ok(failed > 0, 'a test fails');
      } finally {
        writeFileSync(path, text);
      }
    });
  }
});

/** Test files share a process, and are loaded one after the other. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

test('hooks stand in a describe: outside, they would run for the tests of every later file', () => {
  const files = globSync(['{contract,server,bench,proofs,packages}/**/*.test.ts'], { exclude: ['**/node_modules'] });
  const offenders = files.filter((file) => /^(before|after)(Each)?\(/m.test(readFileSync(file, 'utf8')));
  assert.deepEqual(offenders, []);
  assert.ok(files.length > 200);
});

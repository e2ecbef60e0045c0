import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { MUTANTS } from './every-mutant.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

test('the text that a mutant replaces stands in its file once, and its tests are there', () => {
  for (const { breaks, file, from, to, tests } of MUTANTS) {
    const text = readFileSync(join(project, file), 'utf8');
    assert.equal(text.split(from).length, 2, `${breaks}: ${file} has changed; let the mutant break the defence anew`);
    assert.notEqual(from, to, breaks);
    assert.ok(tests.length > 0, breaks);
    for (const path of tests) assert.ok(existsSync(join(project, path)), `${breaks}: there is no ${path}`);
  }
});

test('no two mutants break the same', () => {
  const edits = MUTANTS.map(({ file, from, to }) => JSON.stringify([file, from, to]));
  assert.equal(new Set(edits).size, edits.length);
});

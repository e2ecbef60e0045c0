import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { asksForDatabase } from './asks-for-database.ts';

test('a test asks for a database when any file that it uses does', () => {
  assert.ok(asksForDatabase('server/tickets/handling/open-ticket.api.test.ts'));
  assert.ok(!asksForDatabase('server/tickets/ticket-change.test.ts'));
});

test('each test of the API asks for one: it runs on both', () => {
  const asksForNone = globSync('{contract,server,bench,packages/{client,movers}}/**/*.api.test.ts').filter(
    (file) => !asksForDatabase(file),
  );
  assert.deepEqual(asksForNone, []);
});

test('only one file reads which database a test is to run on, so that a test that does not use it cannot know', () => {
  const reading = globSync('{contract,server,bench,proofs,packages/{client,movers}}/**/*.ts', {
    exclude: ['**/node_modules/**'],
  }).filter((file) => /env\.KWIT_TEST_DATABASE/.test(readFileSync(file, 'utf8')));
  assert.deepEqual(reading, ['server/testing/databases.ts']);
});

/**
 * A command, and a thread that imports or backs up, loads nothing that only a Kwit that serves runs: it would take 25 MB and half a
 * second for routes and schemas that it never asks.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesOf } from '../sources.ts';

const STARTS = ['server/command-line.ts', 'bin/import-thread.ts', 'bin/backup-thread.ts'];
const OF_SERVICE = /\/serving\.ts$|-routes\.ts$|^(fastify|@fastify\/.*|typebox.*|ajv.*|smtp-server|prom-client)$/;

test('a command loads no route, no schema and no server', () => {
  const sources = sourcesOf('{bin,contract,server}/**/*.ts', 'packages/{cli,kwit,markdown,movers}/**/*.ts');
  const imports = new Map(sources.map((source) => [source.path, source.imports]));
  /** Each file that is loaded, with the file that imports it first. */
  const loaders = new Map(STARTS.map((path) => [path, '']));
  for (const path of loaders.keys())
    for (const { to, isType } of imports.get(path) ?? []) if (!isType && !loaders.has(to)) loaders.set(to, path);
  assert.ok(loaders.size > 300, 'The test looks in the wrong folder.');
  const loaded = [...loaders].filter(([to]) => OF_SERVICE.test(to)).map(([to, path]) => `${path} → ${to}`);
  assert.deepEqual(loaded, [], 'Keep the operation apart from its route, and words apart from schemas.');
});

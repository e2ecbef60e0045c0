/**
 * The modules of the server: each is used by its doors alone. `index.ts` has operations; `serving.ts` has what only a Kwit that serves
 * runs: routes, workers, listeners. Stores are private: another module calls an operation. The linter says the same in the editor
 * (`noRestrictedImports`); this test counts, and holds the order of docs/architecture.md.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sourcesOf } from '../sources.ts';

const sources = sourcesOf('server/**/*.ts', 'packages/movers/**/*.ts');

/** The module that a file belongs to; nothing for the files that put the service together. */
const moduleOf = (path: string): string | undefined =>
  /^server\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('packages/movers/') ? 'movers' : undefined);
const doorsOf = (module: string): string[] =>
  ['index.ts', 'serving.ts'].map((door) => `${module === 'movers' ? 'packages' : 'server'}/${module}/${door}`);

const modules = [...new Set(sources.flatMap(({ path }) => moduleOf(path) ?? []))];

/** Each import of one module from another, or from what puts the service together. */
const arrows = sources.flatMap(({ path, imports }) =>
  imports.flatMap(({ to }) => {
    const [from, target] = [moduleOf(path), moduleOf(to)];
    return target === undefined || from === target ? [] : [{ path, to, from, target }];
  }),
);

/** The classes whose instances run queries in the transaction of a `Work`. */
const stores = sources.flatMap(({ path, text }) =>
  [...text.matchAll(/^export class (\w+) extends (?:Store|tableStore)\b/gm)].map(([, name = '']) => ({
    name,
    module: moduleOf(path),
  })),
);

describe('modules', () => {
  test('are at most sixteen, each with a door', () => {
    assert.ok(modules.length > 8 && modules.length <= 16, modules.join(', '));
    assert.deepEqual(
      modules.filter((module) => !doorsOf(module).some((door) => existsSync(door))),
      [],
    );
  });

  test('are imported by their doors only, types too', () => {
    assert.ok(arrows.length > 300, 'The test looks in the wrong folder.');
    const past = arrows.filter(({ to, target }) => !doorsOf(target).includes(to));
    assert.deepEqual(
      past.map(({ path, to }) => `${path} → ${to}`),
      [],
      'Export it from the door, if others may know it; else ask for an operation.',
    );
  });

  test('keep their stores to themselves', () => {
    assert.ok(stores.length > 30, 'The test looks in the wrong folder.');
    const open = modules.flatMap((module) => {
      const doors = doorsOf(module).filter((door) => existsSync(door));
      const door = doors.map((path) => readFileSync(path, 'utf8')).join('\n');
      return stores
        .filter(({ name }) => new RegExp(`\\b${name}\\b`).test(door))
        .map(({ name }) => `${module}: ${name}`);
    });
    assert.deepEqual(open, [], 'A store is private to its module: export an operation that asks it.');
  });

  test('use those that docs/architecture.md names before them', () => {
    const page = readFileSync('docs/architecture.md', 'utf8');
    const order = [...page.matchAll(/^\| `(?:server|packages)\/([\w-]+)\/` \|/gm)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'testing');
    assert.deepEqual([...order].sort(), [...modules].sort(), 'The table names each module once.');
    const back = arrows.filter(
      ({ from, target }) => from !== undefined && order.indexOf(target) >= order.indexOf(from),
    );
    assert.deepEqual(
      back.map(({ path, to }) => `${path} → ${to}`),
      [],
      'Ask which of the two a reader should know first; move what it needs of the other there.',
    );
  });

  test('know nothing of what puts the service together', () => {
    const up = sources.flatMap(({ path, imports }) =>
      moduleOf(path) === undefined
        ? []
        : imports.filter(({ to }) => /^server\/[^/]+\.(ts|mjs)$/.test(to)).map(({ to }) => `${path} → ${to}`),
    );
    assert.deepEqual(up, []);
  });
});

/**
 * A folder tells one story, and folders import each other in one direction. (The linter holds that files do not import each
 * other in a circle: `noImportCycles`.)
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { sourcesOf } from '../testing/sources.ts';

const sources = sourcesOf('contract/**/*.ts', 'server/**/*.ts');
const screens = sourcesOf('web/src/**/*.{ts,tsx}');
const programs = sourcesOf('packages/*/*.ts', 'packages/*/!(node_modules|dist)/*.ts');

/** The folder that holds a file. A file directly in server/ counts as a folder of its own. */
const folderOf = (path: string): string => (dirname(path) === 'server' ? path : dirname(path));
/** The same in the web app, whose files directly in web/src/ put everything together. */
const screenFolderOf = (path: string): string => (dirname(path) === 'web/src' ? path : dirname(path));
/** The same in packages/client/ and packages/cli/. */
const programFolderOf = (path: string): string => (path.split('/').length === 3 ? path : dirname(path));
/** The folder right below server/, with everything in it. */
const topFolderOf = (path: string): string => path.split('/').slice(0, 2).join('/');

/** Which groups of files import which by value, and by which imports. */
function graphOf(groupOf: (path: string) => string, of = sources): Map<string, Map<string, string[]>> {
  const graph = new Map<string, Map<string, string[]>>();
  for (const { path, imports } of of)
    for (const { to, isType } of imports) {
      const [from, target] = [groupOf(path), groupOf(to)];
      if (isType || from === target || !/^(contract|server|web|packages)\//.test(to)) continue;
      const edges = graph.get(from) ?? new Map<string, string[]>();
      graph.set(from, edges.set(target, [...(edges.get(target) ?? []), `${path} → ${to}`]));
    }
  return graph;
}

/** The imports between groups of which each leads to the other. */
function circlesIn(graph: Map<string, Map<string, string[]>>): string[] {
  const reach = (from: string): Set<string> => {
    const reached = new Set<string>();
    const open = [from];
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const target of graph.get(next)?.keys() ?? [])
        if (!reached.has(target)) {
          reached.add(target);
          open.push(target);
        }
    return reached;
  };
  const reaches = new Map([...graph.keys()].map((group) => [group, reach(group)]));
  return [...graph].flatMap(([from, edges]) =>
    [...edges].flatMap(([to, imports]) => (reaches.get(to)?.has(from) ? imports : [])),
  );
}

const INSTEAD =
  'Folders import each other in a circle. Ask which of them a reader should know first; move what it needs of the ' +
  'others there, or into a folder of its own, for which a word of the domain is missing.';

describe('folders', () => {
  test('import in one direction only', () => assert.deepEqual(circlesIn(graphOf(folderOf)), [], INSTEAD));

  test('import in one direction only with all that is in them', () =>
    assert.deepEqual(circlesIn(graphOf(topFolderOf)), [], INSTEAD));

  test('of the web app import in one direction only', () =>
    assert.deepEqual(circlesIn(graphOf(screenFolderOf, screens)), [], INSTEAD));

  test('of packages/ import in one direction only', () =>
    assert.deepEqual(circlesIn(graphOf(programFolderOf, programs)), [], INSTEAD));

  test('use those that docs/architecture.md names above them', () => {
    const drawing = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8');
    const lines = (/Each line may use the lines above it:\n\n```\n(.*?)\n```/s.exec(drawing)?.[1] ?? '').split('\n');
    const rankOf = (room: string) => lines.findIndex((line) => line.split('  ').includes(room.replace('server/', '')));
    const imports = [...graphOf(topFolderOf)].flatMap(([from, edges]) =>
      [...edges.keys()].map((to) => [from, to] as const),
    );
    const isRoom = (group: string) => group.startsWith('server/') && !group.endsWith('.ts') && !group.endsWith('.mjs');
    const between = imports.filter(([from, to]) => isRoom(from) && isRoom(to));
    assert.deepEqual(
      between.filter(([from, to]) => rankOf(to) === -1 || rankOf(from) < rankOf(to)),
      [],
      'A folder imports one that the page does not name, or names below it: change the import, or the order on the page.',
    );
  });
});

describe('a file directly in server/', () => {
  const isOutside = (path: string) => dirname(path) === 'server';

  test('is below all folders or above them all', () => {
    const below = new Set(
      sources
        .filter(({ path }) => !isOutside(path))
        .flatMap(({ imports }) => imports.filter(({ isType }) => !isType).map(({ to }) => to)),
    );
    const breaches = sources
      .filter(({ path }) => isOutside(path) && below.has(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ to, isType }) => !isType && /^server\/.*\//.test(to))
          .map(({ to }) => `${path}, which folders import, imports ${to}`),
      );
    assert.deepEqual(
      breaches,
      [],
      'What everything stands on knows no folder; what puts all together is imported by none.',
    );
  });
});

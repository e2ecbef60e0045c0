/**
 * Folders of a module stand in an order, too: none imports, for what runs, a folder that imports it, by however many others.
 * The linter refuses circles of files alone.
 */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { sourcesOf } from '../sources.ts';

/** Where circles stand for now. None is added. */
const STANDING = /^(server\/mail-in|packages\/movers\/imports)(\/|$)/;

const DOOR = /\/(index|serving)\.ts$/;

const sources = sourcesOf('server/*/**/*.ts', 'packages/movers/**/*.ts').filter(({ path }) => !DOOR.test(path));

/** The folders that each folder imports, types left out. */
const arrows = new Map<string, Set<string>>();
for (const { path, imports } of sources)
  for (const { to, isType } of imports) {
    const [from, target] = [dirname(path), dirname(to)];
    if (isType || from === target || DOOR.test(to) || !/^(server|packages\/movers)\//.test(to)) continue;
    arrows.set(from, (arrows.get(from) ?? new Set()).add(target));
  }

function reachable(from: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const ahead = [from];
  for (let folder = ahead.pop(); folder !== undefined; folder = ahead.pop())
    for (const next of arrows.get(folder) ?? [])
      if (!seen.has(next)) {
        seen.add(next);
        ahead.push(next);
      }
  return seen;
}

describe('folders', () => {
  test('are seen with what they import', () => assert.ok(arrows.size > 60, 'The test looks in the wrong folder.'));

  test('import none that imports them', () => {
    const reach = new Map([...arrows.keys()].map((folder) => [folder, reachable(folder)]));
    const circles = [...reach].flatMap(([folder, folders]) =>
      folders.has(folder) && !STANDING.test(folder) ? [folder] : [],
    );
    assert.deepEqual(circles, [], 'Move what both need to a folder that imports neither of them.');
  });
});

/** A name says what a thing is, and says it of one thing. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sourcesOf } from '../sources.ts';

const sources = sourcesOf('contract/**/*.ts', 'server/**/*.ts', 'packages/movers/**/*.ts', 'web/src/**/*.{ts,tsx}');

/** Programs for people and other programs. Each has words of its own; they know the service by its interface. */
const programs = sourcesOf('packages/{cli,client}/*.ts', 'packages/{cli,client}/!(node_modules|dist)/*.ts');

/** The web app calls an operation of the server by the operation's name: `changeTicket` means one thing on both sides. */
const isCall = (paths: readonly string[]): boolean =>
  paths.length === 2 &&
  paths.some((path) => path.startsWith('web/src/backend/')) &&
  paths.some((path) => /^(server|packages\/movers)\//.test(path));

function doublesIn(files: typeof sources): [name: string, paths: string[]][] {
  const declared = new Map<string, string[]>();
  for (const { path, exported } of files)
    for (const name of exported) declared.set(name, [...(declared.get(name) ?? []), path]);
  return [...declared].filter(([, paths]) => paths.length > 1 && !isCall(paths));
}

describe('names', () => {
  test('of files and folders are words of the domain', () => {
    const empty =
      /(^|\/)(utils?|helpers?|common|shared|misc|lib|core|base|types|constants|services|managers)(\.tsx?|\/)/;
    assert.deepEqual(
      [...sources, ...programs].map(({ path }) => path).filter((path) => empty.test(path)),
      [],
      'Such a name says nothing: a thing without a home names a missing word.',
    );
  });

  test('that are exported are nouns, or verbs of the field', () => {
    const own = /^(found|told|kept|wanted|asked|known|given)$|^(bring|hang|meet|tell|say)([A-Z]|$)/;
    const names = [...sources, ...programs].flatMap(({ exported }) => exported);
    assert.ok(names.length > 2000, 'The test looks in the wrong folder.');
    assert.deepEqual(
      names.filter((name) => own.test(name)),
      [],
      'Name a value after what it is, and an act with the verb that everybody uses for it.',
    );
  });

  test('that are exported have one meaning each', () => {
    assert.ok(programs.length > 30, 'The test looks in the wrong folder.');
    const doubles = [...doublesIn(sources), ...doublesIn(programs)];
    assert.deepEqual(
      doubles.map(([name, paths]) => `${name}: ${paths.join(', ')}`),
      [],
      'Two things have one name. Call each what it is, or declare it once and import it.',
    );
  });

  // `names.grit` does the like for local names, in the editor too. Both hold tests, proofs, stories and the bench as well.
  test('begin no comment that has no subject', () => {
    const folders = '{bench,bin,contract,demo,e2e,packages,proofs,server,web}/**/*.{ts,tsx}';
    const files = globSync(folders, { exclude: ['**/{dist,node_modules}', 'packages/client/interface.ts'] });
    assert.ok(files.length > 1900, 'The test looks in the wrong folder.');
    const begun = /(?:\/\*\*|\/\/|^ *\*) +(?:The same|What|Who|Those)\b.{0,60}/gm;
    const comments = files.flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(begun)].map(([comment]) => `${path}: ${comment.trim()}`),
    );
    assert.deepEqual(
      comments,
      [],
      'Name the thing ("The answer of a webhook"), or say who does what. A comment that repeats name and type goes.',
    );
  });
});

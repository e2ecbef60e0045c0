/**
 * Who may import whom, and who may read the environment and the clock: the rules that the linter cannot state. The others
 * stand in `biome.json`, as `noRestrictedImports`.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Source, sourcesOf } from '../testing/sources.ts';

const sources = sourcesOf('contract/**/*.ts', 'server/**/*.ts');

const isStore = (path: string) => /-(store|filter|columns)\.ts$/.test(path);
/** Whether it keeps files instead of rows of a database. */
const keepsFiles = (path: string) => /\/(file|picture)-store\.ts$/.test(path);
const SUBSCRIBERS = /^server\/(notifications|webhooks)\//;

/** Fails with the sentence for each file that breaks it. */
function holds(sentence: string, breach: (source: Source) => string | false | undefined): void {
  test(sentence, () => {
    const breaches = sources.flatMap((source) => {
      const what = breach(source);
      return what ? [`${source.path} ${what}`] : [];
    });
    assert.deepEqual(breaches, [], sentence);
  });
}

/** The first import that is wrong, in words. */
function importing({ imports }: Source, isWrong: (to: string, isType: boolean) => boolean): string | undefined {
  const wrong = imports.find(({ to, isType }) => isWrong(to, isType));
  return wrong && `imports ${wrong.to}`;
}

describe('the architecture', () => {
  test('sees the sources', () => assert.ok(sources.length > 80, 'The test looks in the wrong folder.'));

  holds(
    'a route calls operations and never a store: put the query behind an operation, or behind `work`',
    (source) =>
      source.path.endsWith('-routes.ts') &&
      importing(source, (to, isType) => isStore(to) && !keepsFiles(to) && !isType),
  );

  holds(
    'only what puts all together imports what reacts to events: react to an event by a Subscriber',
    (source) =>
      !/^server\/(app-routes|build-worker)\.ts$/.test(source.path) &&
      !SUBSCRIBERS.test(source.path) &&
      importing(source, (to) => SUBSCRIBERS.test(to) && !(source.path === 'server/stores.ts' && isStore(to))),
  );

  holds(
    'only config.ts reads the environment, and main.ts hands it over: add the variable to Config',
    (source) => source.path !== 'server/main.ts' && /process\.env/.test(source.text) && 'reads process.env',
  );

  holds(
    "only clock.ts reads the machine's clock: take the time from `work.now`, or from the clock that was handed in",
    (source) =>
      source.path !== 'server/clock.ts' &&
      /new Date\(\)|Date\.now\(\)/.test(source.text) &&
      "reads the machine's clock",
  );
});

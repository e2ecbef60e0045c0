/**
 * Only some files read the environment and the clock, which the linter cannot state. The rules of imports stand in `biome.json`, as
 * `noRestrictedImports`.
 */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Source, sourcesOf } from '../sources.ts';

const sources = sourcesOf('contract/**/*.ts', 'server/**/*.ts', 'packages/movers/**/*.ts');

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

describe('the architecture', () => {
  test('sees the sources', () => assert.ok(sources.length > 80, 'The test looks in the wrong folder.'));

  holds(
    'only config.ts reads the environment, and main.ts hands it over: add the variable to Config',
    (source) => source.path !== 'server/main.ts' && /process\.env/.test(source.text) && 'reads process.env',
  );

  holds(
    "only clock.ts reads the machine's clock: take the time from `work.now`, or from the clock that was handed in",
    (source) =>
      source.path !== 'server/platform/clock.ts' &&
      /new Date\(\)|Date\.now\(\)/.test(source.text) &&
      "reads the machine's clock",
  );
});

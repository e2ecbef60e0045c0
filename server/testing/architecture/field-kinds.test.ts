/**
 * A field that developers make is written in no module. The kinds of fields are told apart in `contract/field-words.ts`, and
 * where a value is read, written or typed: everything else asks these.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesOf } from '../sources.ts';

/** Files that read, write or show values, each of its kind. */
const PLACES = [
  'contract/field-words.ts',
  'packages/cli/fields.ts',
  'packages/movers/imports/incoming/fields-here.ts',
  // The configuration of that product has such a word.
  'packages/movers/imports/osticket/osticket-tickets.ts',
  'server/tickets/field-columns.ts',
  'server/tickets/fields/field-queries.ts',
  'server/tickets/fields/field-values.ts',
  'web/src/ticket/details/field-rows.tsx',
  'web/src/tickets/filling/field-input.tsx',
  'web/src/tickets/filling/filling.ts',
  'web/src/tickets/filling/use-chosen-fields.ts',
  'web/src/tickets/filtering/filter-bar.tsx',
];
const KIND = /(?:case|[!=]==|\[|, |\|) ?'(?:yes_no|choices?)'/;

test('kinds of fields are told apart where values are read, written or typed alone', () => {
  const sources = sourcesOf(
    ...['server/**/*.ts', 'contract/*.ts', 'packages/{cli,movers}/**/*.ts', 'web/src/**/*.ts', 'web/src/**/*.tsx'],
  );
  assert.ok(sources.length > 1000, 'The test looks in the wrong folder.');
  const users = sources.filter(({ text }) => KIND.test(text));
  assert.deepEqual(users.map(({ path }) => path).sort(), PLACES);
});

/** A column of a ticket that is no more than a value is written in few files: everything else reads `contract/ticket-fields.ts`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourcesOf } from '../sources.ts';

/** Where it is declared, and where it is typed, chosen or shown in its own way. */
const PLACES = [
  'contract/ticket-fields.ts',
  'contract/tickets.ts',
  'packages/cli/tickets.ts',
  'server/platform/database/migrations/baseline-tickets.ts',
  'server/records/ticket-tables.ts',
  'server/tickets/ticket.ts',
  'web/src/ticket/conversation/timeline.tsx',
  'web/src/ticket/details/details.tsx',
  'web/src/ticket/details/plan-fields.tsx',
  'web/src/tickets/changing/chooser.tsx',
  'web/src/tickets/changing/commands.ts',
  'web/src/tickets/changing/dialog-requests.ts',
];

/** Tasks have an estimate of their own, and movers read those of other products. */
const OTHERS = /tasks?\b|work-tables|todo\/|packages\/movers/;

test('a column of a ticket is written where it is declared, typed and shown alone', () => {
  const sources = sourcesOf(
    ...['server/**/*.ts', 'contract/*.ts', 'packages/{cli,movers}/**/*.ts', 'web/src/**/*.ts', 'web/src/**/*.tsx'],
  );
  assert.ok(sources.length > 1000, 'The test looks in the wrong folder.');
  const users = sources.filter(({ path, text }) => !OTHERS.test(path) && /\bestimated_hours\b/.test(text));
  assert.deepEqual(users.map(({ path }) => path).sort(), PLACES);
});

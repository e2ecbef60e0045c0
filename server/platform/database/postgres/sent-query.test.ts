import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';

test('the driver is the version whose own parts sent-query.ts uses', () => {
  const { version } = createRequire(import.meta.url)('pg/package.json');
  assert.equal(
    version,
    '8.23.1',
    'Read `Query.prepare` and the messages of the new version beside sent-query.ts first.',
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anEighthOf } from './long-tests.ts';

const FILES = [
  ...Array.from({ length: 30 }, (_, n) => `server/tickets/${n}.api.test.ts`),
  ...['server/access/roles.test.ts', 'proofs/crash.proof.test.ts', 'proofs/upgrades/upgrade.proof.test.ts'],
];

test('a landing runs an eighth by the seed, the same by the same, and in time all', () => {
  const seen = new Set<string>();
  for (let seed = 0; seed < 80; seed++) {
    const eighth = anEighthOf(FILES, `${seed}`, []);
    assert.equal(eighth.length, 5);
    assert.deepEqual(anEighthOf(FILES.toReversed(), `${seed}`, []).toSorted(), eighth.toSorted());
    for (const file of eighth) seen.add(file);
  }
  assert.equal(seen.size, FILES.length);
});

test('it runs what belongs to modules that changed, whatever the seed', () => {
  for (let seed = 0; seed < 80; seed++) {
    const eighth = anEighthOf(FILES, `${seed}`, ['server/access/visibility.ts', 'proofs/crash/kills.ts']);
    for (const file of FILES.slice(30)) assert.ok(eighth.includes(file), `${seed}: ${file}`);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MINUTE } from '#platform';
import { LineLimit, PER_CLIENT, PER_MINUTE } from './security-log.ts';

/** One of them causes as many lines as the others together. */
const clients = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })).map((n) => `client ${n}`);
const lines = fc.array(fc.tuple(fc.constantFrom('refused', 'wrong_code'), clients), { maxLength: 1200 });

test('a minute has so many lines of one client and of all, and what it withholds is counted', () => {
  fc.assert(
    fc.property(lines, (caused) => {
      const clock = { time: MINUTE, now: () => clock.time };
      const limit = new LineLimit(clock);
      assert.equal(limit.takeEnded(), null);
      const written = caused.filter(([event, client]) => limit.permits(event, client));
      for (const group of Map.groupBy(written, ([, client]) => client).values()) assert.ok(group.length <= PER_CLIENT);
      assert.ok(written.length <= PER_MINUTE);
      assert.equal(limit.takeEnded(), null, 'the minute still runs');
      clock.time += MINUTE;
      const withheld = Object.values(limit.takeEnded()?.counts ?? {});
      assert.equal(
        withheld.reduce((sum, count) => sum + count, 0),
        caused.length - written.length,
      );
      assert.ok(limit.permits('refused', 'client 0'), 'another minute');
    }),
  );
});

test('nobody is withheld who causes few lines, while all together cause few', () => {
  fc.assert(
    fc.property(fc.array(clients, { maxLength: PER_MINUTE }), (causing) => {
      const limit = new LineLimit({ now: () => MINUTE });
      const counts = new Map<string, number>();
      for (const client of causing) {
        const before = counts.get(client) ?? 0;
        counts.set(client, before + 1);
        assert.equal(limit.permits('refused', client), before < PER_CLIENT);
      }
    }),
  );
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { HOUR, type Instant, instant, MINUTE, SECOND, shifted } from '#platform';
import { isOfBurst, nextDigest, TOLD_ONE_BY_ONE } from './ticket-burst.ts';

const BEGAN = instant(Date.parse('2026-11-21T08:00:00.000Z'));

/** Moments in order, from the seconds between them. */
const moments = (gaps: readonly number[]): Instant[] => {
  let at = BEGAN;
  return gaps.map((seconds) => {
    at = shifted(at, seconds * SECOND);
    return at;
  });
};
const reported = fc.array(fc.oneof(fc.nat(5), fc.nat(90), fc.nat(3600)), { maxLength: 120 }).map(moments);
const ofBurst = (all: readonly Instant[], index: number) =>
  isOfBurst({ created_at: all[index] ?? BEGAN, earlier_at: all[index - TOLD_ONE_BY_ONE] ?? null });
const isWithin = (from: Instant, at: Instant, milliseconds: number) => at >= from && at < shifted(from, milliseconds);

describe('new tickets', () => {
  test('have at most 20 mails in any 10 minutes', () => {
    fc.assert(
      fc.property(reported, (all) => {
        const mailed = all.filter((_, index) => !ofBurst(all, index));
        for (const from of mailed)
          assert.ok(mailed.filter((at) => isWithin(from, at, 10 * MINUTE)).length <= TOLD_ONE_BY_ONE);
      }),
    );
  });

  test('have a mail each while there are no more than 20 in 10 minutes', () => {
    fc.assert(
      fc.property(reported, (all) => {
        for (const [index, at] of all.entries()) {
          const before = all.slice(0, index).filter((earlier) => isWithin(earlier, at, 10 * MINUTE)).length;
          if (before < TOLD_ONE_BY_ONE) assert.ok(!ofBurst(all, index));
        }
      }),
    );
  });
});

/** The digests of a burst, when somebody looks at every moment: each with its pause and the tickets that it tells of. */
function digestsOf(all: readonly Instant[]) {
  const made: { until: Instant; pause_minutes: number; tells: Instant[] }[] = [];
  let waiting = [...all];
  for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
    const next = nextDigest(first, made.at(-1) ?? null);
    made.push({ ...next, tells: waiting.filter((at) => at <= next.until) });
    waiting = waiting.filter((at) => at > next.until);
  }
  return made;
}

describe('digests of a burst', () => {
  test('tell of each ticket once, within an hour', () => {
    fc.assert(
      fc.property(reported, (all) => {
        const made = digestsOf(all);
        assert.deepEqual(
          made.flatMap(({ tells }) => tells),
          all,
        );
        for (const { until, tells } of made) for (const at of tells) assert.ok(until <= shifted(at, HOUR));
      }),
    );
  });

  test('come ever more seldom while the burst goes on, and soon again after a pause without tickets', () => {
    fc.assert(
      fc.property(reported, (all) => {
        const made = digestsOf(all);
        for (const [index, { until, pause_minutes, tells }] of made.entries()) {
          const last = made[index - 1];
          const goesOn = last && isWithin(last.until, tells[0] ?? '', last.pause_minutes * MINUTE);
          assert.equal(pause_minutes, goesOn ? Math.min(2 * last.pause_minutes, 60) : 10);
          if (last) assert.ok(until >= shifted(last.until, pause_minutes * MINUTE));
        }
      }),
    );
  });

  test('of somebody who reports for hours come after 10, 20, 40 and then every 60 minutes', () => {
    const all = moments(Array.from({ length: 5 * 60 }, () => 60));
    assert.deepEqual(
      digestsOf(all).map(({ pause_minutes }) => pause_minutes),
      [10, 20, 40, 60, 60, 60, 60],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { databases, ownDatabase, poolerOf } from '#testing/databases.ts';
import { DAY, SECOND, systemClock } from '../../clock.ts';
import { openDatabase } from '../migrations/open-database.ts';
import { ServerClock } from './postgres.ts';

/** When a test begins, by the timer and by the machine's clock. */
const begin = () => ({ timer: performance.now(), machine: systemClock.now() });

describe('the time of the server', () => {
  test('stays the time of the machine where an answer does not contradict it', () => {
    const clock = new ServerClock();
    const { timer, machine } = begin();
    clock.correct(machine + 50, timer - 100, timer + 100);
    assert.ok(Math.abs(clock.now() - systemClock.now()) < SECOND);
  });

  test('is that of the server, whatever the machine says, and never further off than an answer took', () => {
    const apart = fc.integer({ min: -400 * DAY, max: 400 * DAY });
    fc.assert(
      fc.property(fc.array(apart, { minLength: 1 }), fc.integer({ min: 0, max: 7000 }), (differences, took) => {
        const clock = new ServerClock();
        for (const difference of differences) {
          const { timer, machine } = begin();
          clock.correct(machine + difference, timer - took, timer);
          const apartNow = clock.now() - (systemClock.now() + difference);
          assert.ok(apartNow >= -SECOND && apartNow <= took + SECOND, `${apartNow}`);
        }
      }),
    );
  });
});

if (databases.includes('postgres'))
  test('nodes on PostgreSQL take its time, also where their machine is a day ahead', async (t) => {
    const own = await ownDatabase('postgres');
    t.after(() => own.drop());
    const { pooler, directUrl } = poolerOf(own.url);
    const database = await openDatabase({ dataDir: '', databaseUrl: own.url, pooler, directUrl }, systemClock.now());
    t.after(() => database.close());
    t.mock.timers.enable({ apis: ['Date'], now: systemClock.now() + DAY });
    const clock = await database.sharedClock();
    assert.ok(systemClock.now() - clock.now() > DAY - 10 * SECOND);
  });

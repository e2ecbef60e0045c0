import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contextOf, instant, mayStandBeside, newId, SECOND } from '#platform';
import { databases } from '#testing/databases.ts';
import { onEachDatabaseAnew, startApp } from '#testing/start-app.ts';
import { NodeStore } from './node-store.ts';
import { refuseBesideOthers, SignOfLife } from './nodes.ts';

const CHANGE = '9999-a-change';
const MANNER = { version: '1.2.0', previous: '1.1.0', whileRunning: false };

onEachDatabaseAnew('a node', (app) => {
  const nodes = () => app().runner.read(contextOf('test'), (work) => work.of(NodeStore).lastSeen());

  test('says that it lives, forgets those that said nothing for a minute, and is gone once it stopped', async () => {
    const { runner, clock } = app();
    const [old, node] = [newId(), newId()];
    const made = { version: '1.1.0', started_at: instant(clock.now()) };
    const [first, second] = [
      new SignOfLife(runner, { id: old, ...made }),
      new SignOfLife(runner, { id: node, ...made }),
    ];
    await first.runDue();
    clock.advance(59 * SECOND);
    await second.runDue();
    assert.deepEqual(
      (await nodes()).map(({ id }) => id),
      [node, old],
    );
    clock.advance(2 * SECOND);
    await second.runDue();
    assert.deepEqual(await nodes(), [{ id: node, ...made, seen_at: instant(clock.now()) }]);
    await second.stop();
    assert.deepEqual(await nodes(), []);
  });
});

if (databases.includes('postgres'))
  test('a schema is not changed while a node of another version lives', async (t) => {
    const app = await startApp('postgres');
    t.after(() => app.close());
    const { runner, clock, database } = app;
    const seen = (version: string, secondsAgo: number) =>
      runner.write(contextOf('test'), async (work) => {
        const at = instant(clock.now() - secondsAgo * SECOND);
        await work.of(NodeStore).forget({ before: instant(clock.now() + SECOND) });
        await work.of(NodeStore).add({ id: newId(), version, started_at: at, seen_at: at });
      });
    const change = (manner = {}, missing = CHANGE) =>
      database.write((connection) => refuseBesideOthers(connection, [missing], { ...MANNER, ...manner }, clock));
    await seen('1.1.0', 59);
    await assert.rejects(change(), {
      name: 'StartRefused',
      message: /node [0-9a-f-]{36}, Kwit 1\.1\.0, seen at 2026-/,
    });
    await change({ version: '1.1.0' });
    await change({ whileRunning: true });
    await assert.rejects(
      change({ whileRunning: true }, '0050-teams'),
      /do not allow it to go on, --while-running or not/,
    );
    await seen('1.1.0', 61);
    await change();
    await seen('1.2.0', 1);
    await change();
  });

test('UPGRADING.json says which versions may stand beside which', () => {
  const items = [{ version: '1.2.0', must: false, text: 'More.', beside: ['1.1.0', '1.0.0'] }];
  assert.equal(mayStandBeside(items, '1.2.0', '1.0.0'), true);
  assert.equal(mayStandBeside(items, '1.2.0', '0.1.0'), false);
  assert.equal(mayStandBeside(items, '1.3.0', '1.1.0'), false);
});

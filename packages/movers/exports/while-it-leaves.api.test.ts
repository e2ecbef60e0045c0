import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import { SECOND } from '#platform';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';

/** Longer than what the system keeps of a connection that nobody reads: 500 tickets of 40 KB are the first page of a table. */
const TICKETS = 510;
const LONG = '🙂'.repeat(10_000);

/** Begins to read something and reads no further than its head. */
async function begin(t: TestContext, { address, token }: Player, path: string) {
  const sent = request(address + path, { headers: { authorization: `Bearer ${token}` }, agent: false });
  t.after(() => sent.destroy());
  sent.on('error', () => {}).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  assert.equal(answer.statusCode, 200);
  return {
    /** Reads what else there is. @returns whether it came to its end. */
    async rest(): Promise<boolean> {
      try {
        for await (const _ of answer);
        return true;
      } catch {
        return false;
      }
    },
  };
}

async function opensMany(reporter: Player, count: number): Promise<void> {
  for (let opened = 0; opened < count; opened += 30)
    await Promise.all(Array.from({ length: 30 }, () => reporter.opens({ description: LONG })));
}

/** Dev, in a Kwit with many long tickets. */
async function manyTickets({ cast }: App): Promise<Player> {
  const { ada, dev } = await cast.all();
  const { count } = (await dev.get<{ count: number }>('/api/tickets/count')).is(200);
  await opensMany(ada, TICKETS - count);
  return dev;
}

const WAYS_TO_LOSE: Readonly<Record<string, (dev: Player, who: Player) => Promise<unknown>>> = {
  'are no developer any more': async (dev, { id }) => (await dev.patch(`/api/users/${id}`, { role: 'user' })).is(200),
  'are deactivated': async (dev, { id }) => (await dev.patch(`/api/users/${id}`, { is_active: false })).is(200),
  'have signed out': async (_, who) => (await who.post('/api/auth/logout')).is(204),
};

onEachDatabase('what somebody takes along', (app) => {
  for (const [why, lose] of Object.entries(WAYS_TO_LOSE))
    for (const path of ['/api/tickets.csv', '/api/export'])
      test(`is cut off once they ${why}: ${path}`, async (t) => {
        const dev = await manyTickets(app());
        const who = await app().cast.newDeveloper();
        const begun = await begin(t, who, path);
        await lose(dev, who);
        assert.equal(await begun.rest(), false);
      });

  for (const path of ['/api/tickets.csv', '/api/export'])
    test(`is cut off once they have lost a sealed project: ${path}`, async (t) => {
      const dev = await manyTickets(app());
      const [lead, who] = [await app().cast.newDeveloper(), await app().cast.newDeveloper()];
      const team = (await lead.post<Team>('/api/teams', { name: `HR ${path}` })).is(201);
      (await lead.put(`/api/teams/${team.id}/members/${who.id}`, {})).is(204);
      const draft = { name: `Files ${path}`, sealed: true, teams: [{ team_id: team.id, level: 'work' }] };
      (await lead.post<Project>('/api/projects', draft)).is(201);
      const begun = await begin(t, who, path);
      (await lead.delete(`/api/teams/${team.id}/members/${who.id}`)).is(204);
      assert.equal(await begun.rest(), false);
      assert.equal(await (await begin(t, dev, path)).rest(), true);
    });

  test('is cut off once they have signed out, also what is kept about themselves', async (t) => {
    const who = await app().cast.guest();
    await opensMany(who, 300);
    const begun = await begin(t, who, '/api/auth/me/data.tar');
    (await who.post('/api/auth/logout')).is(204);
    assert.equal(await begun.rest(), false);
  });

  test('holds no transaction, however slowly it is read', async (t) => {
    const dev = await manyTickets(app());
    await begin(t, dev, '/api/export');
    await begin(t, dev, '/api/tickets.csv');
    assert.equal(await heldTransactions(app()), 0);
  });

  test('is cut off when it is read more slowly than 64 KB a second for a minute', { timeout: 60_000 }, async (t) => {
    const dev = await manyTickets(app());
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const begun = await begin(t, dev, '/api/tickets.csv');
    for (let seconds = 0; seconds < 120; seconds++) {
      t.mock.timers.tick(SECOND);
      await turn();
    }
    assert.equal(await begun.rest(), false);
  });
});

/** How many transactions keep the database from forgetting what was before them. */
async function heldTransactions({ dataDir, databaseUrl }: App): Promise<number> {
  if (databaseUrl === null || databaseUrl === undefined) {
    using file = new DatabaseSync(join(dataDir, 'kwit.db'));
    return Number(file.prepare('pragma wal_checkpoint(truncate)').get()?.busy);
  }
  const asking = new pg.Client(databaseUrl);
  await asking.connect();
  const { rows } = await asking.query(
    `select count(*)::int as held from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
  );
  await asking.end();
  return rows[0].held;
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';

type Named = { readonly id: string };

const run = ({ database }: App, sql: string) => database.write((connection) => connection.run({ sql, parameters: [] }));

async function isAppointed({ database }: App, ticket: Named, person: Named): Promise<boolean | null> {
  const sql = `select appointed from ticket_people where ticket_id = '${ticket.id}' and user_id = '${person.id}'`;
  const [row] = await database.read((connection) => connection.rows<{ appointed: unknown }>({ sql, parameters: [] }));
  return row === undefined ? null : Boolean(row.appointed);
}

/** A row as a version before writes it, beside this one or into its export. */
const addsAsBefore = (app: App, ticket: Named, by: Named, person: Named) =>
  run(
    app,
    `insert into ticket_people (ticket_id, user_id, added_by, added_at)
      values ('${ticket.id}', '${person.id}', '${by.id}', '2031-01-01T00:00:00.000Z')`,
  );

onEachDatabase('a person on a ticket', (app) => {
  test('is appointed by a worker, who adds them or confirms whom the reporter added', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const path = (person: Player) => `/api/tickets/${ticket.id}/people/${person.id}`;
    (await ada.put(path(ewa))).is(204);
    (await dev.put(path(jan))).is(204);
    assert.deepEqual([await isAppointed(app(), ticket, ewa), await isAppointed(app(), ticket, jan)], [false, true]);
    (await ada.put(path(jan))).is(204);
    (await dev.put(path(ewa))).is(204);
    assert.deepEqual([await isAppointed(app(), ticket, ewa), await isAppointed(app(), ticket, jan)], [true, true]);
  });

  test('whom a version before added is appointed unless a reporter did who did not work on it then', async () => {
    const { ada, jan, dev, ewa } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const after = async (ticket: Named, by: Named, person: Named = jan) => {
      await addsAsBefore(app(), ticket, by, person);
      return isAppointed(app(), ticket, person);
    };
    const hers = await ada.opens();
    assert.equal(await after(hers, ada), false);
    assert.equal(await after(hers, dev, ewa), true);

    const restricted = await ewa.opens();
    (await dev.patches(restricted, { restricted: true })).is(200);
    assert.equal(await after(restricted, ewa), false);
    assert.equal(await after(restricted, dev, ada), true);
    (await dev.patches(restricted, { assignee_id: dev.id })).is(200);
    assert.equal(await after(await ewa.opens(), ewa), true);

    const team = (await lena.post<Team>('/api/teams', { name: `HR ${lena.id.slice(-6)}` })).is(201);
    const draft = { name: `Files ${lena.id.slice(-6)}`, sealed: true, teams: [{ team_id: team.id, level: 'work' }] };
    const project = (await lena.post<Project>('/api/projects', draft)).is(201);
    assert.equal(await after(await ewa.opens({ project_id: project.id }), ewa), false);
    assert.equal(await after(await lena.opens({ project_id: project.id }), lena), true);
    const led = await lena.opens({ project_id: project.id });
    await run(app(), `update tickets set restricted = true where id = '${led.id}'`);
    assert.equal(await after(led, lena), true);
  });
});

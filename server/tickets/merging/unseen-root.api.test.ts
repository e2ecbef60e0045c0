import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Label } from '#contract/labels.ts';
import type { OutboxEntryDetail } from '#contract/outbox.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const NOTHING = { id: null, number: null };

/** Lena leads the team of a sealed project, in which Ada has reported. Dev works in the open. */
async function department({ cast }: App) {
  const { ada, jan, dev, ewa } = await cast.all();
  const lena = await cast.newDeveloper();
  const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
  const teams = [{ team_id: team.id, level: 'work' }];
  const project = (await lena.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
  return { ada, jan, dev, ewa, lena, project };
}

type One = { readonly id: string };
const detail = async (person: Player, ticket: One): Promise<TicketDetail> => (await person.reads(ticket)).is(200);
const join = (person: Player, source: One, into: One, more: object = {}) =>
  person.post(`/api/tickets/${source.id}/merge`, { into: into.id, mode: 'join', ...more });

onEachDatabaseAnew('a ticket that others do not see', (app) => {
  test('is named to nobody by one that was joined to it', async () => {
    const { ada, dev, lena, project } = await department(app());
    const [source, root] = [await ada.opens(), await ada.opens({ project_id: project.id })];
    (await join(lena, source, root)).is(200);
    assert.deepEqual((await detail(lena, source)).merged_into, { id: root.id, number: root.number });
    assert.deepEqual((await detail(ada, source)).merged_into, { id: root.id, number: root.number });
    const seen = await detail(dev, source);
    assert.deepEqual(seen.merged_into, NOTHING);
    assert.ok(seen.history.every(({ field }) => field !== 'merged_into'));
    assert.ok((await detail(lena, source)).history.some(({ field }) => field === 'merged_into'));
    const [row] = (await dev.lists(`?merged=1&number=${source.number}&view=row`)).is(200);
    assert.deepEqual(row?.merged_into, NOTHING);
    assert.equal(seen.comments.at(-1)?.content, 'Continued in …');
    assert.equal((await detail(ada, source)).comments.at(-1)?.content, `Continued in #${root.number}`);
    assert.ok(!JSON.stringify(seen).includes(root.id));
    const page = await fetch(`${app().address}/t/${source.number}`, { redirect: 'manual' });
    assert.equal(page.headers.get('location'), null);
  });

  test('is named in no mail to who does not see it any more', async () => {
    const { ada, jan, lena, project } = await department(app());
    const [source, root] = [await jan.opens(), await ada.opens({ project_id: project.id })];
    const firstLine = async (): Promise<string | undefined> => {
      while ((await app().worker.runOnce()).claimed > 0);
      return app()
        .mailbox.list()
        .find(({ to }) => to === jan.user.email)
        ?.text.split('\n')[0];
    };
    const { name } = lena.user;
    (await join(lena, source, root, { tell_reporters: true })).is(200);
    assert.equal(await firstLine(), `${name} joined your ticket to #${root.number}: it continues there.`);
    (await lena.post(`/api/tickets/${source.id}/unmerge`, {})).is(200);
    assert.equal(await firstLine(), `${name} took your ticket out of another one: it is on its own again.`);
  });

  test('is where nothing can be written by way of what was joined to it, as can says', async () => {
    const { ada, jan, dev, lena, project } = await department(app());
    const [source, root] = [await ada.opens(), await ada.opens({ project_id: project.id })];
    (await lena.put(`/api/tickets/${source.id}/people/${jan.id}`)).is(204);
    (await join(lena, source, root)).is(200);
    (await lena.delete(`/api/tickets/${root.id}/people/${jan.id}`)).is(204);
    for (const person of [dev, jan]) {
      const { can } = await detail(person, source);
      assert.deepEqual(Object.values(can).filter(Boolean), []);
      (await person.comments(source, 'Hello?')).isRefused(404, 'ticket_not_found');
    }
    const works = (await detail(lena, source)).can;
    assert.deepEqual(
      [works.comment, works.comment_internally, works.attach, works.link, works.edit, works.close],
      [true, true, true, true, false, false],
    );
    const closing = { status: 'closed', closure_summary: 'Done.' };
    (await lena.patches(root, closing)).is(200);
    assert.equal((await detail(ada, source)).can.reopen, true);
    (await ada.post(`/api/tickets/${source.id}/reopen`, { content: 'It is not.' })).is(200);
    assert.equal((await detail(ada, source)).can.reopen, false);
  });

  test('is no origin of what came along from it, and no neighbour', async () => {
    const { ada, jan, dev, lena, project } = await department(app());
    const [source, root, open] = [await ada.opens({ project_id: project.id }), await ada.opens(), await jan.opens()];
    (await ada.comments(source, 'It still jams.')).is(201);
    const url = 'https://status.example.com/';
    (await lena.post(`/api/tickets/${source.id}/external-references`, { ref_type: 'other', url })).is(201);
    (await join(lena, source, root, { confirm: true })).is(200);
    const lead = await jan.opens({ project_id: project.id });
    (await join(lena, open, lead, { mode: 'beside' })).is(200);
    const [seen, whole] = [await detail(dev, root), await detail(lena, root)];
    for (const part of ['comments', 'external_references'] as const) {
      assert.deepEqual(seen[part][0]?.merged_from, NOTHING);
      assert.deepEqual(whole[part][0]?.merged_from, { id: source.id, number: source.number });
    }
    assert.deepEqual((await detail(dev, open)).beside, []);
    for (const [ticket, hidden] of [
      [root, source],
      [open, lead],
    ] as const) {
      const text = JSON.stringify((await detail(dev, ticket)).history);
      assert.ok(!text.includes(`#${hidden.number}`));
      assert.ok(JSON.stringify((await detail(lena, ticket)).history).includes(`#${hidden.number}`));
    }
  });

  test('is not in the payloads of events of tickets that they see', async () => {
    const { ada, dev, lena, project } = await department(app());
    const [source, root] = [await ada.opens(), await ada.opens({ project_id: project.id })];
    (await join(lena, source, root)).is(200);
    const merged = async (person: Player): Promise<OutboxEntryDetail | undefined> =>
      (await person.eventsOf(source)).find(({ event_name }) => event_name === 'ticket.merged');
    assert.deepEqual((await merged(lena))?.payload, {
      ...{ ticket_id: source.id, number: source.number, mode: 'join' },
      ...{ into_id: root.id, into_number: root.number },
    });
    assert.deepEqual((await merged(dev))?.payload, {
      ...{ ticket_id: source.id, number: source.number, mode: 'join' },
      ...{ into_id: null, into_number: null },
    });
  });
});

onEachDatabaseAnew('a sealed project that a ticket has left', (app) => {
  test('is named to nobody who does not see it, by its history or its first event', async () => {
    const { ada, dev, lena, project } = await department(app());
    const ticket = await ada.opens({ project_id: project.id });
    const moves = async (person: Player) =>
      (await detail(person, ticket)).history.flatMap((entry) =>
        entry.field === 'project_id' ? [[entry.old_value, entry.new_value]] : [],
      );
    const { id } = (await dev.post<Project>('/api/projects', { name: 'Open' })).is(201);
    const label = (await lena.post<Label>('/api/labels', { name: 'Dismissals', project_id: project.id })).is(201);
    (await lena.patches(ticket, { labels: [label.id] })).is(200);
    (await lena.patches(ticket, { project_id: id, confirm: true })).is(200);
    const isLabelled = async (person: Player) =>
      JSON.stringify((await detail(person, ticket)).history).includes('Dism');
    assert.deepEqual([await isLabelled(lena), await isLabelled(dev)], [true, false]);
    assert.deepEqual(await moves(lena), [[project.id, id]]);
    for (const person of [ada, dev]) assert.deepEqual(await moves(person), [[null, id]]);
    const [created] = await dev.eventsOf(ticket);
    assert.equal(created?.payload.project_id, null);
    const [whole] = await lena.eventsOf(ticket);
    assert.equal(whole?.payload.project_id, project.id);
    (await lena.patches(ticket, { project_id: project.id })).is(200);
    assert.deepEqual((await moves(ada)).at(-1), [id, project.id]);
    (await lena.patches(ticket, { project_id: null, confirm: true })).is(200);
    assert.deepEqual(await moves(ada), [
      [null, id],
      [id, null],
      [null, null],
    ]);
    (await lena.patches(ticket, { project_id: project.id })).is(200);
    (await lena.delete(`/api/projects/${project.id}?confirm=1`)).is(204);
    assert.deepEqual((await moves(dev)).at(-1), [null, null]);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '#contract/answers.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

/** Lena leads who works in a sealed project, Rob reads it, Ada and Dev have reported into it. */
async function department({ cast }: App) {
  const { ada, jan, dev, ewa } = await cast.all();
  const [lena, rob] = [await cast.newDeveloper(), await cast.newDeveloper()];
  const team = async (lead: Player, name: string) => (await lead.post<Team>('/api/teams', { name })).is(201).id;
  const teams = [
    { team_id: await team(lena, 'HR'), level: 'work' },
    { team_id: await team(rob, 'Law'), level: 'read' },
  ];
  const project = (await lena.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
  const adas = await ada.opens({ title: 'Marmalade', description: 'Spread on toast.', project_id: project.id });
  const devs = await dev.opens({ title: 'Marmalade again', project_id: project.id });
  const open = await ada.opens({ title: 'Marmalade of everybody' });
  return { ada, jan, dev, ewa, lena, rob, project, adas, devs, open };
}

const numbersOf = (...tickets: { number: number }[]) => tickets.map(({ number }) => number).sort((a, b) => a - b);

async function finds(person: Player, q: string, more = ''): Promise<number[]> {
  return numbersOf(...(await person.lists(`?q=${encodeURIComponent(q)}${more}`)).is(200));
}

/** Asks in each of the ways in which words are looked for. */
async function findsEachWay(person: Player, word: string, ...tickets: { number: number }[]): Promise<void> {
  for (const q of [word, word.slice(0, 5), `"${word}"`])
    for (const order of ['', '&sort=updated_at', '&sort=awaiting_reply_since'])
      assert.deepEqual(await finds(person, q, order), numbersOf(...tickets), `${q}${order}`);
}

onEachDatabaseAnew('a search of what only some see', (app) => {
  test('finds in a sealed project what the reader sees of it, and nothing for anybody else', async () => {
    const { ada, dev, ewa, lena, rob, adas, devs, open } = await department(app());
    for (const person of [lena, rob]) await findsEachWay(person, 'marmalade', adas, devs, open);
    await findsEachWay(ada, 'marmalade', adas, open);
    await findsEachWay(dev, 'marmalade', devs, open);
    await findsEachWay(ewa, 'marmalade', open);
    assert.deepEqual(await finds(lena, '"spread on toast"'), [adas.number]);
    assert.deepEqual(await finds(lena, '"marmalade spread"'), []);
    assert.deepEqual([await finds(lena, `${adas.number}`), await finds(ewa, `${adas.number}`)], [[adas.number], []]);
    (await lena.comments(adas, { content: 'Wallpaper', is_internal: true })).is(201);
    (await lena.comments(devs, { content: 'Wallpaper', is_internal: true })).is(201);
    await findsEachWay(lena, 'wallpaper', adas, devs);
    for (const person of [ada, dev, ewa]) await findsEachWay(person, 'wallpaper');
  });

  test('finds a restricted ticket for those whom it names', async () => {
    const { ada, jan, dev, ewa, lena, rob, adas, open } = await department(app());
    (await lena.patches(adas, { restricted: true })).is(200);
    (await lena.comments(adas, { content: 'Wallpaper', is_internal: true })).is(201);
    await findsEachWay(lena, 'wallpaper', adas);
    await findsEachWay(rob, 'toast');
    for (const person of [jan, ewa]) (await lena.put(`/api/tickets/${adas.id}/people/${person.id}`)).is(204);
    await findsEachWay(ewa, 'wallpaper', adas);
    assert.deepEqual(await finds(jan, 'toast', '&participating=1'), [adas.number]);
    assert.deepEqual(await finds(jan, 'wallpaper', '&participating=1'), []);
    await findsEachWay(ada, 'toast', adas);
    (await dev.patches(open, { assignee_id: dev.id })).is(200);
    (await dev.patches(open, { restricted: true })).is(200);
    assert.deepEqual(await finds(dev, 'everybody'), [open.number]);
    assert.deepEqual(await finds(ewa, 'everybody'), []);
    (await dev.patches(open, { restricted: false, confirm: true })).is(200);
    assert.deepEqual(await finds(ewa, 'everybody'), [open.number]);
  });

  test('follows a ticket that is moved and a project that is sealed, opened and removed', async () => {
    const { ewa, dev, lena, project, adas, devs, open } = await department(app());
    (await lena.patches(open, { project_id: project.id, title: 'Honey of everybody' })).is(200);
    assert.deepEqual([await finds(ewa, 'honey'), await finds(lena, 'honey')], [[], [open.number]]);
    (await lena.patches(open, { project_id: null, confirm: true })).is(200);
    assert.deepEqual(await finds(ewa, 'honey'), [open.number]);
    const path = `/api/projects/${project.id}`;
    (await lena.patch(path, { sealed: false, confirm: true })).is(200);
    assert.deepEqual(await finds(ewa, 'marmalade'), numbersOf(adas, devs));
    (await lena.patch(path, { sealed: true })).is(200);
    assert.deepEqual([await finds(ewa, 'marmalade'), await finds(dev, 'marmalade')], [[], [devs.number]]);
    (await lena.patches(adas, { status: 'closed', closure_summary: 'Apricots.' })).is(200);
    const similar = async (person: Player) =>
      (await person.get<{ id: string }[]>('/api/tickets/similar?title=marmalade%20toast%20apricots')).is(200).length;
    assert.deepEqual([await similar(lena), await similar(ewa)], [1, 0]);
    (await lena.delete(`${path}?confirm=1`)).is(204);
    assert.deepEqual(await finds(ewa, 'marmalade'), numbersOf(adas, devs));
    assert.deepEqual(await similar(ewa), 1);
  });

  test('finds an answer for who sees its ticket, and for all once it is shared', async () => {
    const { ada, dev, ewa, lena, rob, adas } = await department(app());
    (await lena.patches(adas, { status: 'closed', closure_summary: 'Apricots are in the cellar.' })).is(200);
    const hits = async (person: Player) => (await person.get<Answer[]>('/api/answers?q=apricots')).is(200).length;
    assert.deepEqual(await Promise.all([lena, rob, ada, dev, ewa].map(hits)), [1, 1, 1, 0, 0]);
    const [answer] = (await lena.get<Answer[]>('/api/answers?q=apricots')).is(200);
    (await lena.patch(`/api/tickets/${adas.id}/comments/${answer?.id}`, { is_shared: true })).is(200);
    assert.deepEqual(await Promise.all([lena, rob, dev, ewa].map(hits)), [1, 1, 1, 1]);
  });
});

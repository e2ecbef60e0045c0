import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import type { TicketTemplate } from '#contract/templates.ts';
import { HOUR } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const TEMPLATES = '/api/ticket-templates';

const adds = (player: Player, draft: object = {}) =>
  player.post<TicketTemplate>(TEMPLATES, { name: 'Printer trouble', ...draft });
const changes = (player: Player, { id }: { id: string }, body: object) =>
  player.patch<TicketTemplate>(`${TEMPLATES}/${id}`, body);
const reads = async (player: Player, { id }: { id: string }) =>
  (await player.get<TicketTemplate>(`${TEMPLATES}/${id}`)).is(200);
const lists = async (player: Player, query = '') => (await player.get<TicketTemplate[]>(TEMPLATES + query)).is(200);
const addsProject = async (player: Player) =>
  (await player.post<Project>('/api/projects', { name: 'Intranet' })).is(201);

onEachDatabase('a ticket template', (app) => {
  test('is added and changed by developers, and read by all', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const { id, ...template } = (await adds(dev, { name: ' Printer trouble ' })).is(201);
    const now = new Date(clock.now()).toISOString();
    assert.deepEqual(template, {
      name: 'Printer trouble',
      project_id: null,
      project_name: null,
      category: 'other',
      urgency_reporter: 'normal',
      title_template: '',
      description_template: '',
      checklist_items: [],
      fields: {},
      is_active: true,
      created_at: now,
      updated_at: now,
    });
    clock.advance(HOUR);
    const body = {
      name: 'Paper trouble',
      project_id: (await addsProject(dev)).id,
      category: 'bug',
      urgency_reporter: 'high',
      title_template: 'Printer on floor … jams',
      description_template: 'Which display?\n\nSince when?',
      checklist_items: ['Printed a page', 'Told the floor'],
    };
    const changed = (await changes(dev, { id }, body)).is(200);
    const updated_at = new Date(clock.now()).toISOString();
    assert.deepEqual(changed, { ...template, ...body, id, project_name: 'Intranet', updated_at });
    const seen = (await lists(ada)).find((row) => row.id === id);
    assert.deepEqual(seen, changed);
    assert.deepEqual(await reads(ada, { id }), changed);
    for (const answer of [
      await adds(ada),
      await changes(ada, { id }, { name: 'Mine' }),
      await ada.delete(`${TEMPLATES}/${id}`),
    ])
      answer.isRefused(403, 'forbidden');
    (await app().stranger.get(TEMPLATES)).isRefused(401, 'unauthorized');
  });

  test('is as it was after a change that changes nothing', async () => {
    const { cast, clock } = app();
    const dev = await cast.dev;
    const { id: project_id } = await addsProject(dev);
    const {
      created_at: _,
      updated_at: __,
      ...all
    } = (await adds(dev, { project_id, checklist_items: ['One'] })).is(201);
    clock.advance(HOUR);
    const { id, project_name: ___, ...body } = all;
    const answered = (await changes(dev, { id }, body)).is(200);
    assert.deepEqual([answered.updated_at, answered.checklist_items], [answered.created_at, ['One']]);
    const emptied = (await changes(dev, { id }, { checklist_items: [], project_id: null })).is(200);
    assert.deepEqual([emptied.checklist_items, emptied.project_id], [[], null]);
    assert.notEqual(emptied.updated_at, emptied.created_at);
  });

  test('keeps to its bounds', async () => {
    const dev = await app().cast.dev;
    const steps = (length: number, step = 'Done') => Array.from({ length }, () => step);
    const right = { name: '𝒳'.repeat(120), title_template: '𝒳'.repeat(300), description_template: 'd'.repeat(20_000) };
    const { id } = (await adds(dev, { ...right, checklist_items: steps(12, '𝒳'.repeat(300)) })).is(201);
    const wrong: object[] = [
      { name: '' },
      { name: ' ' },
      { name: 'n'.repeat(121) },
      { title_template: 't'.repeat(301) },
      { description_template: 'd'.repeat(20_001) },
      { description_template: null },
      { category: 'incident' },
      { urgency_reporter: null },
      { checklist_items: steps(13) },
      { checklist_items: 'Done' },
      { is_active: 1 },
      { project_id: 'x' },
      { created_at: '2026-11-21T03:44:00.000Z' },
    ];
    for (const draft of wrong) {
      assert.deepEqual((await adds(dev, draft)).isInvalid(), Object.keys(draft));
      assert.deepEqual((await changes(dev, { id }, draft)).isInvalid(), Object.keys(draft));
    }
    for (const step of ['', ' ', 's'.repeat(301), null, 'n\0l'])
      assert.deepEqual((await adds(dev, { checklist_items: ['Done', step] })).isInvalid(), ['checklist_items.1']);
    assert.deepEqual((await dev.post(TEMPLATES, {})).isInvalid(), ['name']);
    (await changes(dev, { id }, {})).isRefused(400, 'validation_error');
    assert.deepEqual((await dev.get(`${TEMPLATES}?project_id=x`)).isInvalid(), ['project_id']);
    assert.deepEqual((await dev.get(`${TEMPLATES}?active=1`)).isInvalid(), ['active']);
  });

  test('is of a project that there is, and is gone once removed', async () => {
    const dev = await app().cast.dev;
    (await adds(dev, { project_id: UNKNOWN })).isRefused(404, 'project_not_found');
    (await dev.get(`${TEMPLATES}?project_id=${UNKNOWN}`)).isRefused(404, 'project_not_found');
    const template = (await adds(dev)).is(201);
    (await changes(dev, template, { project_id: UNKNOWN })).isRefused(404, 'project_not_found');
    (await changes(dev, { id: UNKNOWN }, { project_id: UNKNOWN })).isRefused(404, 'ticket_template_not_found');
    (await dev.delete(`${TEMPLATES}/${template.id}`)).is(204);
    (await dev.delete(`${TEMPLATES}/${template.id}`)).isRefused(404, 'ticket_template_not_found');
    (await changes(dev, template, { name: 'Gone' })).isRefused(404, 'ticket_template_not_found');
    (await dev.get(`${TEMPLATES}/${template.id}`)).isRefused(404, 'ticket_template_not_found');
    (await dev.delete(`${TEMPLATES}/7`)).isRefused(400, 'validation_error');
    assert.equal((await lists(dev)).filter(({ id }) => id === template.id).length, 0);
  });

  test('that is switched off is seen by developers only', async () => {
    const { ada, dev } = await app().cast.all();
    const { id: project_id } = await addsProject(dev);
    const off = (await adds(dev, { name: 'CANARY', is_active: false, project_id })).is(201);
    const isIn = async (player: Player, query: string) => (await lists(player, query)).some(({ id }) => id === off.id);
    for (const query of ['?', `?project_id=${project_id}&`]) {
      assert.equal(await isIn(dev, `${query}include_inactive=1`), true);
      for (const more of ['', 'include_inactive=0']) assert.equal(await isIn(dev, query + more), false);
      for (const more of ['', 'include_inactive=1']) assert.equal(await isIn(ada, query + more), false);
    }
    assert.deepEqual(await reads(dev, off), off);
    (await ada.get(`${TEMPLATES}/${off.id}`)).isRefused(404, 'ticket_template_not_found');
    (await changes(dev, off, { is_active: true })).is(200);
    assert.equal((await lists(ada)).filter(({ id }) => id === off.id).length, 1);
  });
});

onEachDatabaseAnew('the list of templates', (app) => {
  test('has the newest first, and with a project its own before those for any', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const [first, second] = [await addsProject(dev), await addsProject(dev)];
    for (const [name, project_id] of [
      ['one old', first.id],
      ['any old', null],
      ['two', second.id],
      ['one new', first.id],
      ['any new', null],
    ] as const) {
      clock.advance(HOUR);
      (await adds(dev, { name, project_id })).is(201);
    }
    const names = async (query = '') => (await lists(ada, query)).map(({ name }) => name);
    assert.deepEqual(await names(), ['any new', 'one new', 'two', 'any old', 'one old']);
    assert.deepEqual(await names(`?project_id=${first.id}`), ['one new', 'one old', 'any new', 'any old']);
  });

  test('keeps the templates of a deleted project, switched off and for any project', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const project = await addsProject(dev);
    const own = (await adds(dev, { name: 'Of the project', project_id: project.id })).is(201);
    const other = (await adds(dev, { name: 'Of none' })).is(201);
    clock.advance(HOUR);
    (await dev.delete(`/api/projects/${project.id}`)).is(204);
    const listed = (await lists(dev, '?include_inactive=1')).filter(({ id }) => [own.id, other.id].includes(id));
    const updated_at = new Date(clock.now()).toISOString();
    assert.deepEqual(listed, [other, { ...own, project_id: null, project_name: null, is_active: false, updated_at }]);
    assert.equal((await lists(ada)).filter(({ id }) => id === own.id).length, 0);
  });

  test('has no template of a project that was deleted at the same moment', async () => {
    const { dev, ewa } = await app().cast.all();
    for (let round = 0; round < 10; round += 1) {
      const { id: project_id } = await addsProject(dev);
      const template = (await adds(dev, { project_id })).is(201);
      const answers = await Promise.all([
        adds(ewa, { project_id }),
        changes(ewa, template, { name: 'Changed', project_id }),
        dev.delete(`/api/projects/${project_id}`),
        changes(ewa, template, { project_id, is_active: true }),
        adds(ewa, { project_id }),
      ]);
      for (const answer of answers) if (answer.status >= 300) answer.isRefused(404, 'project_not_found');
      assert.equal((await lists(dev)).filter((row) => row.project_id === project_id).length, 0);
    }
  });
});

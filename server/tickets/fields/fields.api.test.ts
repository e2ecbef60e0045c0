import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TicketField } from '#contract/fields.ts';
import type { TicketTemplate } from '#contract/templates.ts';
import type { TicketCreated } from '#contract/tickets.ts';
import { act, actOf } from '#testing/acts.ts';
import { DRAFT, formOf, type Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

let made = 0;
const BOTH = (text: string) => ({ pl: `${text} pl`, en: text });

/** Makes a field with a key that no other test has. */
const makes = async (dev: Player, draft: object = {}): Promise<TicketField> =>
  (await dev.post<TicketField>('/api/fields', draftOf(draft))).is(201);

function draftOf(draft: object = {}) {
  made += 1;
  return { key: `field_${made}`, kind: 'text', name: BOTH('Field'), ask: 'report', reporter_sees: true, ...draft };
}

const COLOURS = ['red', 'green', 'blue'].map((key) => ({ key, name: BOTH(key) }));

onEachDatabaseAnew('fields', (app) => {
  test('are made with what is usual, read, changed, archived and removed', async () => {
    const { ada, dev } = await app().cast.all();
    const field = await makes(dev, { category: 'bug' });
    assert.deepEqual(field, {
      ...{ id: field.id, key: field.key, category: 'bug', project_id: null, kind: 'text', name: BOTH('Field') },
      ...{ help: null, options: [], ask: 'report', needed: false, reporter_sees: true, unit: null },
      ...{ position: field.position, archived_at: null },
    });
    const path = `/api/fields/${field.id}`;
    assert.deepEqual((await ada.get<TicketField>(path)).is(200), field);
    const help = BOTH('On the plate.');
    const changed = (await dev.patch<TicketField>(path, { help, needed: true, position: 0 })).is(200);
    assert.deepEqual(changed, { ...field, help, needed: true, position: 0 });
    assert.equal((await dev.get<TicketField[]>('/api/fields')).is(200)[0]?.id, field.id);
    (await dev.post('/api/fields', draftOf({ key: field.key }))).isRefused(409, 'field_exists');
    assert.notEqual((await dev.patch<TicketField>(path, { archived: true })).is(200).archived_at, null);
    (await ada.get(path)).isRefused(404, 'field_not_found');
    assert.equal((await dev.patch<TicketField>(path, { archived: false })).is(200).archived_at, null);
    (await ada.post('/api/fields', draftOf())).isRefused(403, 'forbidden');
    (await dev.patch(path, { key: 'other' })).isRefused(400, 'validation_error');
    (await dev.patch(path, { kind: 'number' })).isRefused(400, 'validation_error');
    const before = (await dev.get<object[]>('/api/audit')).is(200);
    const same = await dev.patch<TicketField>(path, { help, needed: true, archived: false, options: [] });
    assert.deepEqual([same.is(200), same.headers.get('kwit-act')], [changed, null]);
    assert.deepEqual((await dev.get<object[]>('/api/audit')).is(200), before);
    (await dev.delete(path)).is(204);
    (await dev.delete(path)).isRefused(404, 'field_not_found');
    const rows = (await dev.get<{ action: string; target_id: string }[]>('/api/audit')).is(200);
    const actions = rows.filter(({ target_id }) => target_id === field.id).map(({ action }) => action);
    assert.deepEqual([...new Set(actions)].sort(), ['field.changed', 'field.created', 'field.deleted']);
  });

  test('name what is wrong with a draft', async () => {
    const { dev } = await app().cast.all();
    const wrong = async (draft: object) => (await dev.post('/api/fields', draftOf(draft))).isInvalid();
    assert.deepEqual(await wrong({ key: 'Big' }), ['key']);
    assert.deepEqual(await wrong({ key: 'a'.repeat(41) }), ['key']);
    assert.deepEqual(await wrong({ kind: 'choice' }), ['options']);
    assert.deepEqual(await wrong({ options: COLOURS }), ['options']);
    assert.deepEqual(await wrong({ kind: 'choice', options: [COLOURS[0], COLOURS[0]] }), ['options[1].key']);
    assert.deepEqual(await wrong({ kind: 'choice', options: [{ key: 'A', name: BOTH('A') }] }), ['options[0].key']);
    assert.deepEqual(await wrong({ unit: 'kg' }), ['unit']);
    assert.deepEqual(await wrong({ ask: 'work', needed: true }), ['needed']);
    assert.deepEqual(await wrong({ reporter_sees: false }), ['reporter_sees']);
    assert.deepEqual(await wrong({ name: { pl: 'x' } }), ['name.en']);
    const field = await makes(dev, { ask: 'close', needed: true });
    assert.deepEqual((await dev.patch(`/api/fields/${field.id}`, { ask: 'work' })).isInvalid(), ['needed']);
  });

  test('take on a ticket what their kind says, and give it back', async () => {
    const { ada, dev } = await app().cast.all();
    const of = (kind: string, more: object = {}) => makes(dev, { kind, category: 'question', ...more });
    const [text, number, date, person, whether, url] = [
      await of('text'),
      await of('number', { unit: 'kg' }),
      await of('date'),
      await of('person'),
      await of('yes_no'),
      await of('url'),
    ];
    const [choice, many] = [await of('choice', { options: COLOURS }), await of('choices', { options: COLOURS })];
    const ticket = await ada.opens({
      category: 'question',
      fields: {
        ...{ [text.key]: ' A \n b ', [number.key]: 12.5, [date.key]: '2026-12-01', [person.key]: dev.id },
        ...{
          [whether.key]: false,
          [url.key]: 'https://example.com/a?b',
          [choice.key]: 'green',
          [many.key]: ['blue', 'red'],
        },
      },
    });
    const values = {
      ...{ [text.key]: 'A b', [number.key]: 12.5, [date.key]: '2026-12-01', [whether.key]: false },
      ...{ [person.key]: { id: dev.id, name: dev.user.name }, [url.key]: 'https://example.com/a?b' },
      ...{ [choice.key]: 'green', [many.key]: ['red', 'blue'] },
    };
    assert.deepEqual(ticket.fields, values);
    assert.deepEqual((await ada.reads(ticket)).is(200).fields, values);
    const [row] = (await dev.lists(`?view=row&number=${ticket.number}`)).is(200);
    assert.deepEqual(row?.fields, values);
    const wrong = async (key: string, value: unknown) =>
      (await ada.patches(ticket, { fields: { [key]: value } })).isInvalid();
    for (const [field, bad] of [
      ...['', '  ', 'x'.repeat(501), 5, ['a'], true].map((value) => [text, value] as const),
      ...['5', 1e15, 0.123_456_789_012_345_6, null === undefined].map((value) => [number, value] as const),
      ...['2026-02-30', '2026-1-1', '0000-01-01', 5].map((value) => [date, value] as const),
      ...['ada', ticket.id, {}].map((value) => [person, value] as const),
      ...['true', 1].map((value) => [whether, value] as const),
      ...['javascript:alert(1)', 'example.com', 'https://'].map((value) => [url, value] as const),
      ...['black', ['red']].map((value) => [choice, value] as const),
      ...[[], ['red', 'red'], ['black'], 'red'].map((value) => [many, value] as const),
    ])
      assert.deepEqual(await wrong(field.key, bad), [`fields.${field.key}`], `${field.kind} ${String(bad)}`);
    assert.deepEqual(await wrong('nothing', 'x'), ['fields.nothing']);
    const emptied = (await ada.patches(ticket, { fields: { [text.key]: null, [many.key]: ['green'] } })).is(200);
    assert.equal(text.key in emptied.fields, false);
    assert.deepEqual(emptied.fields[many.key], ['green']);
    const history = (await ada.reads(ticket)).is(200).history.filter(({ field }) => field.startsWith('fields.'));
    assert.deepEqual(
      history.map(({ field, old_value, new_value }) => [field, old_value, new_value]),
      [
        [`fields.${text.key}`, 'A b', null],
        [`fields.${many.key}`, 'red pl, blue pl', 'green pl'],
      ],
    );
  });

  test('are asked by category and project, and keep what is hidden', async () => {
    const { ada, dev } = await app().cast.all();
    const field = await makes(dev, { category: 'feature', needed: true });
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Machines' })).is(201);
    const ticket = await ada.opens({ category: 'feature', ...LONG });
    assert.deepEqual(ticket.lacks, [field.key]);
    const filled = (await dev.patches(ticket, { fields: { [field.key]: 'M-1' } })).is(200);
    assert.deepEqual([filled.fields, filled.lacks], [{ [field.key]: 'M-1' }, []]);
    const moved = (await dev.patches(ticket, { category: 'other', project_id: project.id })).is(200);
    assert.deepEqual([moved.fields, moved.lacks], [{}, []]);
    assert.deepEqual((await dev.patches(ticket, { fields: { [field.key]: 'M-2' } })).isInvalid(), [
      `fields.${field.key}`,
    ]);
    const back = (await dev.patches(ticket, { category: 'feature', fields: { [field.key]: 'M-3' } })).is(200);
    assert.deepEqual(back.fields, { [field.key]: 'M-3' });
    (await dev.delete(`/api/fields/${field.id}`)).isRefused(409, 'field_in_use');
    (await dev.patch(`/api/fields/${field.id}`, { archived: true })).is(200);
    assert.deepEqual((await ada.reads(ticket)).is(200).fields, { [field.key]: 'M-3' });
    assert.deepEqual((await dev.patches(ticket, { fields: { [field.key]: 'M-4' } })).isInvalid(), [
      `fields.${field.key}`,
    ]);
  });

  test('are hidden from reporters unless they see them', async () => {
    const { ada, dev } = await app().cast.all();
    const inner = await makes(dev, { ask: 'work', reporter_sees: false, category: 'improvement' });
    const shown = await makes(dev, { ask: 'work', category: 'improvement' });
    const ticket = await ada.opens({ category: 'improvement', ...LONG });
    assert.deepEqual((await ada.patches(ticket, { fields: { [inner.key]: 'x' } })).isInvalid(), [
      `fields.${inner.key}`,
    ]);
    (await ada.patches(ticket, { fields: { [shown.key]: 'x' } })).isRefused(403, 'forbidden');
    (await dev.patches(ticket, { fields: { [inner.key]: 'canary' } })).is(200);
    const seen = (await ada.reads(ticket)).is(200);
    assert.equal(JSON.stringify(seen).includes(inner.key) || JSON.stringify(seen).includes('canary'), false);
    assert.deepEqual([seen.version, seen.updated_at], [ticket.version, ticket.updated_at]);
    assert.equal(
      (await ada.get<TicketField[]>('/api/fields')).is(200).some(({ id }) => id === inner.id),
      false,
    );
    (await ada.get(`/api/fields/${inner.id}`)).isRefused(404, 'field_not_found');
    (await dev.patches(ticket, { fields: { [shown.key]: 'open' } })).is(200);
    const after = (await ada.reads(ticket)).is(200);
    assert.deepEqual([after.fields, after.version], [{ [shown.key]: 'open' }, ticket.version + 1]);
    assert.deepEqual((await dev.reads(ticket)).is(200).fields, { [inner.key]: 'canary', [shown.key]: 'open' });
  });

  test('are needed to close, wherever a ticket is closed from', async () => {
    const { ada, dev } = await app().cast.all();
    const field = await makes(dev, { ask: 'close', needed: true, category: 'bug' });
    const bug = { category: 'bug', ...LONG };
    const [ticket, other] = [await ada.opens(bug), await ada.opens(bug)];
    const closing = { status: 'closed', closure_summary: 'The roller was worn.' };
    (await dev.patches(ticket, { status: 'closed' })).isRefused(400, 'closure_summary_required');
    const lacking = (await dev.patches(ticket, closing)).isRefused(409, 'field_needed');
    assert.deepEqual(lacking.keys, [field.key]);
    assert.ok(lacking.message.includes(field.key), lacking.message);
    (await dev.post(`/api/tickets/${other.id}/merge`, { into: ticket.id, mode: 'beside' })).is(200);
    const done = await dev.patches(ticket, { ...closing, fields: { [field.key]: 'worn' }, also: [other.id] });
    assert.deepEqual(done.is(200).also_result, {
      closed: [],
      refused: [{ id: other.id, error: 'field_needed', keys: [field.key] }],
    });
    (await dev.patch(`/api/fields/${field.id}`, { archived: true })).is(200);
  });

  test('name people who may open the ticket alone, and keep archived options where they are', async () => {
    const { ada, dev, jan } = await app().cast.all();
    const person = await makes(dev, { kind: 'person', ask: 'work', category: 'other' });
    const ticket = await ada.opens();
    const refused = (await dev.patches(ticket, { fields: { [person.key]: jan.id } })).isRefused(
      400,
      'cannot_see_ticket',
    );
    assert.equal(refused.user_id, jan.id);
    const colour = await makes(dev, { kind: 'choices', ask: 'work', options: COLOURS, category: 'other' });
    (await dev.patches(ticket, { fields: { [colour.key]: ['red'] } })).is(200);
    const path = `/api/fields/${colour.id}`;
    const used = (await dev.patch(path, { options: COLOURS.slice(1) })).isRefused(409, 'option_in_use');
    assert.equal(used.key, 'red');
    (await dev.patch(path, { options: COLOURS.map((option) => ({ ...option, archived: option.key === 'red' })) })).is(
      200,
    );
    assert.deepEqual(
      (await dev.patches(ticket, { fields: { [colour.key]: ['red', 'blue'] } })).is(200).fields[colour.key],
      ['red', 'blue'],
    );
    (await dev.patches(ticket, { fields: { [colour.key]: ['blue'] } })).is(200);
    assert.deepEqual((await dev.patches(ticket, { fields: { [colour.key]: ['red'] } })).isInvalid(), [
      `fields.${colour.key}`,
    ]);
  });
});

onEachDatabaseAnew('fields elsewhere', (app) => {
  test('stand in forms, tables and templates', async () => {
    const { ada, dev } = await app().cast.all();
    const asset = await makes(dev, { category: 'question' });
    const colours = await makes(dev, { kind: 'choices', options: COLOURS, category: 'question' });
    const inner = await makes(dev, { ask: 'work', reporter_sees: false, category: 'question' });
    const fields = { [asset.key]: '=M-1', [colours.key]: ['blue', 'red'] };
    const form = formOf({ ...DRAFT, category: 'question', fields: JSON.stringify(fields) }, []);
    const ticket = (await ada.post<TicketCreated>('/api/tickets', form)).is(201);
    assert.deepEqual(ticket.fields, { [asset.key]: '=M-1', [colours.key]: ['red', 'blue'] });
    const bad = formOf({ ...DRAFT, category: 'question', fields: 'no JSON' }, []);
    assert.deepEqual((await ada.post('/api/tickets', bad)).isInvalid(), ['fields']);
    (await dev.patches(ticket, { fields: { [inner.key]: 'hidden' } })).is(200);
    const table = async (reader: Player) =>
      (await reader.get(`/api/tickets.csv?number=${ticket.number}&separator=,`)).text.trim().split('\r\n');
    const [head = '', row = ''] = await table(dev);
    assert.ok(head.endsWith(`,fields.${asset.key},fields.${colours.key},fields.${inner.key}`), head);
    assert.ok(row.endsWith(",'=M-1,red|blue,hidden"), row);
    assert.equal((await table(ada)).join().includes(inner.key), false);
    const draft = { name: 'Machine', category: 'question', fields };
    const template = (await dev.post<TicketTemplate>('/api/ticket-templates', draft)).is(201);
    assert.deepEqual(template.fields, fields);
    assert.deepEqual((await ada.get<TicketTemplate[]>('/api/ticket-templates')).is(200)[0]?.fields, fields);
    const wrong = { ...draft, fields: { [inner.key]: 'x' } };
    assert.deepEqual((await dev.post('/api/ticket-templates', wrong)).isInvalid(), [`fields.${inner.key}`]);
    const path = `/api/ticket-templates/${template.id}`;
    (await dev.patch(`/api/fields/${asset.id}`, { archived: true })).is(200);
    assert.deepEqual((await ada.get<TicketTemplate>(path)).is(200).fields, { [colours.key]: ['blue', 'red'] });
  });

  test('of a sealed project are not there for who does not see it', async () => {
    const { ada, dev } = await app().cast.all();
    const other = await app().cast.newDeveloper();
    const team = (await dev.post<{ id: string }>('/api/teams', { name: 'HR' })).is(201);
    const sealed = { name: 'Staff', sealed: true, teams: [{ team_id: team.id, level: 'work' }], reports: 'teams' };
    const project = (await dev.post<{ id: string }>('/api/projects', sealed)).is(201);
    const projectField = await makes(dev, { project_id: project.id });
    const inner = await makes(dev, { project_id: project.id, ask: 'work', reporter_sees: false });
    const seen = async (reader: Player) => (await reader.get<TicketField[]>('/api/fields')).is(200).map(({ id }) => id);
    const both = [projectField.id, inner.id];
    assert.deepEqual(
      (await seen(dev)).filter((id) => both.includes(id)),
      both,
    );
    for (const reader of [ada, other])
      assert.deepEqual(
        (await seen(reader)).filter((id) => both.includes(id)),
        [],
      );
    assert.equal(
      (await other.post('/api/fields', draftOf({ key: projectField.key }))).isRefused(409, 'field_exists').id,
      undefined,
    );
    (await other.post('/api/fields', draftOf({ project_id: project.id }))).isRefused(400, 'project_not_found');
    for (const method of ['GET', 'PATCH', 'DELETE'])
      (
        await other.send(method, `/api/fields/${inner.id}`, method === 'PATCH' ? '{"needed":true}' : null, {
          'content-type': 'application/json',
        })
      ).isRefused(404, 'field_not_found');
    (await dev.patch(`/api/projects/${project.id}`, { reports: 'everyone' })).is(200);
    assert.deepEqual(
      (await seen(ada)).filter((id) => both.includes(id)),
      [projectField.id],
    );
    (await other.patch(`/api/fields/${projectField.id}`, { position: 3 })).isRefused(403, 'forbidden');
    const ticket = await ada.opens({ project_id: project.id, fields: { [projectField.key]: 'mine' } });
    (await dev.patch(`/api/projects/${project.id}`, { reports: 'teams' })).is(200);
    assert.deepEqual(
      (await seen(ada)).filter((id) => both.includes(id)),
      [projectField.id],
    );
    assert.deepEqual((await ada.reads(ticket)).is(200).fields, { [projectField.key]: 'mine' });
  });

  test('stand in acts for who may know of them, and acts that are about one that is gone are not taken back', async () => {
    const { ada, dev } = await app().cast.all();
    const field = await makes(dev);
    const ticket = await ada.opens();
    const own = actOf(await ada.patches(ticket, { fields: { [field.key]: 'canary' } }));
    assert.deepEqual((await act(ada, own)).fields, [`fields.${field.key}`]);
    const path = `/api/fields/${field.id}`;
    (await dev.patch(path, { ask: 'work', reporter_sees: false })).is(200);
    (await ada.get(`/api/acts/${own}`)).isRefused(404, 'act_not_found');
    assert.equal((await ada.get(`/api/acts?ticket=${ticket.id}`)).text.includes(field.key), false);
    assert.equal((await act(dev, own)).lines?.length, 1);
    const emptied = actOf(await dev.patches(ticket, { fields: { [field.key]: null } }));
    (await dev.delete(path)).is(204);
    for (const id of [own, emptied]) {
      const { can_undo, lines = [] } = await act(dev, id);
      assert.deepEqual([can_undo, lines.map(({ state }) => state)], [false, ['gone']]);
    }
  });

  test('lose the words of who is erased', async () => {
    const { dev } = await app().cast.all();
    const guest = await app().cast.guest();
    const asset = await makes(dev, { category: 'other' });
    const day = await makes(dev, { kind: 'date', category: 'other' });
    const ticket = await guest.opens({ fields: { [asset.key]: 'canary-word', [day.key]: '2026-12-24' } });
    (await guest.patches(ticket, { fields: { [asset.key]: 'canary-other' } })).is(200);
    (await dev.post(`/api/users/${guest.id}/erase`, { texts: true })).is(200);
    const read = await dev.reads(ticket);
    assert.deepEqual(read.is(200).fields, { [day.key]: '2026-12-24' });
    assert.equal(read.text.includes('canary'), false);
  });
});

/** Long enough for each category. */
const LONG = {
  title: 'The printer on floor 2 jams',
  description:
    'Every second page of every job since Monday morning, and nobody knows why; we have changed the paper and the toner.',
};

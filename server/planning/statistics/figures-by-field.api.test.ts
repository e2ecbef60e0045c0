import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerTimes } from '#contract/answer-times.ts';
import type { FieldDraft } from '#contract/fields.ts';
import type { Figures } from '#contract/figures.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const both = (text: string) => ({ pl: text, en: text });
const options = ['red', 'blue'].map((key) => ({ key, name: { pl: `pl ${key}`, en: `en ${key}` } }));
const of = (key: string, kind: FieldDraft['kind'], more: Partial<FieldDraft> = {}): FieldDraft => ({
  ...{ key, kind, name: both(key), ask: 'work', ...(kind.startsWith('choice') ? { options } : {}), ...more },
});

onEachDatabaseAnew('figures by what tickets say in a field', (app) => {
  test('count the options of tickets that are asked for it, alone and as a filter', async () => {
    const { ada, dev } = await app().cast.all();
    const colour = of('colour', 'choice', { category: 'question' });
    for (const field of [colour, of('colours', 'choices'), of('weight', 'number')])
      (await dev.post('/api/fields', field)).is(201);
    const says = async (category: string, fields: object) => {
      const ticket = await ada.opens({ category });
      (await dev.patches(ticket, { fields })).is(200);
      return ticket;
    };
    const red = await says('question', { colour: 'red', colours: ['red', 'blue'], weight: 5 });
    await says('question', { colour: 'blue', weight: 50 });
    const moved = await says('question', { colour: 'blue' });
    (await dev.patches(moved, { category: 'other' })).is(200);
    (await dev.patches(red, { status: 'closed', closure_summary: 'Painted.' })).is(200);
    const figures = async (query: string) => (await dev.get<Figures>(`/api/tickets/stats/figures?${query}`)).is(200);
    const groups = async (query: string) =>
      (await figures(query)).by.field?.map(({ key, name, reported, closed }) => [key, name, reported, closed]);
    assert.deepEqual(await groups('by=field.colour'), [
      ['blue', 'en blue', 1, 0],
      ['red', 'en red', 1, 1],
      [null, null, 1, 0],
    ]);
    assert.deepEqual(
      (await groups('by=field.colours'))?.slice(1).map(([key, , reported]) => [key, reported]),
      [
        ['blue', 1],
        ['red', 1],
      ],
    );
    assert.equal((await figures('')).by.field, undefined);
    assert.deepEqual(await groups('by=field.colour&field.weight=10..'), [['blue', 'en blue', 1, 0]]);
    assert.equal((await figures('field.colour=red,blue')).reported, 2);
    assert.equal((await figures('field.colour=none')).reported, 1);
    const table = async (query: string) => (await dev.get(`/api/tickets/stats/figures.csv?separator=,&${query}`)).text;
    assert.match(await table('part=field&by=field.colour'), /\r\nblue,en blue,1,0,/);
    assert.deepEqual((await dev.get('/api/tickets/stats/figures.csv?part=field')).isInvalid(), ['by']);
    const times = (await dev.get<AnswerTimes>('/api/statistics/answers?by=field.colour')).is(200);
    assert.equal(times.by, 'field.colour');
    assert.deepEqual(
      times.rows.map(({ key, name, waits, answered }) => [key, name, waits, answered]),
      [
        ['blue', 'en blue', 1, 0],
        ['red', 'en red', 1, 1],
        [null, null, 1, 0],
      ],
    );
    assert.match(await table('part=answers_field&by=field.colour'), /\r\nred,en red,1,1,/);
  });

  test('are refused for fields without options, and for those of which one may not know', async () => {
    const { dev } = await app().cast.all();
    const other = await app().cast.newDeveloper();
    const team = (await dev.post<{ id: string }>('/api/teams', { name: 'Closed' })).is(201);
    const sealed = { name: 'Plans', sealed: true, teams: [{ team_id: team.id, level: 'work' }] };
    const project = (await dev.post<{ id: string }>('/api/projects', sealed)).is(201);
    (await dev.post('/api/fields', of('plan', 'choice', { project_id: project.id }))).is(201);
    (await dev.post('/api/fields', of('length', 'number'))).is(201);
    for (const path of ['/api/tickets/stats/figures?by=', '/api/statistics/answers?by=']) {
      assert.deepEqual((await other.get(`${path}field.length`)).isInvalid(), ['field.length']);
      assert.deepEqual((await other.get(`${path}field.plan`)).isInvalid(), ['field.plan']);
      (await dev.get(`${path}field.plan`)).is(200);
    }
    assert.deepEqual((await other.get('/api/tickets/stats/figures?field.plan=red')).isInvalid(), ['field.plan']);
  });
});

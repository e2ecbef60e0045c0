import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TicketField } from '#contract/fields.ts';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const BOTH = (text: string) => ({ pl: text, en: text });
const COLOURS = ['red', 'green', 'blue'].map((key) => ({ key, name: BOTH(key) }));

onEachDatabaseAnew('a list by field', (app) => {
  const makes = async (dev: Player, key: string, kind: string, more: object = {}): Promise<TicketField> =>
    (
      await dev.post<TicketField>('/api/fields', {
        ...{ key, kind, name: BOTH(key), ask: 'report', reporter_sees: true, category: 'question' },
        ...more,
      })
    ).is(201);

  /** The titles of a list on all its pages of two. */
  const titles = async (reader: Player, query: string): Promise<string[]> => {
    const all: string[] = [];
    for (let path: string | null = `/api/tickets?category=question&limit=2&${query}`; path !== null; ) {
      const page: Answer<{ title: string }[]> = await reader.get(path);
      all.push(...page.is(200).map(({ title }) => title));
      path = page.next;
    }
    return all;
  };

  test('has what says so, and is sorted by what is said, with the others last', async () => {
    const { ada, dev } = await app().cast.all();
    for (const [key, kind, more] of [
      ['words', 'text'],
      ['weight', 'number'],
      ['colour', 'choice', { options: COLOURS }],
      ['colours', 'choices', { options: COLOURS }],
      ['day', 'date'],
      ['owner', 'person'],
      ['whether', 'yes_no'],
    ] as const)
      await makes(dev, key, kind, more);
    const inner = await makes(dev, 'inner', 'text', { ask: 'work', reporter_sees: false });
    const report = (title: string, fields: object) =>
      ada.opens({ title, category: 'question', description: 'As the fields say.', fields });
    const first = await report('one', {
      words: 'Łódź',
      weight: 10,
      colour: 'blue',
      colours: ['red', 'blue'],
      day: '2026-12-01',
      owner: dev.id,
      whether: true,
    });
    await report('two', {
      words: 'abc',
      weight: -2.5,
      colour: 'red',
      colours: ['green'],
      day: '2026-11-01',
      owner: ada.id,
      whether: false,
    });
    await report('six', { words: 'łódź', weight: 100 });
    await report('none', {});
    (await dev.patches(first, { fields: { inner: 'hidden' } })).is(200);
    const sorted = async (query: string) => (await titles(dev, query)).sort();
    for (const [query, expected] of [
      ['field.words=LODZ', ['one', 'six']],
      ['field.weight=10', ['one']],
      ['field.weight=-5..10', ['one', 'two']],
      ['field.weight=50..', ['six']],
      ['field.weight=..0', ['two']],
      ['field.weight=none', ['none']],
      ['field.colour=red,blue', ['one', 'two']],
      ['field.colours=blue,green', ['one', 'two']],
      ['field.colours=none', ['none', 'six']],
      ['field.day=2026-11-15..', ['one']],
      ['field.day=2026-11-01..2026-12-01', ['one', 'two']],
      ['field.owner=me', ['one']],
      [`field.owner=${ada.id}`, ['two']],
      ['field.whether=false', ['two']],
      ['field.inner=hidden', ['one']],
      ['field.weight=-5..10&field.colour=red', ['two']],
      ['field.weight=10&status=submitted,verified', ['one']],
      ['field.weight=10&q=one', ['one']],
    ] as const)
      assert.deepEqual(await sorted(query), [...expected].sort(), query);
    for (const [query, saying] of [
      ['sort=field.weight&order=asc', ['two', 'one', 'six']],
      ['sort=field.weight', ['six', 'one', 'two']],
      ['sort=field.words&order=asc', ['two', 'one', 'six']],
      ['sort=field.words', ['six', 'one', 'two']],
      ['sort=field.colour&order=asc', ['two', 'one']],
      ['sort=field.day', ['one', 'two']],
      ['sort=field.owner&order=asc', ['two', 'one']],
      ['sort=field.whether&order=asc', ['two', 'one']],
      ['sort=field.weight&order=asc&status=submitted', ['two', 'one', 'six']],
      ['sort=field.weight&order=asc&q=fields', ['two', 'one', 'six']],
      ['sort=field.weight&field.colour=red,blue', ['one', 'two']],
    ] as const) {
      const listed = await titles(dev, query);
      assert.deepEqual(listed.slice(0, saying.length), saying, query);
      assert.equal(new Set(listed).size, query.includes('colour=') ? 2 : 4, query);
    }
    assert.equal((await dev.get<{ count: number }>('/api/tickets/count?field.weight=-5..10')).is(200).count, 2);
    assert.deepEqual(await titles(ada, 'sort=field.weight&order=asc'), ['two', 'one', 'six', 'none']);
    assert.deepEqual((await ada.lists('?field.inner=hidden')).isInvalid(), ['field.inner']);
    assert.deepEqual((await ada.lists('?sort=field.inner')).isInvalid(), ['field.inner']);
    (await dev.patch(`/api/fields/${inner.id}`, { category: 'bug' })).is(200);
    assert.deepEqual(await titles(dev, 'field.inner=hidden'), []);
  });

  test('a search finds texts in fields, as far as the reader sees them', async () => {
    const { ada, dev } = await app().cast.all();
    await makes(dev, 'machine', 'text', { category: 'other' });
    const supplier = await makes(dev, 'supplier', 'text', { category: 'other', ask: 'work', reporter_sees: false });
    const ticket = await ada.opens({ fields: { machine: 'Wiertarka kolumnowa' } });
    (await dev.patches(ticket, { fields: { supplier: 'Zakład Precyzyjny' } })).is(200);
    const finds = async (reader: Player, q: string) =>
      (await reader.lists(`?q=${encodeURIComponent(q)}`)).is(200).map(({ number }) => number);
    for (const reader of [ada, dev]) assert.deepEqual(await finds(reader, 'wiertarka'), [ticket.number]);
    assert.deepEqual([await finds(ada, 'precyzyjny'), await finds(dev, 'precyzyjny')], [[], [ticket.number]]);
    (await dev.patches(ticket, { category: 'question' })).is(200);
    for (const reader of [ada, dev]) assert.deepEqual(await finds(reader, 'wiertarka'), []);
    (await dev.patches(ticket, { category: 'other' })).is(200);
    (await dev.comments(ticket, 'A word that is written later.')).is(201);
    assert.deepEqual(await finds(ada, 'kolumnowa'), [ticket.number]);
    (await ada.patches(ticket, { fields: { machine: null } })).is(200);
    assert.deepEqual(await finds(dev, 'kolumnowa'), []);
    (await dev.patch(`/api/fields/${supplier.id}`, { reporter_sees: true })).is(200);
    assert.deepEqual(await finds(ada, 'precyzyjny'), [ticket.number]);
  });

  test('names what is no field and no value, and what lacks something', async () => {
    const { ada, dev } = await app().cast.all();
    await makes(dev, 'needed', 'number', { needed: true, category: 'improvement' });
    const about = { category: 'improvement', title: 'A better way to print', description: 'x'.repeat(100) };
    const lacking = await ada.opens(about);
    const whole = await ada.opens({ ...about, fields: { needed: 3 } });
    for (const query of [
      'field.nothing=1',
      'field.needed=x',
      'field.needed=..',
      'field.needed=1..2..3',
      'sort=field.nothing',
    ])
      assert.equal((await dev.lists(`?${query}`)).isInvalid()[0]?.startsWith('field.'), true, query);
    assert.deepEqual((await dev.lists('?fields.needed=1')).isInvalid(), ['fields.needed']);
    const numbers = async (query: string) =>
      (await dev.lists(`?category=improvement&${query}`)).is(200).map(({ number }) => number);
    assert.deepEqual(await numbers('lacks=1'), [lacking.number]);
    assert.deepEqual(await numbers('lacks=0'), [whole.number]);
    const board = (await dev.get<{ submitted: unknown[] }>('/api/tickets/board?field.needed=3')).is(200);
    assert.equal(board.submitted.length, 1);
    const csv = (await dev.get('/api/tickets.csv?field.needed=3&separator=,')).text;
    assert.equal(csv.trim().split('\r\n').length, 2);
  });
});

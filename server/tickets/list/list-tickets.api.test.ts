import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '#contract/tickets.ts';
import { HOUR, instant, SECOND } from '#platform';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';

const PRIORITIES = ['low', 'critical', 'normal', 'high'] as const;
const RANK = ['low', 'normal', 'high', 'critical'];

/** Walks through every page; no page may be larger than asked for. */
async function pages(person: Player, query: string, limit: number): Promise<Ticket[]> {
  const listed: Ticket[] = [];
  let path: string | null = `/api/tickets?${query}&limit=${limit}`;
  while (path) {
    const page: Answer<Ticket[]> = await person.get<Ticket[]>(path);
    const tickets: Ticket[] = page.is(200);
    assert.ok(tickets.length <= limit && tickets.length > 0);
    listed.push(...tickets);
    path = page.next;
  }
  return listed;
}

/** Twelve tickets of a new reporter, pairs of them at the same moment. */
async function twelve({ cast, clock }: App) {
  const [reporter, dev] = [await cast.guest(), await cast.dev];
  const tickets: Ticket[] = [];
  for (let n = 0; n < 12; n += 1) {
    if (n % 2 === 0) clock.advance(SECOND);
    const ticket = await reporter.opens({ title: `Ticket ${n}`, category: n % 3 === 0 ? 'question' : 'other' });
    tickets.push((await dev.patches(ticket, { priority: PRIORITIES[n % 4] })).is(200));
  }
  return { reporter, dev, tickets };
}

onEachDatabase('the list of all tickets', (app) => {
  test("shows reporters their own, and developers everyone's", async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [hers, his, devs] = [await ada.opens(), await jan.opens(), await dev.opens()];
    const ids = async (person: Player, query = '') => (await person.lists(query)).is(200).map(({ id }) => id);
    assert.deepEqual(await ids(ada), [hers.id]);
    assert.deepEqual(await ids(ada, '?my=1'), [hers.id]);
    assert.deepEqual(await ids(ada, '?my=0'), [hers.id]);
    assert.deepEqual((await ids(dev)).sort(), [hers.id, his.id, devs.id].sort());
    assert.deepEqual(await ids(dev, '?my=1'), [devs.id]);
    assert.deepEqual(await ids(dev, `?number=${his.number}`), [his.id]);
    assert.deepEqual(await ids(ada, `?number=${his.number}`), []);
    const [seen] = (await ada.lists()).is(200);
    assert.ok(seen && !('internal_note' in seen));
    assert.ok((await dev.lists()).is(200).every((ticket) => 'internal_note' in ticket));
  });
});

onEachDatabase('the list of tickets', (app) => {
  test('is newest first, whatever has happened since', async () => {
    const { cast, clock } = app();
    const [reporter, dev] = [await cast.guest(), await cast.dev];
    const opened: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      clock.advance(SECOND);
      opened.unshift((await reporter.opens()).id);
    }
    clock.advance(SECOND);
    (await dev.patches({ id: String(opened[2]) }, { priority: 'high' })).is(200);
    const listed = async (person: Player) => (await pages(person, 'my=0', 2)).map(({ id }) => id);
    assert.deepEqual(await listed(reporter), opened);
    assert.deepEqual((await listed(dev)).slice(0, 3), opened);
  });

  test('filters by each of its fields, and by all together', async () => {
    const { cast } = app();
    const { ewa, dev } = await cast.all();
    const reporter = await cast.guest();
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Filters' })).is(201);
    const a = await reporter.opens({ category: 'question', project_id: project.id });
    const b = await reporter.opens();
    const c = await reporter.opens();
    (await dev.patches(a, { status: 'in_progress', priority: 'critical', assignee_id: dev.id })).is(200);
    (await dev.patches(b, { status: 'blocked', priority: 'low', assignee_id: ewa.id })).is(200);
    const expected: [string, { id: string }[]][] = [
      ['status=in_progress', [a]],
      ['status=in_progress,blocked', [a, b]],
      ['status=closed', []],
      ['priority=critical', [a]],
      ['priority=critical,low', [a, b]],
      ['category=question', [a]],
      ['category=other', [b, c]],
      [`project_id=${project.id}`, [a]],
      [`number=${b.number}`, [b]],
      [`number=${b.number}&category=question`, []],
      [`number=${Number.MAX_SAFE_INTEGER}`, []],
      [`assignee_id=${ewa.id}`, [b]],
      ['assignee_id=none', [c]],
      ['assignee_id=me', []],
      [`status=in_progress&priority=critical&category=question&project_id=${project.id}&assignee_id=${dev.id}`, [a]],
      ['status=in_progress&priority=low', []],
    ];
    for (const [query, matching] of expected) {
      const ids = (await reporter.lists(`?${query}`)).is(200).map(({ id }) => id);
      assert.deepEqual(ids.sort(), matching.map(({ id }) => id).sort(), query);
    }
    const mine = (await dev.lists('?assignee_id=me')).is(200);
    assert.ok(mine.some(({ id }) => id === a.id) && mine.every(({ assignee_id }) => assignee_id === dev.id));
  });

  test('filters by the planned day, by the last change and by the closing, to the day and the moment', async () => {
    const { cast, clock } = app();
    const [reporter, dev] = [await cast.guest(), await cast.dev];
    const { id } = (await dev.post<{ id: string }>('/api/projects', { name: 'Times' })).is(201);
    const open = () => reporter.opens({ project_id: id, title: 'Scanner in the hall' });
    const [a, b, c] = [await open(), await open(), await open()];
    (await dev.patches(a, { planned_date: '2026-01-02' })).is(200);
    (await dev.patches(b, { planned_date: '2026-01-03' })).is(200);
    clock.advance(HOUR);
    const then = instant(clock.now());
    (await dev.patches(c, { status: 'closed', closure_summary: 'A new lamp.' })).is(200);
    const after = instant(clock.now() + 1);
    const expected: [string, { id: string }[]][] = [
      ['planned_before=2026-01-02', []],
      ['planned_before=2026-01-03', [a]],
      ['planned_before=2026-01-04', [a, b]],
      [`updated_before=${then}`, [a, b]],
      [`updated_before=${after}`, [a, b, c]],
      [`closed_since=${then}`, [c]],
      [`closed_since=${after}`, []],
      [`closed_before=${then}`, []],
      [`closed_before=${after}`, [c]],
      [`closed_since=${then}&closed_before=${after}`, [c]],
      [`planned_before=2026-01-04&updated_before=${then}&closed_since=${then}`, []],
    ];
    // A list of open tickets, one with closed tickets, and a search.
    for (const [query, matching] of expected)
      for (const more of ['', '&status=submitted,verified', '&q=scanner', '&q=scanner&sort=updated_at']) {
        const ids = (await dev.lists(`?${query}&project_id=${id}${more}`)).is(200).map((ticket) => ticket.id);
        const fitting = more.startsWith('&status') ? matching.filter((ticket) => ticket !== c) : matching;
        assert.deepEqual(ids.sort(), fitting.map((ticket) => ticket.id).sort(), query + more);
      }
  });

  test('refuses filters that it does not know', async () => {
    const ada = await app().cast.ada;
    for (const [query, path] of [
      ['status=open', 'status'],
      ['status=', 'status'],
      ['status=closed,', 'status'],
      ['priority=1', 'priority'],
      ['category=x', 'category'],
      ['project_id=7', 'project_id'],
      ['number=0', 'number'],
      ['number=1.5', 'number'],
      ['number=x', 'number'],
      ['number=1e300', 'number'],
      ['assignee_id=you', 'assignee_id'],
      ['planned_before=2026-02-30', 'planned_before'],
      ['planned_before=today', 'planned_before'],
      ['updated_before=2026-11-21', 'updated_before'],
      ['closed_since=2026-13-01T00:00:00Z', 'closed_since'],
      ['closed_before=2026-11-31T00:00:00Z', 'closed_before'],
      ['sort=title', 'sort'],
      ['order=up', 'order'],
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['limit=1.5', 'limit'],
      ['limit=ten', 'limit'],
      ['my=true', 'my'],
      ['page=2', 'page'],
    ] as const)
      assert.deepEqual((await ada.lists(`?${query}`)).isInvalid(), [path], query);
  });

  test('sorts by each of its columns both ways, page by page without repeat or gap', async () => {
    const { reporter, tickets } = await twelve(app());
    const keys: Record<string, (ticket: Ticket) => string | number> = {
      updated_at: ({ updated_at }) => updated_at,
      created_at: ({ created_at }) => created_at,
      number: ({ number }) => number,
      priority: ({ priority }) => RANK.indexOf(priority),
    };
    for (const [sort, key] of Object.entries(keys))
      for (const order of ['desc', 'asc'])
        for (const limit of [1, 5, 12]) {
          const listed = await pages(reporter, `sort=${sort}&order=${order}`, limit);
          assert.equal(new Set(listed.map(({ id }) => id)).size, tickets.length, `${sort} ${order} ${limit}`);
          assert.equal(listed.length, tickets.length);
          const values = listed.map(key);
          const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
          assert.deepEqual(values, order === 'asc' ? sorted : sorted.reverse(), `${sort} ${order} ${limit}`);
        }
    const newest = (await reporter.lists()).is(200);
    assert.deepEqual(newest, (await reporter.lists('?sort=updated_at&order=desc')).is(200));
  });

  test('keeps its filters from page to page, for developers too', async () => {
    const { reporter, dev, tickets } = await twelve(app());
    const questions = await pages(reporter, 'category=question&sort=number', 2);
    assert.deepEqual(
      questions.map(({ title }) => title),
      ['Ticket 9', 'Ticket 6', 'Ticket 3', 'Ticket 0'],
    );
    const all = await pages(dev, 'sort=number&order=asc', 7);
    const numbers = all.map(({ number }) => number);
    assert.deepEqual(
      numbers,
      numbers.map((_, n) => n + 1),
    );
    assert.ok(tickets.every(({ id }) => all.some((row) => row.id === id)));
  });

  test('ends with a page that names no next one', async () => {
    const { reporter } = await twelve(app());
    const whole = await reporter.lists('?limit=12');
    assert.deepEqual([whole.is(200).length, whole.next], [12, null]);
    assert.equal((await (await app().cast.guest()).lists()).next, null);
  });

  test('refuses a cursor that it has not given out for that order', async () => {
    const { reporter } = await twelve(app());
    const { next } = await reporter.lists('?limit=2&sort=number');
    const cursor = new URL(next ?? '', 'http://kwit').searchParams.get('cursor') ?? '';
    assert.notEqual(cursor, '');
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
    const wrong = ['x', '%00', 'bnVsbA', forged({}), forged(['number', 'x', id]), forged(['number', 1, 'x'])];
    for (const damaged of [...wrong, forged(['number', 1e300, id]), forged(['number', 1, '-'.repeat(36)])])
      assert.deepEqual((await reporter.lists(`?sort=number&cursor=${damaged}`)).isInvalid(), ['cursor'], damaged);
    assert.deepEqual((await reporter.lists(`?sort=priority&cursor=${cursor}`)).isInvalid(), ['cursor']);
    const times = ['2026-99-99T99:99:99.999Z', "2026-11-21T03:44:00.000'", '2026-02-31T00:00:00.000Z', 7, null];
    times.push('0000-01-01T00:00:00.000Z', '+010000-01-01T00:00:00.000Z', '2026-11-21T03:44:00Z');
    for (const time of times)
      assert.deepEqual((await reporter.lists(`?cursor=${forged(['updated_at', time, id])}`)).isInvalid(), ['cursor']);
  });

  test('leaves what somebody reported, in a time, and turns filters round', async () => {
    const { clock, cast } = app();
    const { ada, jan, dev } = await cast.all();
    const hers = await ada.opens({ category: 'question' });
    clock.advance(HOUR);
    const between = instant(clock.now());
    clock.advance(HOUR);
    const his = await jan.opens({
      category: 'improvement',
      description: 'The lift could stop on every floor when somebody asks it to.',
    });
    const taken = (await dev.patches(his, { assignee_id: dev.id, status: 'in_progress' })).is(200);
    const all = [hers.id, taken.id];
    const ids = async (person: Player, query: string) =>
      (await person.lists(query)).is(200).flatMap(({ id }) => (all.includes(id) ? [id] : []));
    assert.deepEqual(await ids(dev, `?reporter_id=${ada.id}`), [hers.id]);
    assert.deepEqual(await ids(dev, `?reporter_id=${ada.id}&not=reporter_id`), [taken.id]);
    assert.deepEqual(await ids(ada, `?reporter_id=${jan.id}`), []);
    assert.deepEqual(await ids(ada, '?reporter_id=me'), [hers.id]);
    assert.deepEqual(await ids(dev, `?created_since=${between}`), [taken.id]);
    assert.deepEqual(await ids(dev, `?created_before=${between}`), [hers.id]);
    assert.deepEqual(await ids(dev, '?assignee_id=none&not=assignee_id'), [taken.id]);
    assert.deepEqual(await ids(dev, `?assignee_id=${dev.id}&not=assignee_id`), [hers.id]);
    assert.deepEqual(await ids(dev, '?category=question&not=category'), [taken.id]);
    assert.deepEqual(await ids(dev, '?status=submitted,closed&category=improvement&not=status'), [taken.id]);
    assert.deepEqual(await ids(dev, '?priority=low,normal,high,critical&not=priority'), []);
    const { count } = (await dev.get<{ count: number }>(`/api/tickets/count?reporter_id=${ada.id}`)).is(200);
    assert.equal(count, 1);
    const { details } = (await dev.get('/api/tickets?not=status')).isRefused(400, 'validation_error');
    assert.equal(details?.[0]?.path, 'not');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '#contract/board.ts';
import type { ListedRow, TicketCount } from '#contract/ticket-list.ts';
import type { TicketRow } from '#contract/tickets.ts';
import { LONG_TEXTS } from '#contract/words.ts';
import { DAY, HOUR, instant } from '#platform';
import type { Player } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const rowsFor = async (person: Player, query = '') =>
  (await person.get<ListedRow[]>(`/api/tickets?view=row${query}`)).is(200);
const countFor = async (person: Player, query = '') =>
  (await person.get<TicketCount>(`/api/tickets/count${query}`)).is(200).count;
const boardFor = async (person: Player, query: string) =>
  (await person.get<Board<TicketRow>>(`/api/tickets/board?view=row${query}`)).is(200);

onEachDatabase('rows of tickets', (app) => {
  test('leave long texts out and count what their reader may see', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'The scanner sends grey pages', steps_to_reproduce: 'Scan a page.' });
    (await ada.attaches(ticket, { name: 'log.txt', type: 'text/plain', bytes: samples.text })).is(201);
    (await ada.comments(ticket, 'It began on Monday.')).is(201);
    (await dev.comments(ticket, { content: 'The lamp is old.', is_internal: true })).is(201);
    const query = `&number=${ticket.number}`;
    const [whole] = (await dev.lists(`?number=${ticket.number}`)).is(200);
    const [hers, devs] = [(await rowsFor(ada, query))[0], (await rowsFor(dev, query))[0]];
    assert.deepEqual([hers?.comment_count, hers?.attachment_count], [1, 1]);
    assert.deepEqual([devs?.comment_count, devs?.attachment_count], [2, 1]);
    const short = Object.fromEntries(
      Object.entries(whole ?? {}).filter(([name]) => !(LONG_TEXTS as readonly string[]).includes(name)),
    );
    assert.deepEqual(devs, { ...short, comment_count: 2, attachment_count: 1, lead: null, beside_count: 0 });
  });

  test('say where the words of a search are, in the description too', async () => {
    const { ada } = await app().cast.all();
    const ticket = await ada.opens({ title: 'Nothing prints', description: 'The quokka driver is missing.' });
    const [row] = await rowsFor(ada, '&q=quokka&snippets=1');
    assert.equal(row?.id, ticket.id);
    assert.equal(row?.snippet?.field, 'description');
    assert.ok(row?.snippet?.parts.some(({ text, match }) => match && text === 'quokka'));
    assert.ok(row && !('description' in row));
  });

  test('come in the same pages as whole tickets do', async () => {
    const { dev, cast } = { dev: await app().cast.dev, cast: app().cast };
    const reporter = await cast.guest();
    for (let n = 0; n < 5; n += 1) await reporter.opens({ title: `Page by page ${n}` });
    for (const query of ['my=1&sort=number', 'my=1&q=page&order=asc']) {
      const walk = async (path: string | null, numbers: number[]): Promise<number[]> => {
        if (path === null) return numbers;
        const page = await reporter.get<ListedRow[]>(path);
        return walk(page.next, [...numbers, ...page.is(200).map(({ number }) => number)]);
      };
      const [rows, tickets] = [
        await walk(`/api/tickets?view=row&limit=2&${query}`, []),
        await walk(`/api/tickets?limit=2&${query}`, []),
      ];
      assert.deepEqual(rows, tickets);
      assert.equal(rows.length, 5);
    }
    assert.deepEqual((await dev.get('/api/tickets?view=card')).isInvalid(), ['view']);
  });
});

onEachDatabase('counting tickets', (app) => {
  test('counts all pages of what the caller may see', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const before = await countFor(dev);
    for (let n = 0; n < 3; n += 1) await ada.opens({ title: `The zebra badge ${n}` });
    const his = await jan.opens({ title: 'The zebra badge of Jan' });
    (await dev.patches(his, { status: 'verified' })).is(200);
    assert.equal(await countFor(dev), before + 4);
    assert.equal(await countFor(dev, '?q=zebra'), 4);
    assert.equal(await countFor(dev, '?q=zebra&status=verified'), 1);
    assert.equal(await countFor(dev, '?q=zebra&assignee_id=me'), 1);
    assert.equal(await countFor(ada, '?q=zebra'), 3);
    assert.equal(await countFor(jan, '?q=zebra&status=submitted'), 0);
    assert.equal(await countFor(dev, '?q=nobodyhaswrittenthis'), 0);
    assert.deepEqual((await dev.get('/api/tickets/count?limit=3')).isInvalid(), ['limit']);
  });

  test('knows since when a ticket has had its status', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'Waits for a part' });
    const at = (milliseconds: number) => encodeURIComponent(instant(app().clock.now() + milliseconds));
    const isStuck = async (status: string, before: string) =>
      (await rowsFor(dev, `&number=${ticket.number}&status=${status}&status_before=${before}`)).length === 1;
    app().clock.advance(DAY);
    assert.ok(await isStuck('submitted', at(-HOUR)));
    (await dev.patches(ticket, { status: 'blocked' })).is(200);
    assert.ok(!(await isStuck('blocked', at(-HOUR))));
    app().clock.advance(4 * DAY);
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    assert.ok(await isStuck('blocked', at(-3 * DAY)));
    assert.ok(!(await isStuck('blocked', at(-5 * DAY))));
    assert.deepEqual((await dev.get('/api/tickets?status_before=yesterday')).isInvalid(), ['status_before']);
  });
});

onEachDatabase('the board with filters', (app) => {
  test('shows and counts what they leave', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const mine = await ada.opens({ title: 'The lynx server is slow' });
    const hers = await ada.opens({ title: 'The lynx server is down' });
    (await dev.patches(mine, { status: 'in_progress' })).is(200);
    (await ewa.patches(hers, { status: 'in_progress' })).is(200);
    const both = await boardFor(dev, '&q=lynx&limit=1');
    assert.deepEqual([both.in_progress.length, both._stats.in_progress, both._stats.submitted], [1, 2, 0]);
    const own = await boardFor(dev, '&q=lynx&assignee_id=me');
    assert.deepEqual(
      own.in_progress.map(({ id, comment_count }) => [id, comment_count]),
      [[mine.id, 0]],
    );
    assert.equal(own._stats.in_progress, 1);
    const byAssignee = await boardFor(ewa, '&assignee_id=me');
    assert.deepEqual(byAssignee._stats.in_progress, byAssignee.in_progress.length);
    assert.ok(byAssignee.in_progress.every(({ assignee_id }) => assignee_id === ewa.id));
    assert.deepEqual((await boardFor(dev, '&q=nobodyhaswrittenthis'))._stats.in_progress, 0);
    assert.deepEqual((await dev.get('/api/tickets/board?status=closed')).isInvalid(), ['status']);
  });
});

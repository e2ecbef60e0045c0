import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SummaryFeed } from '#contract/closure-summaries.ts';
import { MINUTE } from '#platform';
import type { Answer } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { writeInternalSummary } from '#testing/older-summary.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const FEED = '/api/tickets/closure-summaries/index-feed';

const reads = async (person: Player, query = '') => (await person.get<SummaryFeed>(`${FEED}${query}`)).is(200);
const now = ({ clock }: App) => new Date(clock.now()).toISOString();

/** Tickets closed with these answers, a minute after each other. */
async function answers(app: App, ...contents: string[]) {
  const { ada, dev } = await app.cast.all();
  const tickets = [];
  for (const content of contents) {
    app.clock.advance(MINUTE);
    const ticket = await ada.opens({ title: `Ticket of ${content}` });
    (await dev.patches(ticket, { status: 'closed', closure_summary: content })).is(200);
    tickets.push(ticket);
  }
  return tickets;
}

onEachDatabaseAnew('the feed of closure summaries', (app) => {
  test('is empty at first, and for developers', async () => {
    const { ada, dev } = await app().cast.all();
    (await ada.get(FEED)).isRefused(403, 'forbidden');
    (await app().stranger.get(FEED)).isRefused(401, 'unauthorized');
    assert.deepEqual(await reads(dev), { generated_at: now(app()), count: 0, items: [], next_cursor: null });
  });

  test('has each answer with its ticket and its author', async () => {
    const { dev } = await app().cast.all();
    const [ticket] = await answers(app(), 'The fuser was worn.');
    const written = now(app());
    app().clock.advance(MINUTE);
    (await dev.patches({ id: String(ticket?.id) }, { priority: 'high', category: 'question' })).is(200);
    const { items, count } = await reads(dev);
    assert.equal(count, 1);
    const { summary_comment_id, ...rest } = items[0] ?? assert.fail();
    assert.match(summary_comment_id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      index_key: `ticket:${ticket?.id}:summary:${summary_comment_id}`,
      summary_content: 'The fuser was worn.',
      summary_created_at: written,
      summary_author_name: 'Dev',
      summary_author_email: 'dev@example.com',
      ticket_id: ticket?.id,
      ticket_number: ticket?.number,
      ticket_title: 'Ticket of The fuser was worn.',
      ticket_status: 'closed',
      ticket_priority: 'high',
      ticket_category: 'question',
      ticket_updated_at: now(app()),
    });
  });

  test('leaves internal ones out, and has the last of several', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const ofTicket = async () => (await reads(dev)).items.filter(({ ticket_id }) => ticket_id === ticket.id);
    const writes = async (content: string) =>
      (await ewa.comments(ticket, { content, is_closure_summary: true })).is(201);
    (await ada.comments(ticket, 'No answer yet.')).is(201);
    assert.deepEqual(await ofTicket(), []);
    await writeInternalSummary(app(), ewa, ticket, 'Between us: it was unplugged.');
    assert.deepEqual(await ofTicket(), []);
    await writes('First.');
    const [first] = await ofTicket();
    await writes('Second.');
    const [second, ...others] = await ofTicket();
    assert.deepEqual([first?.summary_content, second?.summary_content, others], ['First.', 'Second.', []]);
    assert.notEqual(first?.index_key, second?.index_key);
    await writeInternalSummary(app(), ewa, ticket, 'Between us: it was us.');
    assert.deepEqual(await ofTicket(), []);
  });
});

onEachDatabaseAnew('the pages of the feed', (app) => {
  test('come newest first, each answer once, also those of the same moment', async () => {
    const { ada, dev } = await app().cast.all();
    const tickets = await answers(app(), 'One.', 'Two.', 'Three.');
    for (const ticket of tickets.slice(0, 2)) (await ada.comments(ticket, 'Thanks.')).is(201);
    const seen: string[] = [];
    let path: string | null = `${FEED}?limit=1`;
    for (let pages = 1; path; pages++) {
      const page: Answer<SummaryFeed> = await dev.get<SummaryFeed>(path);
      const { items, count, next_cursor } = page.is(200);
      assert.deepEqual([items.length, count], [1, 1]);
      seen.push(...items.map(({ summary_content }) => summary_content));
      assert.equal(next_cursor === null, page.next === null);
      assert.equal(page.next && new URL(page.next, 'http://kwit').searchParams.get('cursor'), next_cursor);
      path = next_cursor && `${FEED}?limit=1&cursor=${next_cursor}`;
      assert.ok(pages <= 3);
    }
    assert.deepEqual(
      seen,
      (await reads(dev)).items.map(({ summary_content }) => summary_content),
    );
    assert.deepEqual(seen.toSorted(), ['One.', 'Three.', 'Two.']);
  });

  test('may begin at a moment, in whatever zone it is told', async () => {
    const { dev } = await app().cast.all();
    await answers(app(), 'One.', 'Two.', 'Three.');
    app().clock.advance(MINUTE);
    const moment = app().clock.now();
    await answers(app(), 'Four.');
    const since = async (text: string) =>
      (await reads(dev, `?updated_since=${encodeURIComponent(text)}`)).items.map((item) => item.summary_content);
    assert.deepEqual(await since(new Date(moment).toISOString()), ['Four.']);
    assert.deepEqual(await since(now(app())), ['Four.']);
    assert.deepEqual(await since(new Date(app().clock.now() + 1).toISOString()), []);
    const inWarsaw = new Date(moment + 60 * MINUTE).toISOString().replace('Z', '+01:00');
    assert.deepEqual(await since(inWarsaw), ['Four.']);
    assert.equal((await since('0000-01-01T00:00:00Z')).length, 4);
    assert.deepEqual(await since('9999-12-31T23:59:59-12:00'), []);
  });

  test('are refused for what is of no right form', async () => {
    const { dev } = await app().cast.all();
    const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const id = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
    for (const [query, name] of [
      ['limit=0', 'limit'],
      ['limit=501', 'limit'],
      ['updated_since=yesterday', 'updated_since'],
      ['updated_since=2026-11-21', 'updated_since'],
      ['updated_since=2016-12-31T23:59:60Z', 'updated_since'],
      ['cursor=x', 'cursor'],
      [`cursor=${forged(['2026-02-31T00:00:00.000Z', id])}`, 'cursor'],
      [`cursor=${forged(['2026-11-21T03:44:00.000Z', 'x'])}`, 'cursor'],
      ['since=2026-11-21T03:44:00Z', 'since'],
    ] as const)
      assert.deepEqual((await dev.get(`${FEED}?${query}`)).isInvalid(), [name], query);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calendar } from '#contract/calendars.ts';
import { WEEKDAYS } from '#contract/due-words.ts';
import type { HomeForDevelopers, HomeForReporters, HomeList } from '#contract/home.ts';
import type { Overview } from '#contract/statistics.ts';
import type { ListedRow, TicketCount } from '#contract/ticket-list.ts';
import { DAY } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const OPEN = 'submitted,verified,in_progress,waiting,blocked';
const LONGEST_FIRST = 'sort=awaiting_reply_since&order=asc&limit=8';
const PRESSING_FIRST = 'sort=priority&limit=8';
const LATEST_FIRST = 'sort=updated_at&limit=20';

/** The lists by which the app would ask for the same: filters, then order. */
const DEVELOPERS: Record<keyof HomeForDevelopers['lists'], readonly [string, string]> = {
  missed: ['due=missed', 'sort=due_at&limit=8'],
  due_today: ['due=today', 'sort=due_at&limit=8'],
  awaiting_me: ['awaiting_reply=1&assignee_id=me', LONGEST_FIRST],
  awaiting: ['awaiting_reply=1', LONGEST_FIRST],
  queue: ['assignee_id=me&status=verified,in_progress,waiting,blocked', PRESSING_FIRST],
  to_verify: ['status=submitted', PRESSING_FIRST],
  overdue: [`status=${OPEN}&planned_before=2026-11-21`, PRESSING_FIRST],
  blocked: ['status=blocked&status_before=2026-11-22T03:00:00.000Z', PRESSING_FIRST],
  live: ['live=unanswered', PRESSING_FIRST],
};
const REPORTERS: Record<keyof HomeForReporters['lists'], readonly [string, string]> = {
  waiting: ['my=1&status=waiting', LATEST_FIRST],
  open: ['my=1&status=submitted,verified,in_progress,blocked', LATEST_FIRST],
  answered: ['my=1&status=closed', 'sort=updated_at&limit=5'],
};

async function asLists(who: Player, lists: typeof DEVELOPERS | typeof REPORTERS): Promise<Record<string, HomeList>> {
  const answers = Object.entries<readonly [string, string]>(lists).map(async ([name, [filters, order]]) => {
    const tickets = (await who.get<ListedRow[]>(`/api/tickets?view=row&${filters}&${order}`)).is(200);
    const { count } = (await who.get<TicketCount>(`/api/tickets/count?${filters}`)).is(200);
    return [name, { tickets, count }] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

const homeOf = async <T>(who: Player, query = '') => (await who.get<T>(`/api/home${query}`)).is(200);

onEachDatabaseAnew('the start page', (app) => {
  test('has of each list what the list itself says, for developers and for reporters', async () => {
    const { ada, dev } = await app().cast.all();
    const week = Object.fromEntries(WEEKDAYS.map((day) => [day, ['00:00-24:00']]));
    const { id } = (await dev.post<Calendar>('/api/calendars', { name: 'Always', zone: 'UTC', week })).is(201);
    const target = { condition: {}, minutes: 120, calendar_id: id, promised: false, is_active: true };
    (await dev.put('/api/answer-targets', { targets: [target] })).is(200);
    for (let n = 1; n <= 9; n += 1) await ada.opens({ title: `To verify ${n}` });
    const blocked = await ada.opens({ title: 'Blocked for long' });
    await dev.patches(blocked, { status: 'blocked', assignee_id: dev.id, priority: 'high' });
    app().clock.advance(4 * DAY);
    const waiting = await ada.opens({ title: 'Waits for its reporter' });
    await dev.patches(waiting, { status: 'waiting', planned_date: '2026-11-20', assignee_id: dev.id });
    (await ada.comments(waiting, 'Here you are.')).is(201);
    const commits = [{ id: '1', message: `kwit#${waiting.number}` }];
    const shipment = { repository: 'shop', environment: 'production', version: '1', commits };
    (await dev.post('/api/shipments', shipment)).is(200);
    const closed = await ada.opens({ title: 'Answered' });
    (await dev.patches(closed, { status: 'closed', closure_summary: 'Restarted it.' })).is(200);

    const home = await homeOf<HomeForDevelopers>(dev, '?today=2026-11-21');
    assert.deepEqual(home.lists, await asLists(dev, DEVELOPERS));
    assert.equal(home.lists.to_verify.count, 9);
    assert.equal(home.lists.to_verify.tickets.length, 8);
    for (const list of Object.values(home.lists)) assert.ok(list.count > 0);
    const overview = (await dev.get<Overview>('/api/tickets/stats/overview')).is(200);
    assert.equal(home.closed_today, overview.closed_today);

    const hers = await homeOf<HomeForReporters>(ada);
    assert.deepEqual(hers, { lists: await asLists(ada, REPORTERS) });
    for (const list of Object.values(hers.lists)) assert.ok(list.count > 0);
  });

  test('shows a reporter nothing of others', async () => {
    const { ada, dev, jan } = await app().cast.all();
    await ada.opens();
    await dev.patches(await ada.opens(), { status: 'waiting' });
    const empty = { tickets: [], count: 0 };
    assert.deepEqual(await homeOf(jan), { lists: { waiting: empty, open: empty, answered: empty } });
  });
});

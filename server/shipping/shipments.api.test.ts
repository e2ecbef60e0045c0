import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HomeForDevelopers } from '#contract/home.ts';
import type { Project } from '#contract/projects.ts';
import type { ShipmentResult } from '#contract/shipping.ts';
import type { Team } from '#contract/teams.ts';
import type { NewToken } from '#contract/tokens.ts';
import type { TokenScope } from '#contract/words.ts';
import { Caller } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const AT = '2026-11-20T10:02:00.000Z';
const SHIPMENT = { repository: 'shop/web', environment: 'production', version: '2.4.0' };
const commits = (...messages: string[]) => messages.map((message, index) => ({ id: `c${index}`, message }));

const ships = async (caller: Caller, messages: string[], more: object = {}) =>
  (await caller.post<ShipmentResult>('/api/shipments', { ...SHIPMENT, commits: commits(...messages), ...more })).is(
    200,
  );

onEachDatabaseAnew('a shipment', (app) => {
  const withScope = async (player: Player, scope: TokenScope) => {
    const { token } = (await player.post<NewToken>('/api/tokens', { name: 'pipeline', scope })).is(201);
    return new Caller(app().address, token);
  };

  test('makes the tickets live that its commits name, and changes nothing else of them', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const before = (await dev.reads(ticket)).is(200);
    const result = await ships(dev, [`Trim it\n\nFixes kwit#${ticket.number}.`, `kwit-${ticket.number}`], { at: AT });
    assert.deepEqual(result, { tickets: [{ number: ticket.number, state: 'linked' }], new: 1 });
    const live = { version: '2.4.0', environment: 'production', at: AT };
    assert.deepEqual((await dev.reads(ticket)).is(200), { ...before, live });
    const [row] = (await dev.lists('?view=row')).is(200);
    assert.deepEqual(row?.live, live);
    const [shipped, ...more] = (await dev.eventsOf(ticket)).filter(({ event_name }) => event_name === 'ticket.shipped');
    assert.deepEqual(more, []);
    assert.deepEqual(shipped?.payload, { ticket_id: ticket.id, number: ticket.number, ...SHIPMENT, at: AT });
  });

  test('counts once, however often it is sent, and its first moment stays', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const message = [`kwit#${ticket.number}`];
    assert.equal((await ships(dev, message, { at: AT })).new, 1);
    assert.equal((await ships(dev, message)).new, 0);
    assert.equal((await dev.reads(ticket)).is(200).live?.at, AT);
    assert.equal((await ships(dev, message, { environment: 'staging' })).new, 1);
    assert.equal((await ships(dev, message, { repository: 'shop/api', at: '2026-11-19T10:00:00.000Z' })).new, 1);
    assert.deepEqual((await dev.reads(ticket)).is(200).live, { version: '2.4.0', environment: 'production', at: AT });
    assert.equal((await ships(dev, message, { version: '2.4.1', at: '2026-11-20T11:00:00.000Z' })).new, 1);
    assert.equal((await dev.reads(ticket)).is(200).live?.version, '2.4.1');
  });

  test('is live where the setting says, and reporters read the version where the setting says', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    await ships(dev, [`kwit#${ticket.number}`], { environment: 'eu "west"', at: AT });
    assert.equal((await dev.reads(ticket)).is(200).live, null);
    assert.equal((await ada.reads(ticket)).is(200).live, null);
    (await dev.patch('/api/settings', { live_environment: 'eu "west"' })).is(200);
    assert.equal((await dev.reads(ticket)).is(200).live?.version, '2.4.0');
    assert.deepEqual((await ada.reads(ticket)).is(200).live, { at: AT });
    assert.deepEqual((await ada.lists()).is(200)[0]?.live, { at: AT });
    (await dev.patch('/api/settings', { show_version: true })).is(200);
    assert.deepEqual((await ada.reads(ticket)).is(200).live, { at: AT, version: '2.4.0' });
    (await dev.patch('/api/settings', { live_environment: 'production', show_version: false })).is(200);
    (await dev.patch('/api/settings', { live_environment: '' })).isInvalid();
  });

  test('says of a sealed ticket what it says of none, and links the root of a joined one', async () => {
    const { ada, dev } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const project = (await lena.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
    const sealed = await ada.opens({ project_id: project.id });
    const [root, joined] = [await ada.opens(), await ada.opens()];
    (await dev.post(`/api/tickets/${joined.id}/merge`, { into: root.id, mode: 'join' })).is(200);
    const message = [`kwit#999999 kwit#${joined.number} kwit#${root.number} kwit#${sealed.number}`];
    assert.deepEqual(await ships(dev, message), {
      tickets: [
        { number: sealed.number, state: 'unknown' },
        { number: root.number, state: 'linked' },
        { number: joined.number, state: 'linked' },
        { number: 999_999, state: 'unknown' },
      ],
      new: 1,
    });
    assert.equal((await lena.reads(sealed)).is(200).live, null);
    assert.notEqual((await dev.reads(root)).is(200).live, null);
    assert.equal((await ships(lena, [`kwit#${sealed.number}`])).new, 1);
  });

  test('lists for developers what is live and to be answered, also on Home', async () => {
    const { ada, dev } = await app().cast.all();
    const [open, closed, staged] = [await ada.opens(), await ada.opens(), await ada.opens()];
    await ships(dev, [`kwit#${open.number} kwit#${closed.number}`]);
    await ships(dev, [`kwit#${staged.number}`], { environment: 'staging' });
    (await dev.patches(closed, { status: 'closed', closure_summary: 'Done.' })).is(200);
    const numbers = async (query: string) => (await dev.lists(query)).is(200).map(({ number }) => number);
    assert.deepEqual(await numbers('?live=unanswered'), [open.number]);
    assert.deepEqual(await numbers('?live=unanswered&status=closed'), []);
    assert.deepEqual(await numbers('?live=unanswered&status=closed,submitted&view=row&sort=priority'), [open.number]);
    assert.equal((await dev.get<{ count: number }>('/api/tickets/count?live=unanswered')).is(200).count, 1);
    const home = (await dev.get<HomeForDevelopers>('/api/home')).is(200);
    assert.deepEqual([home.lists.live.count, home.lists.live.tickets[0]?.number], [1, open.number]);
    (await ada.lists('?live=unanswered')).isRefused(403, 'forbidden');
    assert.deepEqual((await dev.lists('?live=all')).isInvalid(), ['live']);
  });

  test('is said by tokens for it, by admin and by developers, and by nobody else', async () => {
    const { ada, dev } = await app().cast.all();
    const body = { ...SHIPMENT, commits: [] };
    const pipeline = await withScope(dev, 'shipments');
    assert.deepEqual((await pipeline.post('/api/shipments', body)).is(200), { tickets: [], new: 0 });
    (await (await withScope(dev, 'admin')).post('/api/shipments', body)).is(200);
    for (const scope of ['read', 'write'] as const)
      (await (await withScope(dev, scope)).post('/api/shipments', body)).isRefused(403, 'insufficient_scope');
    (await ada.post('/api/shipments', body)).isRefused(403, 'forbidden');
    (await (await withScope(ada, 'shipments')).post('/api/shipments', body)).isRefused(403, 'forbidden');
    (await new Caller(app().address).post('/api/shipments', body)).isRefused(401, 'unauthorized');
    for (const path of ['/api/auth/me', '/api/tickets', '/api/projects'])
      (await pipeline.get(path)).isRefused(403, 'insufficient_scope');
    (await pipeline.post('/api/tickets', { title: 'Printer jams', description: 'x' })).isRefused(
      403,
      'insufficient_scope',
    );
    (await pipeline.get('/api/tokens')).isRefused(403, 'forbidden');
  });

  test('is of a moment that has been, of 2,000 commits and 4 MiB at most', async () => {
    const { dev } = await app().cast.all();
    const post = (more: object) => dev.post('/api/shipments', { ...SHIPMENT, commits: [], ...more });
    assert.deepEqual((await post({ at: '2026-11-21T03:44:00.001Z' })).isInvalid(), ['at']);
    assert.deepEqual((await post({ at: 'soon' })).isInvalid(), ['at']);
    (await post({ at: '2026-11-21T03:44:00.000Z' })).is(200);
    for (const [name, long] of Object.entries({ repository: 201, environment: 61, version: 101 }))
      for (const value of ['', ' ', 'x'.repeat(long)])
        assert.deepEqual((await post({ [name]: value })).isInvalid(), [name]);
    (await post({ commits: [{ id: '', message: '' }] })).isInvalid();
    (await post({ commits: [{ id: 'x'.repeat(64), message: '' }] })).is(200);
    const many = Array.from({ length: 2001 }, () => ({ id: 'a', message: '' }));
    assert.deepEqual((await post({ commits: many })).isInvalid(), ['commits']);
    (await post({ commits: many.slice(1) })).is(200);
    (await post({ commits: commits('x'.repeat(4_000_000)) })).is(200);
    (await post({ commits: commits('x'.repeat(4_300_000)) })).isRefused(413, 'payload_too_large');
  });
});

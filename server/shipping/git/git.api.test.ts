import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { CodeChange, GitConnection, NewGitConnection, ReceivedWebhook } from '#contract/git.ts';
import type { Project } from '#contract/projects.ts';
import type { Team } from '#contract/teams.ts';
import type { Forge } from '#contract/words.ts';
import { DAY, MINUTE } from '#platform';
import { Caller } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { FORGES_OF_PAYLOADS, forgeHeaders, kindOf, payloadsOf } from '#testing/forge-payloads.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const PATH = '/api/git-connections';

const connect = async (dev: Player, forge: Forge = 'github'): Promise<NewGitConnection> =>
  (await dev.post<NewGitConnection>(PATH, { name: `The ${forge}`, forge })).is(201);

onEachDatabaseAnew('a connection to a forge', (app) => {
  const post = (id: string, body: string, headers: Record<string, string>) =>
    new Caller(app().address).send('POST', `/api/git/${id}`, body, headers);

  const sends = async ({ id, forge, secret }: NewGitConnection, event: string, payload: object | string) => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload);
    (await post(id, body, forgeHeaders(forge, event, secret, body))).is(202);
  };
  const changesOn = async (player: Player, ticket: { id: string }): Promise<CodeChange[]> =>
    (await player.reads(ticket)).is(200).changes ?? [];
  const withoutIds = (changes: readonly CodeChange[]) => changes.map(({ id: _, ...change }) => change);
  const receivedOf = async (dev: Player, { id }: { id: string }) =>
    (await dev.get<ReceivedWebhook[]>(`${PATH}/${id}/received`)).is(200);

  const pushOf = (...messages: string[]) => ({
    ref: 'refs/heads/main',
    repository: { full_name: 'shop/web', default_branch: 'main' },
    commits: messages.map((message, index) => ({
      ...{ id: String(index), message, timestamp: '2026-11-20T10:00:00+01:00' },
      ...{ author: { name: 'Ada', email: 'ada@example.com' }, url: 'https://github.example.com/c' },
    })),
  });

  test('is made, renamed, switched off and removed by developers, and tells its secret once', async () => {
    const { ada, dev } = await app().cast.all();
    const { secret, ...made } = await connect(dev);
    assert.ok(secret.length >= 40);
    assert.deepEqual(
      { ...made, id: '', created_at: '' },
      {
        ...{ id: '', name: 'The github', forge: 'github', is_active: true, created_by: dev.id, created_at: '' },
        last_received_at: null,
      },
    );
    assert.deepEqual((await dev.get<GitConnection[]>(PATH)).is(200), [made]);
    const path = `${PATH}/${made.id}`;
    const changed = (await dev.patch<GitConnection>(path, { name: 'Shop', is_active: false })).is(200);
    assert.deepEqual(changed, { ...made, name: 'Shop', is_active: false });
    (await dev.patch(path, {})).isInvalid();
    const rotated = (await dev.post<{ secret: string }>(`${path}/rotate-secret`)).is(200);
    assert.deepEqual(Object.keys(rotated), ['secret']);
    assert.notEqual(rotated.secret, secret);
    (await ada.get(PATH)).isRefused(403, 'forbidden');
    (await dev.delete(path)).is(204);
    for (const gone of [
      dev.delete(path),
      dev.patch(path, { name: 'x' }),
      dev.post(`${path}/rotate-secret`),
      dev.get(`${path}/received`),
    ])
      (await gone).isRefused(404, 'git_connection_not_found');
    for (let i = 0; i < 20; i += 1) await connect(dev);
    (await dev.post(PATH, { name: 'One more', forge: 'gitlab' })).isRefused(409, 'limit_reached');
  });

  test('refuses alike what is not signed, and what is signed for none', async () => {
    const { dev } = await app().cast.all();
    for (const forge of ['github', 'gitea', 'gitlab'] as const) {
      const { id, secret } = await connect(dev, forge);
      const body = JSON.stringify(pushOf('x'));
      const good = forgeHeaders(forge, 'push', secret, body);
      const refusals = [
        await post(id, body, {}),
        await post(id, body, forgeHeaders(forge, 'push', `${secret}x`, body)),
        await post(id, body, forgeHeaders(forge === 'gitlab' ? 'github' : 'gitlab', 'push', secret, body)),
        await post(randomUUID(), body, good),
        await post('none', body, good),
        ...(forge === 'gitlab' ? [] : [await post(id, `${body} `, good)]),
      ];
      (await post(id, body, good)).is(202);
      (await dev.patch(`${PATH}/${id}`, { is_active: false })).is(200);
      refusals.push(await post(id, body, good));
      const bodies = refusals.map((refusal) => ({ ...refusal.isRefused(401, 'unauthorized'), request_id: '' }));
      assert.equal(new Set(bodies.map((refused) => JSON.stringify(refused))).size, 1);
    }
  });

  test('takes everything that is signed, and tells what became of it', async () => {
    const { ada, dev } = await app().cast.all();
    const { number } = await ada.opens();
    const connection = await connect(dev);
    await sends(connection, 'push', '{broken');
    await sends(connection, 'push', '');
    await sends(connection, 'star', { action: 'created' });
    await sends(connection, 'push', [] as object);
    await sends(connection, 'push', pushOf(`kwit#${number} kwit#999999`));
    const form = `payload=${encodeURIComponent(JSON.stringify(pushOf(`kwit#${number}`)))}`;
    const headers = forgeHeaders('github', 'push', connection.secret, form);
    const type = { 'content-type': 'application/x-www-form-urlencoded', 'x-github-delivery': 'abc' };
    (await post(connection.id, form, { ...headers, ...type })).is(202);
    const received = await receivedOf(dev, connection);
    assert.deepEqual(received.map(({ state, event }) => `${event} ${state}`).reverse(), [
      'push unreadable',
      'push unreadable',
      'star nothing',
      'push nothing',
      'push used',
      'push used',
    ]);
    assert.equal(received[0]?.delivery_id, 'abc');
    assert.deepEqual(received[1]?.numbers, [
      { number, state: 'linked' },
      { number: 999_999, state: 'unknown' },
    ]);
    const [last] = received;
    for (const odd of ['multipart/form-data', 'none at all', ''])
      (await post(connection.id, form, { ...headers, 'content-type': odd })).is(202);
    const raw = await dev.get(`${PATH}/${connection.id}/received/${last?.id}/raw`);
    assert.equal(raw.text, form);
    (await dev.get(`${PATH}/${connection.id}/received/${randomUUID()}/raw`)).isRefused(404, 'not_found');
    const page = await dev.get<ReceivedWebhook[]>(`${PATH}/${connection.id}/received?limit=5`);
    assert.deepEqual([page.is(200).length, (await dev.get<unknown[]>(page.next ?? '')).is(200).length], [5, 4]);
    assert.notEqual((await dev.get<GitConnection[]>(PATH)).is(200)[0]?.last_received_at, null);
    app().clock.advance(7 * DAY + MINUTE);
    const again = await app().cast.signsIn('dev@example.com');
    assert.deepEqual(await receivedOf(again, connection), []);
  });

  test('takes 1 MiB, and 60 a minute', async () => {
    const { dev } = await app().cast.all();
    const connection = await connect(dev);
    const huge = JSON.stringify({ text: 'x'.repeat(1024 * 1024) });
    (await post(connection.id, huge, forgeHeaders('github', 'push', connection.secret, huge))).isRefused(
      413,
      'payload_too_large',
    );
    for (let i = 0; i < 60; i += 1) await sends(connection, 'ping', {});
    const headers = forgeHeaders('github', 'ping', connection.secret, '{}');
    const refused = await post(connection.id, '{}', headers);
    refused.isRefused(429, 'too_many_requests');
    assert.equal(refused.headers.get('retry-after'), '60');
    await sends(await connect(dev), 'ping', {});
    app().clock.advance(MINUTE);
    await sends(connection, 'ping', {});
  });

  for (const forge of FORGES_OF_PAYLOADS)
    test(`links what ${forge} tells, and changes nothing else of a ticket`, async () => {
      const { ada, dev } = await app().cast.all();
      const ticket = await ada.opens();
      const before = (await dev.reads(ticket)).is(200);
      const connection = await connect(dev, kindOf(forge));
      for (const { event, body } of payloadsOf(forge, ticket.number)) await sends(connection, event, body);
      const { changes = [], ...after } = (await dev.reads(ticket)).is(200);
      const { changes: _, ...rest } = before;
      assert.deepEqual(after, rest);
      assert.deepEqual(changes.map(({ kind, title, state, repository }) => [kind, title, state, repository]).sort(), [
        ['branch', `kwit-${ticket.number}-trim`, 'closed', 'shop/web'],
        ['change', 'Trim the note everywhere', 'merged', 'shop/web'],
        ['commit', 'Trim the note', 'merged', 'shop/web'],
      ]);
      assert.ok(changes.every(({ url }) => url?.startsWith(`https://${forge}.example.com/shop/web/`)));
      assert.equal('changes' in (await ada.reads(ticket)).is(200), false);
      const added = (await dev.eventsOf(ticket)).filter(({ event_name }) => event_name === 'ticket.reference_added');
      assert.deepEqual(added.map(({ payload }) => (payload as { kind: string }).kind).sort(), [
        'branch',
        'change',
        'commit',
      ]);
    });

  test('comes to the same rows in any order', async () => {
    const { ada, dev } = await app().cast.all();
    const reversed = await connect(dev, 'github');
    const ticket = await ada.opens();
    for (const { event, body } of payloadsOf('github', ticket.number)) await sends(reversed, event, body);
    const expected = withoutIds(await changesOn(dev, ticket));
    for (const { event, body } of payloadsOf('github', ticket.number).reverse()) await sends(reversed, event, body);
    assert.deepEqual(withoutIds(await changesOn(dev, ticket)), expected);
  });

  test('links for its maker alone, as they are now, and no address that cannot be followed', async () => {
    const { ada, dev } = await app().cast.all();
    const lena = await app().cast.newDeveloper();
    const team = (await lena.post<Team>('/api/teams', { name: 'HR' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const project = (await lena.post<Project>('/api/projects', { name: 'Files', sealed: true, teams })).is(201);
    const sealed = await ada.opens({ project_id: project.id });
    await sends(await connect(dev), 'push', pushOf(`kwit#${sealed.number}`));
    assert.deepEqual(await changesOn(lena, sealed), []);
    const hers = await connect(lena);
    const push = pushOf(`kwit#${sealed.number}`);
    push.commits = push.commits.map((commit) => ({ ...commit, url: 'javascript:alert(1)' }));
    await sends(hers, 'push', push);
    assert.deepEqual(
      (await changesOn(lena, sealed)).map(({ url, at }) => [url, at]),
      [[null, '2026-11-20T09:00:00.000Z']],
    );
    const [seen] = await receivedOf(dev, hers);
    assert.deepEqual([seen?.state, seen?.numbers], ['nothing', [{ number: sealed.number, state: 'unknown' }]]);
    assert.equal((await receivedOf(lena, hers))[0]?.state, 'used');
    const open = await ada.opens();
    const rob = await app().cast.newDeveloper();
    const robs = await connect(rob);
    (await dev.patch(`/api/users/${rob.id}`, { is_active: false })).is(200);
    await sends(robs, 'push', pushOf(`kwit#${open.number}`));
    assert.deepEqual(await changesOn(dev, open), []);
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Label } from '#contract/labels.ts';
import type { UnreadCount } from '#contract/notices.ts';
import type { Project } from '#contract/projects.ts';
import type { PublicSettings } from '#contract/settings.ts';
import type { Team } from '#contract/teams.ts';
import type { User } from '#contract/users.ts';
import type { SavedView } from '#contract/views.ts';
import type { Workspace } from '#contract/workspace.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const shown = async (player: Player) => (await player.get<Workspace>('/api/workspace')).is(200);
const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);

onEachDatabase('the workspace', (app) => {
  test('has what a developer would otherwise ask for apart', async () => {
    const { cast } = app();
    const { dev, ada } = await cast.all();
    (await dev.post('/api/projects', { name: 'Intranet' })).is(201);
    (await dev.post('/api/views', { name: 'Mine', page: 'tickets', query: 'assignee=me' })).is(201);
    const { id, name } = (await dev.post<Team>('/api/teams', { name: 'HR' })).is(201);
    (await dev.patch(`/api/users/${(await cast.guest()).id}`, { is_active: false })).is(200);
    (await dev.post<Label>('/api/labels', { name: 'network' })).is(201);
    const { id: old } = (await dev.post<Label>('/api/labels', { name: 'old' })).is(201);
    (await dev.patch(`/api/labels/${old}`, { archived: true })).is(200);
    const { last_event_id, ...workspace } = await shown(dev);
    const former = (await dev.get<User[]>('/api/users?is_active=0')).is(200);
    assert.equal(former.length, 1);
    const usable = (await dev.get<Label[]>('/api/labels')).is(200).filter(({ archived }) => !archived);
    assert.ok(usable.some((label) => label.name === 'network') && usable.every((label) => label.name !== 'old'));
    assert.deepEqual(workspace, {
      read_only: false,
      me: (await dev.get<User>('/api/auth/me')).is(200),
      settings: (await ada.get<PublicSettings>('/api/settings/public')).is(200),
      ...(await dev.get<UnreadCount>('/api/notices/count')).is(200),
      views: (await dev.get<SavedView[]>('/api/views')).is(200),
      projects: (await dev.get<Project[]>('/api/projects')).is(200),
      teams: [{ id, name }],
      labels: usable.map((label) => ({ id: label.id, name: label.name, color: label.color })),
      developers: (await dev.get<User[]>('/api/users?role=developer&is_active=1'))
        .is(200)
        .map(
          ({ is_active: _, mail_addresses: __, ...user }: User & { is_active?: boolean; mail_addresses?: unknown }) =>
            user,
        ),
      former: idsOf(former),
    });
    assert.equal(typeof last_event_id, 'string');
  });

  test("tells a reporter nothing of colleagues, nor of others' views, projects and tickets", async () => {
    const { dev, ada } = await app().cast.all();
    (await dev.post('/api/projects', { name: 'Secret' })).is(201);
    (await dev.post('/api/labels', { name: 'secret' })).is(201);
    (await dev.post('/api/views', { name: 'Mine', page: 'board' })).is(201);
    const workspace = await shown(ada);
    assert.deepEqual([workspace.views, workspace.labels, workspace.developers, workspace.former], [[], [], [], []]);
    assert.deepEqual(workspace.projects, (await ada.get<Project[]>('/api/projects')).is(200));
    assert.equal(workspace.me.id, ada.id);
  });

  test('says where the stream goes on, so that a reporter hears what has happened since, and nothing internal', async () => {
    const { dev, ada } = await app().cast.all();
    const ticket = await ada.opens();
    const { last_event_id } = await shown(ada);
    (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201);
    (await dev.comments(ticket, 'Which tray?')).is(201);
    (await dev.patches(ticket, { status: 'verified' })).is(200);
    const heard = await ada.listens(last_event_id);
    const events = await heard.until('ticket.status_changed', ticket);
    assert.deepEqual(
      events.map(({ event }) => event).filter((event) => event !== 'notices'),
      ['comment.created', 'ticket.status_changed'],
    );
    await heard.close();
  });

  test('says where to a reporter in a sealed text, which shows nothing and is good for nobody else', async () => {
    const { ada, jan } = await app().cast.all();
    const [first, second] = [(await shown(ada)).last_event_id, (await shown(ada)).last_event_id];
    assert.notEqual(first, second);
    assert.equal(first.length, second.length);
    const damaged = first.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'));
    for (const [since, who] of [
      [first, jan],
      [damaged, ada],
    ] as const) {
      const heard = await who.listens(since);
      assert.equal((await heard.event()).event, 'reset');
      await heard.close();
    }
  });
});

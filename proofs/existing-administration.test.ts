/** Makes the calls by which the same client administrates (`existing-client.test.ts`): they must work unchanged, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { png } from '#testing/sample-files.ts';
import type { DevTask, TaskList } from '../contract/dev-tasks.ts';
import type { OutboxRunOnce, OutboxStats } from '../contract/outbox.ts';
import type { Project } from '../contract/projects.ts';
import type { Capabilities, MailTestResult, Settings } from '../contract/settings.ts';
import type { Workload } from '../contract/statistics.ts';
import type { TicketTemplate } from '../contract/templates.ts';
import type { ListedUser } from '../contract/users.ts';
import { formOf, type Player } from '../server/testing/cast.ts';
import { onEachDatabase, onEachDatabaseAnew } from '../server/testing/start-app.ts';

const PICTURE = { name: 'me.png', type: 'image/png', bytes: png(8, 8) };

onEachDatabase('an existing client that administrates', (app) => {
  test('keeps its templates: all of them for developers, each by its id, with the name of its project', async () => {
    const { ada, dev } = await app().cast.all();
    const project = (await dev.post<Project>('/api/projects', { name: 'Invoices' })).is(201);
    const draft = { name: 'Printer', project_id: project.id, is_active: false };
    const made = (await dev.post<TicketTemplate>('/api/ticket-templates', draft)).is(201);
    assert.equal(made.project_name, 'Invoices');
    const all = (await dev.get<TicketTemplate[]>('/api/ticket-templates?include_inactive=1')).is(200);
    assert.deepEqual(
      all.find(({ id }) => id === made.id),
      made,
    );
    assert.deepEqual((await dev.get<TicketTemplate>(`/api/ticket-templates/${made.id}`)).is(200), made);
    (await ada.get('/api/ticket-templates?include_inactive=1')).is(200);
    (await ada.get(`/api/ticket-templates/${made.id}`)).isRefused(404, 'ticket_template_not_found');
  });

  test('puts a version into the addresses of files', async () => {
    const { ada, dev } = await app().cast.all();
    const { stranger } = app();
    const user = (
      await ada.post<{ avatar_filename: string }>('/api/auth/me/avatar', formOf({}, [PICTURE], 'avatar'))
    ).is(200);
    const project = (await dev.post<Project>('/api/projects', { name: 'Invoices' })).is(201);
    (await dev.post(`/api/projects/${project.id}/icon`, formOf({}, [PICTURE], 'icon'))).is(200);
    (await dev.post('/api/settings/logo', formOf({}, [PICTURE], 'logo'))).is(200);
    const ticket = await ada.opens();
    const [file] = (await ada.attaches(ticket, PICTURE)).is(201);
    const pictures = [`auth/avatar/${user.avatar_filename}`, `projects/${project.id}/icon`, 'settings/logo'];
    for (const version of ['v=2026-11-21T03:44:00.000Z', 't=1&nocache=yes']) {
      for (const picture of pictures) assert.equal((await stranger.get(`/api/${picture}?${version}`)).status, 200);
      assert.equal((await ada.get(`${file?.url}?${version}`)).status, 200);
    }
    (await ada.get('/api/uploads/what%20is%20this')).isRefused(400, 'invalid_filename');
  });

  test('saves its form for mail untouched, and nobody is locked out', async () => {
    const { cast } = app();
    const dev = await cast.dev;
    const { smtp_host, smtp_port, smtp_user, smtp_pass, smtp_from } = (await dev.get<Settings>('/api/settings')).is(
      200,
    );
    const form = { mail_provider: 'smtp', smtp_host, smtp_port, smtp_user, smtp_pass, smtp_from };
    const saved = (await dev.patch<Settings>('/api/settings', form)).is(200);
    assert.match(saved.mail_problem ?? '', /./);
    const sent = (await dev.post<MailTestResult>('/api/settings/test-email', { to: 'dev@example.com' })).is(200);
    assert.equal(sent.mode, 'dev-fallback');
    await cast.guest();
    (await dev.patch('/api/settings', { mail_provider: null })).is(200);
  });

  test('puts a report into another category, whatever its texts', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'Jam', description: 'Short.' });
    assert.equal((await dev.patches(ticket, { category: 'bug' })).is(200).category, 'bug');
  });

  test('changes a role with the name left empty', async () => {
    const { cast } = app();
    const [dev, guest] = [await cast.dev, await cast.guest()];
    const change = { role: 'developer', name: null };
    const { role, name } = (await dev.patch<ListedUser>(`/api/users/${guest.id}`, change)).is(200);
    assert.deepEqual([role, name], ['developer', guest.user.name]);
  });

  test('shows when each ticket of the workload began, and whether it opens', async () => {
    const { ada, jan } = await app().cast.all();
    const ticket = await ada.opens();
    for (const [who, opens] of [
      [ada, true],
      [jan, false],
    ] as const) {
      const { submitted } = (await who.get<Workload>('/api/tickets/workload')).is(200);
      const row = submitted.find(({ id }) => id === ticket.id);
      assert.deepEqual([row?.created_at, row?.can_open], [ticket.created_at, opens]);
    }
  });

  test('finds an accepted ticket last in its to-do list, as its own task', async () => {
    const { cast } = app();
    const [ada, dev] = [await cast.ada, await cast.newDeveloper()];
    for (const title of ['First', 'Second']) (await dev.post<DevTask>('/api/dev-tasks', { title })).is(201);
    const { active: own } = (await dev.get<TaskList>('/api/dev-tasks')).is(200);
    const order = own.map(({ id }, order_index) => ({ id, order_index }));
    (await dev.post('/api/dev-tasks/reorder', { order })).is(200);
    const ticket = await ada.opens();
    (await (await cast.ewa).patches(ticket, { assignee_id: dev.id })).is(200);
    const { active } = (await dev.get<TaskList>('/api/dev-tasks')).is(200);
    assert.deepEqual(
      active.map(({ ticket_id }) => ticket_id),
      [null, null, ticket.id],
    );
    assert.equal(active.at(-1)?.created_by, dev.id);
    const again = { title: 'Again', ticket_id: ticket.id };
    assert.equal((await dev.post<DevTask>('/api/dev-tasks', again)).is(200).id, active.at(-1)?.id);
  });

  test('writes no closure summary that its reporter cannot read, and indexes each by ticket and comment', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const hidden = { is_closure_summary: true, is_internal: true };
    (await dev.comments(ticket, hidden)).isRefused(400, 'invalid_closure_summary_visibility');
    const summary = (await dev.comments(ticket, { is_closure_summary: true })).is(201);
    const feed = await dev.get<{ items: { index_key: string }[] }>('/api/tickets/closure-summaries/index-feed');
    assert.ok(feed.is(200).items.some(({ index_key }) => index_key === `ticket:${ticket.id}:summary:${summary.id}`));
  });

  test('watches the outbox by its own names', async () => {
    const { dev } = await app().cast.all();
    const { summary, stats } = (await dev.post<OutboxRunOnce>('/api/settings/events/outbox/run-once')).is(200);
    assert.deepEqual(Object.keys(summary), ['recovered_stuck', 'claimed', 'succeeded', 'retried', 'dead_lettered']);
    const { health, config, queue, runtime } = stats satisfies OutboxStats;
    const flags = ['pending_backlog_high', 'pending_age_high', 'stuck_processing_high', 'failed_items_high'] as const;
    for (const flag of flags) assert.equal(health.flags[flag], health.warnings.includes(flag));
    assert.equal(health.warning_count, health.warnings.length);
    const thresholds = ['pending', 'oldest_pending_age_seconds', 'stuck_processing', 'failed'];
    assert.deepEqual(Object.keys(health.thresholds), thresholds);
    for (const name of ['alert_pending_threshold', 'alert_failed_threshold', 'retry_base_ms', 'batch_size'] as const)
      assert.ok(config[name] > 0, name);
    assert.deepEqual([queue.pending, queue.oldest_pending_age_seconds], [0, 0]);
    assert.ok(runtime.ticks_total > 0 && runtime.processed_total > 0);
  });

  test('reads what this Kwit can do by its own names', async () => {
    const { ada } = await app().cast.all();
    const { capabilities } = (await ada.get<Capabilities>('/api/settings/capabilities')).is(200);
    const names = ['core_tickets', 'enterprise_sso_google', 'enterprise_audit_export', 'enterprise_ai_recall'] as const;
    assert.deepEqual(
      names.map((name) => capabilities[name]),
      [true, false, false, false],
    );
  });
});

onEachDatabaseAnew(
  'an existing client that knows no pages',
  (app) => {
    const MANY = 101;
    const AT_ONCE = 10;
    const times = async (make: (n: number) => Promise<unknown>) => {
      for (let made = 0; made < MANY; made += AT_ONCE)
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, MANY - made) }, (_, n) => make(made + n)));
    };

    test('has more than a hundred tickets, projects, templates and users in one list each', async () => {
      const { cast } = app();
      const { ada, dev } = await cast.all();
      await times(() => ada.opens());
      await times(async (n) => (await dev.post('/api/projects', { name: `Project ${n}` })).is(201));
      await times(async (n) => (await dev.post('/api/ticket-templates', { name: `Template ${n}` })).is(201));
      await times(() => cast.guest());
      const lengthOf = async (who: Player, list: string) => (await who.get<unknown[]>(`/api/${list}`)).is(200).length;
      for (const who of [ada, dev]) assert.equal(await lengthOf(who, 'tickets'), MANY);
      for (const list of ['projects', 'ticket-templates']) assert.equal(await lengthOf(dev, list), MANY);
      assert.ok((await lengthOf(dev, 'users')) > MANY);
    });

    test('asks for a code in English, and its new user goes on getting English mails', async () => {
      const { stranger, cast, mailbox } = app();
      const email = 'english@example.com';
      (await stranger.post('/api/auth/request-otp', { email, lang: 'en' })).is(200);
      const code = cast.codeFor(email);
      (await stranger.post('/api/auth/verify-otp', { email, code })).is(200);
      (await stranger.post('/api/auth/request-otp', { email })).is(200);
      const [second, first] = mailbox.list().filter(({ to }) => to === email);
      assert.equal(second?.subject, first?.subject);
      assert.match(second?.text ?? '', /sign in/i);
    });
  },
  { DEFAULT_LANGUAGE: 'pl' },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { Webhook } from '#contract/webhooks.ts';
import { DAY } from '#platform';
import type { Answer } from '#testing/caller.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { staleRecords } from './audit-store.ts';

const AUDIT = '/api/audit';

onEachDatabaseAnew(
  'the audit',
  (app) => {
    test('has each change of people, settings and webhooks, newest first, and no values', async () => {
      const { cast } = app();
      const { ada, dev, ewa } = await cast.all();
      const path = `/api/users/${ewa.id}`;
      (await dev.patch(path, { role: 'user' })).is(200);
      (await dev.patch(path, { role: 'user', name: 'Ewa' })).is(200);
      (await dev.patch(path, { is_active: false })).is(200);
      (await dev.patch(path, { is_active: true })).is(200);
      (await dev.post(`${path}/sign-out`)).is(204);
      (await dev.patch('/api/settings', { app_name: 'A name of ours' })).is(200);
      const hook = (await dev.post<Webhook>('/api/webhooks', { url: 'http://127.0.0.1:9/hook' })).is(201);
      (await dev.patch(`/api/webhooks/${hook.id}`, { description: 'Ours' })).is(200);
      (await dev.post(`/api/webhooks/${hook.id}/rotate-secret`)).is(200);
      (await dev.delete(`/api/webhooks/${hook.id}`)).is(204);
      (await ada.get(AUDIT)).isRefused(403, 'forbidden');
      const entries = (await dev.get<AuditEntry[]>(AUDIT)).is(200);
      const shortened = entries.map(({ action, target_type, target_id, details }) => [
        action,
        target_type,
        target_id,
        details,
      ]);
      assert.deepEqual(shortened, [
        ['webhook.deleted', 'webhook', hook.id, {}],
        ['webhook.changed', 'webhook', hook.id, { names: ['secret'] }],
        ['webhook.changed', 'webhook', hook.id, { names: ['description'] }],
        ['webhook.created', 'webhook', hook.id, {}],
        ['settings.changed', 'settings', null, { names: ['app_name'] }],
        ['user.signed_out', 'user', ewa.id, {}],
        ['user.activated', 'user', ewa.id, {}],
        ['user.deactivated', 'user', ewa.id, {}],
        ['user.role_changed', 'user', ewa.id, { old_role: 'developer', new_role: 'user' }],
        ['settings.changed', 'settings', null, { names: ['developer_emails'] }],
      ]);
      for (const { actor_id, actor_name } of entries) assert.deepEqual([actor_id, actor_name], [dev.id, dev.user.name]);
    });

    test('has a project that was deleted, deliveries that were made again, and a table', async () => {
      const { dev } = await app().cast.all();
      const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Printers' })).is(201);
      await dev.opens();
      (await dev.post('/api/settings/events/outbox/run-once')).is(200);
      const { count } = (
        await dev.post<{ count: number }>('/api/settings/events/outbox/replay', { status: 'sent' })
      ).is(200);
      assert.ok(count > 0);
      (await dev.delete(`/api/projects/${project.id}`)).is(204);
      assert.equal((await dev.get('/api/tickets.csv')).status, 200);
      const entries = (await dev.get<AuditEntry[]>(AUDIT)).is(200);
      const shortened = entries.map(({ action, target_id }) => [action, target_id]);
      assert.deepEqual(shortened, [
        ['table.made', null],
        ['project.deleted', project.id],
        ['outbox.replayed', null],
      ]);
    });

    test('is filtered by action and actor, comes in pages, and is kept for two years', async () => {
      const { cast, runner, clock, config, secrets } = app();
      const { dev, ewa } = await cast.all();
      for (const app_name of ['One', 'Two', 'Three']) (await dev.patch('/api/settings', { app_name })).is(200);
      (await ewa.patch('/api/settings', { app_name: 'Four' })).is(200);
      (await ewa.post(`/api/users/${dev.id}/sign-out`)).is(204);
      const count = async (query: string) => (await ewa.get<AuditEntry[]>(`${AUDIT}?${query}`)).is(200).length;
      assert.equal(await count('action=settings.changed'), 4);
      assert.equal(await count(`actor_id=${ewa.id}`), 2);
      assert.deepEqual((await ewa.get(`${AUDIT}?action=x`)).isInvalid(), ['action']);
      const first: Answer<AuditEntry[]> = await ewa.get<AuditEntry[]>(`${AUDIT}?limit=3`);
      const rest = (await ewa.get<AuditEntry[]>(first.next ?? '')).is(200);
      assert.deepEqual([...first.is(200), ...rest], (await ewa.get<AuditEntry[]>(AUDIT)).is(200));
      const source = { given: config.settings, sealingKey: secrets.sealingKey };
      const nobody = { actor: null, correlationId: 'test', source: 'test' };
      const forget = () => runner.write(nobody, async (work) => staleRecords.audit?.(work, 500, source));
      clock.advance(729 * DAY);
      assert.equal(await forget(), 0);
      clock.advance(2 * DAY);
      assert.equal(await forget(), 5);
    });
  },
  { OUTBOUND_ALLOW: '127.0.0.1:9' },
);

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { Upgrade } from '#contract/upgrades.ts';
import type { Workspace } from '#contract/workspace.ts';
import { MailListener } from '#mail-in/serving';
import { act, actOf, undoes } from '#testing/acts.ts';
import { folderFor } from '#testing/export-archive.ts';
import { MAIL_DOMAIN, openMailIn } from '#testing/incoming-mail.ts';
import { SmtpClient } from '#testing/smtp-client.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { type as typed } from '#testing/typed-command.ts';

// That each write is refused, and writes nothing, is walked in proofs/old-rights.proof.test.ts.
onEachDatabaseAnew('a Kwit that is read-only', (app) => {
  const turn = async (verb: string) => {
    const { code, said } = await typed(app(), 'read-only', verb);
    assert.equal(code, 0);
    return said;
  };

  test('refuses writes until it is off again, and says so to the app, to developers, and in the audit', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const shown = async () => [
      (await ada.get<Workspace>('/api/workspace')).is(200).read_only,
      (await dev.get<Upgrade>('/api/service/upgrade')).is(200).read_only,
    ];
    assert.match(await turn('status'), /takes changes/);
    assert.match(await turn('on'), /read-only since 20/);
    assert.match(await turn('on'), /read-only since 20/);
    const refused = await ada.comments(ticket, 'Is anybody there?');
    refused.isRefused(503, 'read_only');
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.deepEqual(await shown(), [true, true]);
    (await app().stranger.get('/ready')).is(200);
    await turn('off');
    (await ada.comments(ticket, 'Is anybody there?')).is(201);
    assert.deepEqual(await shown(), [false, false]);
    const changes = (await dev.get<AuditEntry[]>('/api/audit?action=settings.changed')).is(200);
    assert.deepEqual(
      changes.map(({ details }) => details),
      [{ names: ['read_only'] }, { names: ['read_only'] }],
    );
  });

  test('takes nothing back, and lets it be taken back later', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const changed = actOf(await dev.patches(ticket, { priority: 'high' }));
    await turn('on');
    (await undoes(dev, changed)).isRefused(503, 'read_only');
    assert.equal((await act(dev, changed)).can_undo, true);
    await turn('off');
    assert.equal((await undoes(dev, changed)).is(200).undone.length, 1);
  });

  test('goes on reading, letting people in and out, and telling them over the stream', async () => {
    const { ada } = await app().cast.all();
    await turn('on');
    (await app().stranger.post('/api/auth/request-otp', { email: 'ada@example.com' })).is(200);
    const nina = await app().cast.guest();
    (await nina.get('/api/tickets')).is(200);
    (await nina.post('/api/events/stream-ticket')).is(200);
    (await nina.post('/api/auth/logout')).is(204);
    (await ada.get('/api/tickets')).is(200);
  });

  test('goes on giving tables and archives, which the audit names', async (t) => {
    const { ada, dev } = await app().cast.all();
    await turn('on');
    const paths = ['/api/tickets.csv', '/api/export', '/api/auth/me/data.tar', `/api/users/${ada.id}/data.tar`];
    for (const path of paths) assert.equal((await dev.get(path)).status, 200, path);
    const folder = await folderFor(t);
    for (const words of [['export'], ['person', 'export', 'ada@example.com']])
      assert.equal((await typed(app(), ...words, join(folder, `${words.length}.tar`))).code, 0);
    const audit = (await dev.get<AuditEntry[]>('/api/audit')).is(200).map(({ action }) => action);
    for (const action of ['table.made', 'export.made', 'person.exported'] as const)
      assert.ok(audit.includes(action), action);
  });

  test('keeps mails and webhooks waiting, and has other servers send again', async (t) => {
    const { ada, dev } = await app().cast.all();
    await openMailIn(app(), dev);
    await ada.opens();
    const waiting = async () =>
      (await dev.get<{ queue: { pending: number } }>('/api/settings/events/outbox/stats')).is(200).queue.pending;
    const before = await waiting();
    assert.ok(before > 0);
    await turn('on');
    await assert.rejects(app().worker.runOnce(), { code: 'read_only' });
    assert.equal(await waiting(), before);
    const log = { error: (facts: object) => assert.fail(JSON.stringify(facts)) };
    const address = { host: '127.0.0.1', port: 0, path: null };
    const listener = new MailListener({ mailIn: app().mailIn, address, protocol: 'lmtp', log });
    const client = await SmtpClient.connect({ host: '127.0.0.1', port: await listener.start() });
    t.after(async () => {
      client.end();
      await listener.stop();
    });
    await client.say('LHLO mx.example.com');
    await client.say('MAIL FROM:<ada@example.com>');
    assert.equal(await client.say(`RCPT TO:<report@${MAIL_DOMAIN}>`), 451);
    await turn('off');
    await app().worker.runOnce();
    assert.equal(await waiting(), 0);
  });
});

onEachDatabaseAnew(
  'a process with READ_ONLY=1',
  (app) => {
    test('takes no changes, whatever the switch says', async () => {
      const nina = await app().cast.guest();
      (await nina.post('/api/tickets', { title: 'It jams', description: 'Again.' })).isRefused(503, 'read_only');
      assert.equal((await nina.get<Workspace>('/api/workspace')).is(200).read_only, true);
      assert.match((await typed(app(), 'read-only', 'status')).said, /READ_ONLY=1/);
    });
  },
  { READ_ONLY: '1' },
);

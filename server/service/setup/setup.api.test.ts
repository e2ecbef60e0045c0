import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { SetupSteps } from '#contract/setup-steps.ts';
import { MailServer } from '#testing/mail-server.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const SETUP = '/api/setup';

onEachDatabaseAnew('the set-up', (app) => {
  test('needs a developer until one has signed in, and says nothing else', async () => {
    const { stranger, cast } = app();
    const setupState = async () => (await stranger.get(SETUP)).is(200);
    assert.deepEqual(await setupState(), { needs_developer: true });
    await cast.ada;
    assert.deepEqual(await setupState(), { needs_developer: true });
    const dev = await cast.dev;
    assert.deepEqual(await setupState(), { needs_developer: false });
    (await dev.post('/api/users/invite', { email: 'nina@example.com', role: 'developer' })).is(201);
    assert.deepEqual(await setupState(), { needs_developer: false });
  });
});

onEachDatabaseAnew('the first steps', (app) => {
  const server = new MailServer();
  before(() => server.start());
  after(() => server.close());

  test('are done one by one, in whichever order', async () => {
    const { cast } = app();
    const dev = await cast.dev;
    const steps = async () => (await dev.get<SetupSteps>(`${SETUP}/steps`)).is(200).steps;
    const none = { address: false, mail: false, domains: true, project: false, colleagues: false, backup: false };
    assert.deepEqual(await steps(), none);
    (await dev.post('/api/users/invite', { email: 'nina@example.com' })).is(201);
    (await dev.post('/api/projects', { name: 'Intranet' })).is(201);
    (await dev.patch('/api/settings', { app_url: 'https://kwit.example.com' })).is(200);
    assert.deepEqual(await steps(), { ...none, address: true, project: true, colleagues: true });
  });

  test('count mail as done when the provider that is set has accepted a message', async () => {
    const dev = await app().cast.dev;
    const isMailDone = async () => (await dev.get<SetupSteps>(`${SETUP}/steps`)).is(200).steps.mail;
    const tested = async () => dev.post('/api/settings/test-email', { to: 'dev@example.com' });
    (await tested()).is(200);
    assert.equal(await isMailDone(), false, 'the built-in mailbox delivers to nobody');
    (await dev.patch('/api/settings', server.settings)).is(200);
    assert.equal(await isMailDone(), false);
    server.refusal = '550 not from here';
    (await tested()).isRefused(502, 'mail_delivery_failed');
    assert.equal(await isMailDone(), false);
    server.refusal = null;
    (await tested()).is(200);
    assert.equal(await isMailDone(), true);
    (await dev.patch('/api/settings', { smtp_from: 'other@example.com' })).is(200);
    assert.equal(await isMailDone(), false, 'another sender has to be accepted, too');
    (await dev.patch('/api/settings', { smtp_from: server.settings.smtp_from })).is(200);
    assert.equal(await isMailDone(), true);
  });

  test('are put away for everybody, and brought back', async () => {
    const { dev, ewa } = await app().cast.all();
    const isPutAway = async () => (await ewa.get<SetupSteps>(`${SETUP}/steps`)).is(200).is_put_away;
    assert.equal(await isPutAway(), false);
    (await dev.patch(`${SETUP}/steps`, { is_put_away: true })).is(200);
    assert.equal(await isPutAway(), true);
    (await dev.patch(`${SETUP}/steps`, { is_put_away: false })).is(200);
    assert.equal(await isPutAway(), false);
  });
});

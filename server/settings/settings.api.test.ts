import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Settings } from '#contract/settings.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const SETTINGS = '/api/settings';

onEachDatabase(
  'the settings',
  (app) => {
    test('come from the environment until a developer changes them', async () => {
      const { dev, ada } = await app().cast.all();
      const settings = (await dev.get<Settings>(SETTINGS)).is(200);
      assert.deepEqual([settings.app_name, settings.allowed_domains], ['Our desk', ['example.com', 'example.org']]);
      assert.deepEqual((await app().stranger.get(`${SETTINGS}/public`)).is(200), {
        app_name: 'Our desk',
        app_url: '',
        app_logo_url: null,
        default_language: 'en',
      });
      const changed = (await dev.patch<Settings>(SETTINGS, { app_name: ' Help ' })).is(200);
      assert.deepEqual(changed, { ...settings, app_name: 'Help' });
      assert.deepEqual((await dev.get(SETTINGS)).is(200), changed);
      (await ada.get(SETTINGS)).isRefused(403, 'forbidden');
      (await ada.patch(SETTINGS, { app_name: 'Mine' })).isRefused(403, 'forbidden');
      (await app().stranger.get(SETTINGS)).isRefused(401, 'unauthorized');
    });

    test('never show a secret, and keep it when its mask is sent back', async () => {
      const { dev } = await app().cast.all();
      const smtp = { smtp_host: 'smtp.example.com', smtp_user: 'kwit', smtp_pass: 'hunter2' };
      const answer = await dev.patch<Settings>(SETTINGS, smtp);
      assert.equal(answer.is(200).smtp_pass, '********');
      assert.doesNotMatch(answer.text + (await dev.get(SETTINGS)).text, /hunter2/);
      assert.equal((await dev.patch<Settings>(SETTINGS, { smtp_pass: '********' })).is(200).smtp_pass, '********');
      for (const elsewhere of [{ smtp_host: 'evil.example.com' }, { smtp_port: 25 }, { smtp_user: 'eve' }]) {
        (await dev.patch(SETTINGS, elsewhere)).isRefused(400, 'secret_required');
        (await dev.patch(SETTINGS, { ...elsewhere, smtp_pass: '********' })).isRefused(400, 'secret_required');
      }
      const moved = { smtp_host: 'mail.example.com', smtp_pass: 'other' };
      assert.equal((await dev.patch<Settings>(SETTINGS, moved)).is(200).smtp_host, 'mail.example.com');
      const cleared = (await dev.patch<Settings>(SETTINGS, { smtp_port: 25, smtp_pass: '' })).is(200);
      assert.deepEqual([cleared.smtp_port, cleared.smtp_pass], [25, '']);
    });

    test('merge the flags, and know which there are', async () => {
      const { dev } = await app().cast.all();
      const flags = async (feature_flags: object) =>
        (await dev.patch<Settings>(SETTINGS, { feature_flags })).is(200).feature_flags;
      assert.deepEqual(await flags({ enterprise_sso_saml: true }), { enterprise_sso_saml: true });
      assert.deepEqual(await flags({ core_board: false }), { enterprise_sso_saml: true, core_board: false });
      assert.deepEqual(await flags({ enterprise_sso_saml: null }), { core_board: false });
      (await dev.patch(SETTINGS, { feature_flags: { unknown: true } })).isRefused(400, 'validation_error');
    });

    test('keep to their bounds', async () => {
      const { dev } = await app().cast.all();
      const wrong: object[] = [{ allowed_domains: [] }, { app_name: '' }, { smtp_port: 0 }, { mail_provider: 'x' }];
      for (const body of [...wrong, { edition: 'gold' }, { app_url: 'javascript:1' }, { app_logo_url: 'x' }, { x: 1 }])
        assert.deepEqual((await dev.patch(SETTINGS, body)).isInvalid(), Object.keys(body));
      (await dev.patch(SETTINGS, {})).isRefused(400, 'validation_error');
    });

    test('say how long delivered events are kept, and what developers hear of new tickets', async () => {
      const { dev } = await app().cast.all();
      for (const days of [1, 3650]) {
        const { outbox_retention_days } = (await dev.patch<Settings>(SETTINGS, { outbox_retention_days: days })).is(
          200,
        );
        assert.equal(outbox_retention_days, days);
      }
      for (const mode of ['digest', 'off', 'each'] as const)
        (await dev.patch(SETTINGS, { notify_developers_of_new_tickets: mode })).is(200);
      for (const days of [0, 3651, 1.5, '30', null])
        assert.deepEqual((await dev.patch(SETTINGS, { outbox_retention_days: days })).isInvalid(), [
          'outbox_retention_days',
        ]);
      for (const mode of ['daily', '', null])
        assert.deepEqual((await dev.patch(SETTINGS, { notify_developers_of_new_tickets: mode })).isInvalid(), [
          'notify_developers_of_new_tickets',
        ]);
    });

    test('take an address for the mail service on the public internet only, or one that the environment allows', async () => {
      const { dev } = await app().cast.all();
      const { ses_endpoint: endpoint } = (await dev.get<Settings>(SETTINGS)).is(200);
      assert.equal((await dev.patch<Settings>(SETTINGS, { ses_endpoint: endpoint })).is(200).ses_endpoint, endpoint);
      for (const ses_endpoint of ['http://127.0.0.1:4567', 'http://ses.example.com', 'https://169.254.169.254/'])
        (await dev.patch(SETTINGS, { ses_endpoint })).isRefused(400, 'url_not_allowed');
      assert.deepEqual((await dev.patch(SETTINGS, { ses_endpoint: 'https://[zz]/' })).isInvalid(), ['ses_endpoint']);
      for (const ses_endpoint of ['http://127.0.0.1:4566', 'https://[2606:4700:4700::1111]/', ''])
        assert.equal((await dev.patch<Settings>(SETTINGS, { ses_endpoint })).is(200).ses_endpoint, ses_endpoint);
    });
  },
  { APP_NAME: 'Our desk', OUTBOUND_ALLOW: '127.0.0.1:4566', SES_ENDPOINT: 'http://10.0.0.7:9000' },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Capabilities } from '#contract/settings.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const SETTINGS = '/api/settings';
const CAPABILITIES = `${SETTINGS}/capabilities`;
const CHECK = `${SETTINGS}/enterprise-check`;
const core = { core_tickets: true, core_board: true, core_devtodo: true, core_admin: true };
const ENTERPRISE = [
  'enterprise_automation',
  'enterprise_support_threads',
  'enterprise_sso_google',
  'enterprise_sso_microsoft',
  'enterprise_sso_saml',
  'enterprise_audit_immutable',
  'enterprise_audit_export',
  'enterprise_data_retention',
  'enterprise_custom_workflows',
  'enterprise_multi_team',
  'enterprise_ai_recall',
];
const enterprise = (on: boolean) => Object.fromEntries(ENTERPRISE.map((name) => [name, on]));

onEachDatabaseAnew('what Kwit can do', (app) => {
  test('is told to everyone who is signed in', async () => {
    const { cast, stranger, clock } = app();
    const { ada } = await cast.all();
    assert.deepEqual((await ada.get(CAPABILITIES)).is(200), {
      generated_at: new Date(clock.now()).toISOString(),
      edition: 'open_core',
      capabilities: { ...core, ...enterprise(false) },
    });
    (await stranger.get(CAPABILITIES)).isRefused(401, 'unauthorized');
  });

  test('follows the edition, but for what a flag says', async () => {
    const { ada, dev } = await app().cast.all();
    const can = async (body: object) => {
      (await dev.patch(SETTINGS, body)).is(200);
      return (await ada.get<Capabilities>(CAPABILITIES)).is(200).capabilities;
    };
    const some = await can({ feature_flags: { enterprise_sso_saml: true, core_board: false } });
    assert.deepEqual(some, { ...core, ...enterprise(false), enterprise_sso_saml: true, core_board: false });
    const more = await can({ edition: 'enterprise', feature_flags: { enterprise_sso_saml: false, core_board: null } });
    assert.deepEqual(more, { ...core, ...enterprise(true), enterprise_sso_saml: false });
    (await dev.patch(SETTINGS, { edition: 'open_core', feature_flags: { enterprise_sso_saml: null } })).is(200);
  });

  test('is checked for developers: refused with the name of what is off', async () => {
    const { cast, stranger, clock } = app();
    const { ada, dev } = await cast.all();
    (await stranger.get(CHECK)).isRefused(401, 'unauthorized');
    (await ada.get(CHECK)).isRefused(403, 'forbidden');
    assert.equal((await dev.get(CHECK)).isRefused(403, 'feature_not_enabled').feature, 'enterprise_automation');
    (await dev.patch(SETTINGS, { feature_flags: { enterprise_automation: true } })).is(200);
    assert.deepEqual((await dev.get(CHECK)).is(200), {
      ok: true,
      checked_feature: 'enterprise_automation',
      generated_at: new Date(clock.now()).toISOString(),
    });
    const off = { edition: 'enterprise', feature_flags: { enterprise_automation: false } };
    (await dev.patch(SETTINGS, off)).is(200);
    (await dev.get(CHECK)).isRefused(403, 'feature_not_enabled');
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MASK } from '#contract/words.ts';
import { Failure } from '#platform';
import { settingsChange } from './change-settings.ts';
import { effectiveSettings, storedSecret, viewSettings } from './effective-settings.ts';
import { open, seal } from './sealed.ts';

const sealingKey = Buffer.alloc(32, 7);
const environment = { smtp_host: 'mail.example.com', smtp_user: 'kwit', smtp_pass: 'from the environment' };
const settingsOf = (stored: Record<string, unknown> = {}, more = environment as Record<string, unknown>) =>
  effectiveSettings(new Map(Object.entries(stored).map(([name, value]) => [name, JSON.stringify(value)])), {
    given: more,
    sealingKey,
  });

const needsSecret = (error: unknown) => error instanceof Failure && error.code === 'secret_required';

describe('the settings that hold', () => {
  test('are the stored ones, else those of the environment, else the defaults', () => {
    const settings = settingsOf({ smtp_user: 'stored' });
    assert.deepEqual([settings.smtp_user, settings.smtp_host, settings.smtp_port], ['stored', 'mail.example.com', 587]);
  });

  test('show of a secret only whether it is set', () => {
    const shown = viewSettings(settingsOf());
    assert.equal(shown.smtp_pass, MASK);
    assert.equal(shown.ses_access_key_id, '');
    assert.doesNotMatch(JSON.stringify(shown), /from the environment/);
  });

  test('take up the logo’s address with the first of its name', () => {
    assert.equal(
      viewSettings(settingsOf({ app_logo: { filename: '0123456789', type: 'image/png' } })).app_logo_url,
      '/api/settings/logo?v=01234567',
    );
    assert.equal(viewSettings(settingsOf()).app_logo_url, null);
  });

  test('hold a stored secret only for the destination that it was stored for', () => {
    const smtp_pass = storedSecret('smtp_pass', 'geheim', settingsOf(), sealingKey);
    assert.doesNotMatch(JSON.stringify(smtp_pass), /geheim/);
    assert.equal(settingsOf({ smtp_pass }).smtp_pass, 'geheim');
    assert.equal(settingsOf({ smtp_pass, smtp_host: 'evil.example.net' }).smtp_pass, '');
    assert.equal(settingsOf({ smtp_pass }, { ...environment, smtp_user: 'another' }).smtp_pass, '');
  });

  test('open the SES secrets, of which one is bound to another', () => {
    const wholeSettings = {
      ...settingsOf(),
      ses_region: 'eu-central-1',
      ses_access_key_id: 'AKIA',
      ses_secret_access_key: 's',
    };
    const stored = {
      ses_region: 'eu-central-1',
      ses_access_key_id: storedSecret('ses_access_key_id', 'AKIA', wholeSettings, sealingKey),
      ses_secret_access_key: storedSecret('ses_secret_access_key', 's', wholeSettings, sealingKey),
    };
    const settings = settingsOf(stored);
    assert.deepEqual([settings.ses_access_key_id, settings.ses_secret_access_key], ['AKIA', 's']);
    assert.equal(settingsOf({ ...stored, ses_region: 'us-east-1' }).ses_secret_access_key, '');
  });
});

describe('a sealed secret', () => {
  test('is not opened with another key, for another destination, or damaged', () => {
    const sealed = seal(sealingKey, 'ż', 'here');
    assert.equal(open(sealingKey, sealed, 'here'), 'ż');
    assert.equal(open(Buffer.alloc(32, 8), sealed, 'here'), null);
    assert.equal(open(sealingKey, sealed, 'there'), null);
    assert.equal(open(sealingKey, sealed.slice(4), 'here'), null);
    assert.equal(open(sealingKey, 'AAAA', 'here'), null);
  });
});

describe('a change of the settings', () => {
  test('that says what already holds is empty', () => {
    const changes = { smtp_host: 'mail.example.com', smtp_pass: MASK, app_name: 'Kwit', allowed_domains: [] };
    assert.deepEqual(settingsChange(settingsOf(), changes), {});
    assert.deepEqual(settingsChange(settingsOf(), { smtp_pass: 'from the environment' }), {});
  });

  test('of host, port or user needs the secret anew, also one from the environment', () => {
    for (const changes of [{ smtp_host: 'evil.example.net' }, { smtp_port: 25 }, { smtp_user: 'eve' }]) {
      assert.throws(() => settingsChange(settingsOf(), changes), needsSecret);
      assert.throws(() => settingsChange(settingsOf(), { ...changes, smtp_pass: MASK }), needsSecret);
      assert.deepEqual(settingsChange(settingsOf(), { ...changes, smtp_pass: '' }), { ...changes, smtp_pass: '' });
    }
  });

  test('of where a secret goes writes it again, the same or not', () => {
    const changes = { smtp_host: 'mail.example.org', smtp_pass: 'from the environment' };
    assert.deepEqual(settingsChange(settingsOf(), changes), changes);
  });

  test('of the access key needs every SES secret that is set', () => {
    const current = settingsOf({}, { ses_access_key_id: 'A', ses_secret_access_key: 's', ses_session_token: 't' });
    assert.throws(() => settingsChange(current, { ses_access_key_id: 'B' }), needsSecret);
    assert.throws(() => settingsChange(current, { ses_access_key_id: 'B', ses_secret_access_key: 's2' }), needsSecret);
    const changes = { ses_access_key_id: 'B', ses_secret_access_key: 's2', ses_session_token: '' };
    assert.deepEqual(settingsChange(current, changes), changes);
    assert.throws(() => settingsChange(current, { ses_endpoint: 'https://evil.example.net' }), needsSecret);
  });

  test('without any secret set is free', () => {
    assert.deepEqual(settingsChange(settingsOf({}, {}), { smtp_host: 'a.example.com' }), {
      smtp_host: 'a.example.com',
    });
  });

  test('folds domains and addresses to lower case, each once', () => {
    const changes = { allowed_domains: ['Example.com', 'example.COM'], developer_emails: ['Dev@Example.com'] };
    assert.deepEqual(settingsChange(settingsOf(), changes), {
      allowed_domains: ['example.com'],
      developer_emails: ['dev@example.com'],
    });
  });

  test('merges the flags; null takes one off', () => {
    const current = settingsOf({ feature_flags: { core_board: false, enterprise_sso_saml: true } });
    const change = settingsChange(current, { feature_flags: { core_board: null, core_admin: true } });
    assert.deepEqual(change, { feature_flags: { core_admin: true, enterprise_sso_saml: true } });
    assert.deepEqual(settingsChange(current, { feature_flags: { enterprise_sso_saml: true } }), {});
  });
});

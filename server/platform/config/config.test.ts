import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '../clock.ts';
import { type Config, ConfigRefused, readConfig } from './config.ts';

type Environment = Record<string, string>;

/** The variables that have a problem. */
function problems(environment: Environment): string[] {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigRefused);
    for (const sentence of error.problems) assert.match(sentence, /^[A-Z_]+ must be .+\.$/);
    return error.problems.map((sentence) => sentence.split(' ')[0] as string);
  }
}

const smtp = { MAIL_PROVIDER: 'smtp', SMTP_HOST: 'mail.example.com', SMTP_FROM: 'Kwit <kwit@example.com>' };
const ses = { MAIL_PROVIDER: 'ses', SES_REGION: 'eu-central-1', SES_FROM: 'kwit@example.com' };

test('without a variable everything has its default, and nothing can be changed', () => {
  const config: Config = readConfig({});
  assert.deepEqual([config.port, config.host, config.databaseUrl, config.filesUrl], [4000, '127.0.0.1', null, null]);
  assert.deepEqual(config.settings, {});
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.settings));
});

test('a provider of mail that lacks what it cannot send without does not stop the start', () => {
  assert.deepEqual(readConfig(smtp).settings, {
    mail_provider: 'smtp',
    smtp_host: 'mail.example.com',
    smtp_from: 'Kwit <kwit@example.com>',
  });
  assert.equal(readConfig(ses).settings.ses_region, 'eu-central-1');
  assert.deepEqual(problems({ MAIL_PROVIDER: 'smtp' }), []);
  assert.deepEqual(problems({ MAIL_PROVIDER: 'ses', SMTP_HOST: 'mail' }), []);
  assert.deepEqual(problems({ ...ses, SES_ACCESS_KEY_ID: 'A' }), ['SES_SECRET_ACCESS_KEY']);
  assert.deepEqual(problems({ ...ses, SES_SECRET_ACCESS_KEY: 's' }), ['SES_ACCESS_KEY_ID']);
  assert.deepEqual(problems({ SMTP_FROM: 'kwit@example.com', SMTP_HOST: 'mail_server' }), []);
});

test('mail has hosts, senders and regions that can be right', () => {
  for (const host of ['mail.example.com:25', 'smtp://mail', '-', 'a b'])
    assert.deepEqual(problems({ ...smtp, SMTP_HOST: host }), ['SMTP_HOST'], host);
  for (const host of ['::1', '10.0.0.7', 'localhost'])
    assert.deepEqual(problems({ ...smtp, SMTP_HOST: host }), [], host);
  for (const sender of ['Kwit', 'Kwit <kwit>', 'a@example.com, b@example.com', 'Kwit <a@example.com> <b@example.com>'])
    assert.deepEqual(problems({ ...smtp, SMTP_FROM: sender }), ['SMTP_FROM'], sender);
  for (const sender of ['kwit@localhost', 'Zgłoszenia <kwit@example.com>', '<kwit@example.com>'])
    assert.deepEqual(problems({ ...smtp, SMTP_FROM: sender }), [], sender);
  assert.deepEqual(problems({ ...ses, SES_REGION: 'Frankfurt!' }), ['SES_REGION']);
});

test('files are kept in a bucket that an address names, without keys in it', () => {
  const good = [
    's3://kwit-files',
    's3://kwit-files/some/prefix?region=eu-central-1',
    `s3://kwit/files?endpoint=${encodeURIComponent('http://127.0.0.1:9000')}&region=us-east-1`,
  ];
  for (const url of good) assert.equal(readConfig({ FILES_URL: url }).filesUrl, url);
  const bad = [
    'kwit-files',
    '/srv/files',
    'https://kwit.s3.amazonaws.com',
    's3:kwit',
    's3://',
    's3:///prefix',
    's3://k',
  ];
  const worse = [
    's3://key:secret@kwit',
    's3://kwit:9000/files',
    's3://kwit?colour=red',
    's3://kwit#files',
    's3://kw it',
  ];
  const parameters = [
    's3://kwit?region=EU West',
    's3://kwit?endpoint=minio:9000',
    's3://kwit/%ff',
    's3://kwit?region=',
  ];
  for (const url of [...bad, ...worse, ...parameters])
    assert.deepEqual(problems({ FILES_URL: url }), ['FILES_URL'], url);
});

test('a pooler is one of two kinds, and stands in front of PostgreSQL', () => {
  const address = 'postgres://kwit@db:6432/kwit';
  const postgres = { DATABASE_URL: address, JWT_SECRET: 'j'.repeat(32), SECRETS_KEY: 's'.repeat(32) };
  const { pooler, directUrl } = readConfig(postgres);
  assert.deepEqual([pooler, directUrl], [null, null]);
  for (const kind of ['session', 'transaction'])
    assert.equal(readConfig({ ...postgres, PG_POOLER: kind }).pooler, kind);
  for (const nonsense of ['pgbouncer', 'statement', 'Transaction', 'true'])
    assert.deepEqual(problems({ ...postgres, PG_POOLER: nonsense }), ['PG_POOLER'], nonsense);
  assert.deepEqual(problems({ ...postgres, DATABASE_DIRECT_URL: 'db:5432' }), ['DATABASE_DIRECT_URL']);
  assert.deepEqual(problems({ PG_POOLER: 'transaction' }), ['PG_POOLER']);
  assert.deepEqual(problems({ DATABASE_DIRECT_URL: address }), ['DATABASE_DIRECT_URL']);
});

test('a session ends when it was not used for some days, or never for that', () => {
  assert.equal(readConfig({}).unusedSessionMs, Number.POSITIVE_INFINITY);
  assert.equal(readConfig({ SESSION_IDLE_DAYS: '3' }).unusedSessionMs, 3 * DAY);
  for (const days of ['0', '-1', '1.5', '366', '3d', 'never'])
    assert.deepEqual(problems({ SESSION_IDLE_DAYS: days }), ['SESSION_IDLE_DAYS'], days);
});

test('one other origin is an origin of the web, without a path', () => {
  assert.equal(readConfig({ FRONTEND_ORIGIN: 'https://a.example.com' }).frontendOrigin, 'https://a.example.com');
  for (const origin of [
    '*',
    'null',
    'a.example.com',
    'https://a.example.com/',
    'ftp://a.example.com',
    'https://A.example',
  ])
    assert.deepEqual(problems({ FRONTEND_ORIGIN: origin }), ['FRONTEND_ORIGIN'], origin);
});

test('everything that is wrong is said at once, and no value is repeated', () => {
  const environment = {
    PORT: '99999',
    DATABASE_URL: 'postgres://kwit:hunter2@db/kwit',
    FILES_URL: 's3://hunter2:hunter2@kwit',
    JWT_SECRET: 'hunter2',
    MAIL_PROVIDER: 'ses',
    SMTP_FROM: 'hunter2',
    EDITION: 'hunter2',
  };
  const wrong = ['PORT', 'FILES_URL', 'JWT_SECRET', 'EDITION', 'SMTP_FROM', 'SECRETS_KEY'];
  assert.deepEqual(problems(environment).sort(), [...wrong, 'JWT_SECRET'].sort());
  assert.throws(
    () => readConfig(environment),
    (error: Error) => !error.message.includes('hunter2'),
  );
});

test('production refuses keys that can be guessed', () => {
  const strong = { JWT_SECRET: 'pX4v0QmT8s1LrZk9WcYh2NfJ6uGdB3aE', SECRETS_KEY: 'Vb7nMq2xC5zLk8jH4gF1dS6aP3oI9uYt' };
  const production = (more: Record<string, string>) => ({ NODE_ENV: 'production', ...strong, ...more });
  assert.ok(readConfig(production({})));
  for (const weak of ['a'.repeat(40), 'abababababababababababababababab', 'changeme-changeme-changeme-changeme'])
    assert.deepEqual(problems(production({ JWT_SECRET: weak })), ['JWT_SECRET'], weak);
  assert.deepEqual(problems(production({ SECRETS_KEY: 'another one that is only for trying it out' })), [
    'SECRETS_KEY',
  ]);
  assert.deepEqual(problems(production({ SECRETS_KEY: strong.JWT_SECRET })), ['JWT_SECRET']);
  assert.ok(readConfig({ JWT_SECRET: 'a'.repeat(40) }), 'outside production one may try Kwit out');
});

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadSecrets, type Secrets } from './data-folder.ts';

function folder(t: TestContext): string {
  const made = mkdtempSync(join(tmpdir(), 'kwit-secrets-'));
  t.after(() => rmSync(made, { recursive: true }));
  return made;
}

const UNSET = { jwtSecret: null, secretsKey: null };
const texts = ({ jwtSecret, sealingKey, pepper, unsubscribeKey, agreementKey }: Secrets) => [
  jwtSecret,
  ...[sealingKey, pepper, unsubscribeKey, agreementKey].map((key) => key.toString('hex')),
];

test('the first start makes secrets that only its user reads, and every later one takes them as they are', (t) => {
  const dataDir = folder(t);
  const before = process.umask(0o022);
  t.after(() => process.umask(before));
  const made = loadSecrets({ ...UNSET, dataDir });
  const path = join(dataDir, 'secrets.json');
  assert.equal(statSync(path).mode & 0o777, 0o600);
  const content = readFileSync(path, 'utf8');
  for (const secret of Object.values(JSON.parse(content)))
    assert.equal(Buffer.from(String(secret), 'base64').length, 32);
  assert.deepEqual(texts(loadSecrets({ ...UNSET, dataDir })), texts(made));
  assert.equal(readFileSync(path, 'utf8'), content);
  assert.notDeepEqual(texts(loadSecrets({ ...UNSET, dataDir: folder(t) })), texts(made));
});

test('each purpose has a key of its own, of 32 bytes, and none is the secret itself', () => {
  const config = { dataDir: '/nowhere', jwtSecret: 'j'.repeat(32), secretsKey: 's'.repeat(32) };
  const secrets = loadSecrets(config);
  assert.equal(secrets.jwtSecret, config.jwtSecret);
  const keys = [secrets.sealingKey, secrets.pepper, secrets.unsubscribeKey, secrets.agreementKey];
  for (const key of keys) assert.equal(key.length, 32);
  assert.equal(new Set([...keys.map((key) => key.toString('latin1')), config.secretsKey]).size, 5);
});

test('a secrets file that cannot be read stops the start, and stays as it is', (t) => {
  const dataDir = folder(t);
  const path = join(dataDir, 'secrets.json');
  for (const broken of ['', '{', '[]', '{"jwt_secret":"x"}', '{"jwt_secret":1,"secrets_key":2}']) {
    writeFileSync(path, broken);
    assert.throws(() => loadSecrets({ ...UNSET, dataDir }), /cannot be read\. Restore it from a backup/, broken);
    assert.equal(readFileSync(path, 'utf8'), broken);
  }
});

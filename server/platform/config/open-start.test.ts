import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Config, openStartWarning, readConfig } from './config.ts';

const config = (environment: Record<string, string>): Config => readConfig(environment);

describe('a start that is open to others', () => {
  test('warns, and says by which sign', () => {
    assert.match(openStartWarning(config({ HOST: '0.0.0.0' }), '') ?? '', /listens on 0\.0\.0\.0/);
    assert.match(openStartWarning(config({ TRUST_PROXY: '127.0.0.1' }), '') ?? '', /TRUST_PROXY/);
    assert.match(openStartWarning(config({}), 'https://kwit.example.com') ?? '', /https:\/\/kwit\.example\.com/);
    assert.match(openStartWarning(config({ NODE_ENV: 'development', HOST: '::' }), '') ?? '', /NODE_ENV=production/);
  });

  test('does not warn on this machine, nor in production', () => {
    for (const HOST of ['127.0.0.1', '127.0.0.5', '::1', 'localhost'])
      assert.equal(openStartWarning(config({ HOST }), 'http://localhost:4000'), null);
    assert.equal(
      openStartWarning(config({ NODE_ENV: 'production', HOST: '0.0.0.0' }), 'https://kwit.example.com'),
      null,
    );
  });
});

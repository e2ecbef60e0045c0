import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import type { Routes } from '../http/operation.ts';
import { compileSerializer, compileValidator } from '../http/validation.ts';
import { pageRoutes } from './page-routes.ts';

/** Starts a server of a built web app and nothing else. */
async function served(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>Kwit</title>');
  writeFileSync(join(folder, 'index.html.br'), 'smaller');
  writeFileSync(join(folder, 'assets', 'app-1a2b3c.js'), 'start()');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  const app = Fastify();
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  await app.register(pageRoutes(folder, async (screen) => screen === 'first') as (routes: unknown) => Promise<void>);
  t.after(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });
  return app as unknown as Routes;
}

test('every address of the app is its page, with whatever filters stand in it', async (t) => {
  const app = await served(t);
  for (const url of ['/', '/tickets', '/tickets?status=verified,waiting&q=x', '/tickets/42?from=board#comments']) {
    const answer = await app.inject(url);
    assert.deepEqual([answer.statusCode, answer.body], [200, '<title>Kwit</title>'], url);
    assert.equal(answer.headers['cache-control'], 'no-cache');
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'self'/);
  }
});

test('the page is sent as small as the browser takes it, and not at all to one that has it', async (t) => {
  const app = await served(t);
  const small = await app.inject({ url: '/board', headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } });
  assert.deepEqual([small.headers['content-encoding'], small.headers.vary], ['br', 'accept-encoding']);
  assert.deepEqual([small.body, small.headers['content-length']], ['smaller', '7']);
  for (const accepted of ['gzip', 'br;q=0, gzip', 'identity']) {
    const plain = await app.inject({ url: '/board', headers: { 'accept-encoding': accepted } });
    assert.deepEqual([plain.headers['content-encoding'], plain.body], [undefined, '<title>Kwit</title>'], accepted);
  }
  const etag = String(small.headers.etag);
  const again = await app.inject({ url: '/tickets', headers: { 'if-none-match': etag } });
  assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag]);
  assert.match(String(again.headers['content-security-policy']), /^default-src 'self'/);
  const lost = await app.inject({ url: '/nope', headers: { accept: 'text/html', 'if-none-match': etag } });
  assert.equal(lost.statusCode, 404);
});

test('an address that is none of its screens is not found, and a browser is shown so by the page', async (t) => {
  const app = await served(t);
  for (const url of ['/nope', '/first', '/nope/tickets', '/ticket', '/t2/1', '/index.php', '/.env']) {
    assert.equal((await app.inject(url)).statusCode, 404, url);
    assert.doesNotMatch((await app.inject(url)).body, /<title>/, url);
    const shown = await app.inject({ url, headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
    assert.deepEqual([shown.statusCode, shown.body], [404, '<title>Kwit</title>'], url);
    assert.match(String(shown.headers['content-security-policy']), /^default-src 'self'/);
  }
});

test('its files are kept for a year, and what is no file of it is not found', async (t) => {
  const app = await served(t);
  const file = await app.inject('/assets/app-1a2b3c.js');
  assert.deepEqual([file.statusCode, file.body], [200, 'start()']);
  assert.equal(file.headers['cache-control'], 'public, max-age=31536000, immutable');
  for (const url of ['/assets/app-0.js', '/assets/', '/api', '/api/nothing', '/dev/mailbox', '/api/nothing?x=1'])
    for (const accept of ['*/*', 'text/html']) {
      const answer = await app.inject({ url, headers: { accept } });
      assert.equal(answer.statusCode, 404, url);
      assert.doesNotMatch(answer.body, /<title>/, url);
    }
});

test('its manifest is one, so that browsers offer to install the app', async (t) => {
  const { statusCode, headers } = await (await served(t)).inject('/manifest.webmanifest');
  assert.equal(statusCode, 200);
  assert.match(String(headers['content-type']), /^application\/manifest\+json/);
});

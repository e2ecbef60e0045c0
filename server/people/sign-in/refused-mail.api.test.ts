import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';

/** A mail server that refuses every message, and repeats the message's code in its refusal. */
async function startGossip(t: TestContext) {
  const repeated: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: async (stream, _session, done) => {
      const { text = '' } = await PostalMime.parse(await buffer(stream));
      const code = /\b\d{8}\b/.exec(text)?.[0] ?? '';
      repeated.push(code);
      done(Object.assign(new Error(`mail.example.com takes no codes like ${code}`), { responseCode: 554 }));
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  t.after(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  const smtp_from = 'Kwit <kwit@example.com>';
  return { repeated, settings: { mail_provider: 'smtp', smtp_host: '127.0.0.1', smtp_port: port, smtp_from } };
}

for (const name of databases) {
  test(`a sign-in mail that the provider refuses is in the log in its words, without the code (${name})`, async (t) => {
    const lines: string[] = [];
    const stream = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const app = await startApp(name, {}, undefined, { log: { level: 'warn', stream } });
    t.after(() => app.close());
    const dev = await app.cast.dev;
    const { repeated, settings } = await startGossip(t);
    (await dev.patch('/api/settings', settings)).is(200);
    const answer = await app.stranger.post('/api/auth/request-otp', { email: 'nobody@example.com' });
    const { message, request_id } = answer.isRefused(503, 'mail_delivery_failed');
    assert.doesNotMatch(message, /mail\.example\.com|\d/);
    assert.equal(lines.length, 1);
    const [line = ''] = lines;
    const { level, request_id: logged, msg, err } = JSON.parse(line);
    assert.deepEqual([level, logged, msg], [40, request_id, 'refused: mail_delivery_failed']);
    assert.match(err.message, /mail\.example\.com takes no codes like \*{8}/);
    assert.match(repeated[0] ?? '', /^\d{8}$/);
    assert.equal(line.includes(repeated[0] ?? ''), false);
  });
}

import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import type { ErrorBody } from '#contract/errors.ts';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';

for (const name of databases)
  test(`the log has one line for each request, by ids and without anybody's words (${name})`, async (t) => {
    let text = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    const app = await startApp(name, {}, undefined, { log: { level: 'info', stream } });
    t.after(() => app.close());
    const ada = await app.cast.ada;
    const ticket = await ada.opens({ title: 'Zanzibar is on fire' });
    text = '';
    (await ada.get(`/api/tickets/${ticket.id}?secret=hippopotamus`)).isInvalid();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const refused = await app.stranger.get('/api/tickets?q=hippopotamus', { traceparent });
    const { request_id } = JSON.parse(refused.text) as ErrorBody;
    (await ada.get('/api/tickets')).is(200);
    (await ada.get('/api/hippopotamus')).isRefused(404, 'not_found');
    const lines = text
      .split('\n')
      .filter((line) => line.includes('"msg":"request"'))
      .map((line) => JSON.parse(line));
    const user_id = ada.id;
    assert.deepEqual(
      lines.map(({ method, route, status, user_id: who, refusal = null }) => [method, route, status, who, refusal]),
      [
        ['GET', '/api/tickets/:id', 400, user_id, 'validation_error'],
        ['GET', '/api/tickets', 401, null, 'unauthorized'],
        ['GET', '/api/tickets', 200, user_id, null],
        ['GET', null, 404, null, 'not_found'],
      ],
    );
    assert.equal(lines[1].request_id, request_id);
    assert.deepEqual(
      lines.map(({ trace_id }) => trace_id),
      [undefined, '4bf92f3577b34da6a3ce929d0e0e4736', undefined, undefined],
    );
    assert.ok(lines.every(({ ms }) => typeof ms === 'number' && ms >= 0));
    assert.doesNotMatch(text, /hippopotamus|Zanzibar/);
  });

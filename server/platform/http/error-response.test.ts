import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import Fastify from 'fastify';
import { sqlite } from '../database/sqlite/sqlite-dialect.ts';
import { Failure } from '../failure.ts';
import { answerErrors } from './refusals.ts';

/** A service of which one route throws this. */
function throwing(t: TestContext, thrown: unknown) {
  const app = Fastify({ genReqId: () => 'a-request' });
  app.setErrorHandler(answerErrors(sqlite));
  app.get('/', async () => {
    throw thrown;
  });
  t.after(() => app.close());
  return app.inject('/');
}

test('whatever goes wrong is 500 without a word about its cause', async (t) => {
  const coded = Object.assign(new Error('no such table: tokens_of_ada'), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
  const cause = new Error('password hunter2 was refused', { cause: coded });
  for (const thrown of [coded, cause, new TypeError('x is undefined'), 'hunter2', null, undefined, { sql: 'select' }]) {
    const answer = await throwing(t, thrown);
    assert.equal(answer.statusCode, 500);
    assert.equal(answer.headers['content-type'], 'application/json; charset=utf-8');
    const { message, ...body } = answer.json();
    assert.deepEqual(body, { error: 'internal_error', request_id: 'a-request' });
    assert.doesNotMatch(message, /hunter2|ada|undefined|select|sqlite/i);
  }
});

test('a disk that is full and a database that is away are 503, without a word about their cause', async (t) => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write /srv/kwit'), { code: 'ENOSPC' });
  const answer = await throwing(t, full);
  assert.deepEqual([answer.statusCode, answer.json().error], [503, 'service_unavailable']);
  assert.doesNotMatch(answer.body, /ENOSPC|srv/);
});

test('a refusal is answered in its own words, and what another service said stays with the operator', async (t) => {
  const refusal = new Failure('mail_delivery_failed', { message: 'No mail could be sent.' });
  refusal.cause = new Error('550 mail.internal refuses hunter2');
  const answer = await throwing(t, refusal);
  assert.deepEqual([answer.statusCode, answer.json().message], [503, 'No mail could be sent.']);
  assert.doesNotMatch(answer.body, /hunter2|internal\b/);
});

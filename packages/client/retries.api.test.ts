import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabaseAnew } from '../../server/testing/start-app.ts';
import { Kwit, KwitError } from './index.ts';
import { waitByTimer } from './retrying-fetch.ts';

const DRAFT = { title: 'Printer jams', description: 'Every second page.' };

onEachDatabaseAnew(
  'the client, where a limit is reached',
  (app) => {
    test('sends a request again when the service says that it may', async () => {
      const { token } = await app().cast.guest();
      const waited: number[] = [];
      const wait = async (milliseconds: number) => {
        waited.push(milliseconds);
        app().clock.advance(milliseconds);
      };
      const kwit = new Kwit({ url: app().address, token: String(token), wait });
      const numbers = [];
      for (let opened = 0; opened < 4; opened++) numbers.push((await kwit.openTicket(DRAFT)).number);
      assert.deepEqual(numbers, [1, 2, 3, 4]);
      assert.deepEqual(waited, [60_000]);
    });

    test('gives up after three times', async () => {
      const { token } = await app().cast.guest();
      let sent = 0;
      const kwit = new Kwit({
        url: app().address,
        token: String(token),
        wait: async () => {},
        fetch: (request) => {
          sent++;
          return fetch(request);
        },
      });
      for (let opened = 0; opened < 3; opened++) await kwit.openTicket(DRAFT);
      sent = 0;
      await assert.rejects(kwit.openTicket(DRAFT), (error) => {
        assert.ok(error instanceof KwitError);
        assert.equal(error.code, 'too_many_requests');
        return true;
      });
      assert.equal(sent, 4);
    });
  },
  { WRITES_PER_MINUTE: '3' },
);

const answering = (...answers: [status: number, retryAfter: string | null][]) => {
  const waited: number[] = [];
  const kwit = new Kwit({
    url: 'http://127.0.0.1:1',
    wait: async (milliseconds) => {
      waited.push(milliseconds);
    },
    fetch: async () => {
      const [status, retryAfter] = answers.shift() ?? [200, null];
      return Response.json({}, { status, headers: retryAfter === null ? {} : { 'retry-after': retryAfter } });
    },
  });
  return { kwit, waited };
};

test('a refusal that does not say when, or says a time that is far, is left to the caller', async () => {
  for (const refusal of [
    [503, null],
    [503, '61'],
    [429, 'soon'],
    [500, '1'],
  ] as const) {
    const { kwit, waited } = answering([...refusal]);
    assert.equal((await kwit.GET('/health')).response.status, refusal[0]);
    assert.deepEqual(waited, []);
  }
});

test('a pause may be told as a moment', async () => {
  const { kwit, waited } = answering([503, new Date(0).toUTCString()]);
  assert.equal((await kwit.GET('/health')).response.status, 200);
  assert.deepEqual(waited, [0]);
});

test('a pause ends when the request is given up', async () => {
  const controller = new AbortController();
  const kwit = new Kwit({
    url: 'http://127.0.0.1:1',
    wait: (milliseconds, signal) => {
      controller.abort();
      return waitByTimer(milliseconds, signal);
    },
    fetch: async () => Response.json({}, { status: 503, headers: { 'retry-after': '60' } }),
  });
  await assert.rejects(kwit.GET('/health', { signal: controller.signal }), { name: 'AbortError' });
});

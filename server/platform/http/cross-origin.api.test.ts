import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '#testing/caller.ts';
import { DRAFT } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const origin = 'https://tickets.example.com';
const strangers = ['https://evil.example.com', 'http://tickets.example.com', `${origin}.example.net`, 'null', '*'];
const preflight = (method: string) => ({ 'access-control-request-method': method });

/** The headers by which a browser decides whether a page may read the answer. */
const granted = ({ headers }: Answer<unknown>) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control'));
const listed = (answer: Answer<unknown>, name: string) => (answer.headers.get(name) ?? '').split(', ').sort();

onEachDatabase(
  'a page of the origin that is let in',
  (app) => {
    test('may ask for everything that we take', async () => {
      const { stranger } = app();
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const path = '/api/tickets/019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
        const answer = await stranger.send('OPTIONS', path, null, { origin, ...preflight(method) });
        assert.deepEqual([answer.status, answer.text], [204, '']);
        assert.equal(answer.headers.get('access-control-allow-origin'), origin);
        assert.equal(answer.headers.get('access-control-allow-credentials'), null);
        assert.equal(answer.headers.get('access-control-max-age'), '600');
        assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/i);
        assert.deepEqual(listed(answer, 'access-control-allow-methods'), [
          'DELETE',
          'GET',
          'HEAD',
          'PATCH',
          'POST',
          'PUT',
        ]);
        assert.deepEqual(
          listed(answer, 'access-control-allow-headers').map((name) => name.toLowerCase()),
          ['authorization', 'content-type', 'idempotency-key', 'if-match', 'if-none-match', 'last-event-id'],
        );
      }
    });

    test('may read answers and refusals, with the headers that it needs', async () => {
      const { cast, stranger } = app();
      const { ada, dev } = await cast.all();
      const opened = (await ada.opening(DRAFT, { origin })).is(201);
      const stale = { origin, 'if-match': '"99"' };
      const answers = [
        await ada.get('/api/tickets?limit=1', { origin }),
        await dev.get('/api/events/outbox', { origin }),
        await dev.patches(opened, { title: 'Another title' }, stale),
        await stranger.get('/api/auth/me', { origin }),
        await ada.get('/api/users', { origin }),
        await stranger.get('/api/settings/public', { origin }),
        await stranger.post('/api/auth/request-otp', { email: 'x' }, { origin }),
      ];
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 404, 412, 401, 403, 200, 400],
      );
      for (const answer of answers) {
        assert.equal(answer.headers.get('access-control-allow-origin'), origin);
        assert.equal(answer.headers.get('access-control-allow-credentials'), null);
        assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/i);
        const exposed = [
          'Content-Disposition',
          'Content-Range',
          'ETag',
          'Kwit-Act',
          'Kwit-Search',
          'Kwit-Total',
          'Link',
          'Retry-After',
        ];
        assert.deepEqual(listed(answer, 'access-control-expose-headers'), exposed);
      }
    });

    test('is the only one: others are told nothing', async () => {
      const { cast, stranger } = app();
      const ada = await cast.ada;
      for (const other of strangers) {
        const preflighted = await stranger.send('OPTIONS', '/api/tickets', null, {
          origin: other,
          ...preflight('PATCH'),
        });
        preflighted.isRefused(404, 'not_found');
        const answer = await ada.get('/api/tickets', { origin: other });
        for (const reply of [preflighted, answer]) {
          assert.deepEqual(granted(reply), [], other);
          assert.match(reply.headers.get('vary') ?? '', /\bOrigin\b/i);
        }
      }
      const plain = await stranger.send('OPTIONS', '/api/tickets');
      plain.isRefused(404, 'not_found');
      assert.deepEqual(granted(plain), []);
    });
  },
  { FRONTEND_ORIGIN: origin },
);

onEachDatabase('where no origin is let in', (app) => {
  test('every page elsewhere is told nothing', async () => {
    const { stranger } = app();
    const preflighted = await stranger.send('OPTIONS', '/api/tickets', null, { origin, ...preflight('GET') });
    preflighted.isRefused(404, 'not_found');
    assert.deepEqual([granted(preflighted), granted(await stranger.get('/api/settings/public', { origin }))], [[], []]);
  });
});

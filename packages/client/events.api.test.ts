import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { MINUTE } from '../../server/platform/clock.ts';
import { onEachDatabase } from '../../server/testing/start-app.ts';
import { Kwit, KwitError } from './index.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** A test that waits for what never comes must fail. */
const ENDS = { timeout: MINUTE };

onEachDatabase('the client, hearing events', (app) => {
  /** Hears events until they have been heard, with the places at which the stream was opened. */
  const hear = async (token: string | null, options: { after?: string } = {}) => {
    const opened: (string | null)[] = [];
    const controller = new AbortController();
    let connection = new AbortController();
    const kwit = new Kwit({
      url: app().address,
      token: String(token),
      wait: async () => {},
      fetch: (request) => {
        opened.push(request.headers.get('last-event-id'));
        connection = new AbortController();
        return fetch(request, { signal: AbortSignal.any([request.signal, connection.signal]) });
      },
    });
    const stream = kwit.events({ ...options, signal: controller.signal });
    return { stream, opened, cut: () => connection.abort(), stop: () => controller.abort() };
  };

  test('tells of tickets, and goes on where it was when the connection is lost', ENDS, async () => {
    const ada = await app().cast.ada;
    const first = await ada.opens();
    const { stream, opened, cut, stop } = await hear(ada.token);
    const heard = stream.next();
    // It hears the next event only once it listens, so several are made until it does.
    let isHeard = false;
    heard.then(() => {
      isHeard = true;
    });
    while (!isHeard) await ada.comments(first, 'Still.');
    const event = (await heard).value;
    assert.equal(event?.name, 'ticket');
    assert.deepEqual([event.type, event.ticket_id], ['comment.created', first.id]);

    cut();
    const second = await ada.opens();
    const after: string[] = [];
    for await (const next of stream) {
      if (next.name !== 'ticket') continue;
      after.push(next.type);
      if (next.ticket_id === second.id) break;
    }
    assert.equal(after.at(-1), 'ticket.created');
    assert.equal(opened[0], null);
    assert.ok(opened[1], 'it says where it was');
    stop();
  });

  test('goes on after an event that was heard another day', ENDS, async () => {
    const ada = await app().cast.ada;
    const listening = await ada.listens();
    await listening.block();
    await listening.block();
    const [first, second] = [await ada.opens(), await ada.opens()];
    await listening.until('ticket.created', first);
    const { stream, stop } = await hear(ada.token, { after: String(listening.lastId) });
    await listening.close();
    const event = (await stream.next()).value;
    assert.ok(event?.name === 'ticket');
    assert.equal(event.ticket_id, second.id);
    stop();
  });

  test('ends when it is told to', async () => {
    const { token } = await app().cast.guest();
    const { stream, stop } = await hear(token);
    const waiting = stream.next();
    stop();
    assert.equal((await waiting).done, true);
  });

  test('connects again when the connection is silent for long', ENDS, async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let opened = 0;
    const fetch = async (request: Request) => {
      opened++;
      const body = new ReadableStream({
        start: (stream) => request.signal.addEventListener('abort', () => stream.error(new Error('aborted'))),
      });
      if (opened === 2) return new Response('event: reset\ndata: {}\n\n');
      return new Response(body);
    };
    const kwit = new Kwit({ url: app().address, wait: async () => {}, fetch });
    const controller = new AbortController();
    const first = kwit.events({ signal: controller.signal }).next();
    await setImmediate();
    collectGarbage();
    t.mock.timers.tick(39_000);
    await setImmediate();
    assert.equal(opened, 1);
    t.mock.timers.tick(1000);
    assert.deepEqual((await first).value, { id: null, name: 'reset' });
    assert.equal(opened, 2);
    controller.abort();
  });

  test('ends with the refusal when it may not listen', async () => {
    const { stream } = await hear('nonsense');
    await assert.rejects(stream.next(), (error) => error instanceof KwitError && error.code === 'unauthorized');
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { LiveReader } from './live-reader.ts';

onEachDatabaseAnew('an open stream', (app) => {
  test('is cut off when its client does not take what is sent, and no other stream is', async () => {
    const { cast, database, runner } = app();
    const ada = await cast.ada;
    const { sub: userId, sid: sessionId } = JSON.parse(
      Buffer.from(String(ada.token).split('.')[1] ?? '', 'base64url').toString(),
    );
    const live = new LiveReader({
      runner,
      wakeSignal: database.wakeSignal,
      unusedSessionMs: Number.POSITIVE_INFINITY,
      onFailure: (error) => assert.fail(String(error)),
    });
    const opens = async (unsent: number) => {
      const [admitted, heard] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
      const ended = Promise.withResolvers<string>();
      const send = (text: string | Uint8Array) =>
        (String(text).includes('ticket.created') ? heard : admitted).resolve(String(text));
      live.add({
        userId,
        credential: { kind: 'session', id: sessionId },
        since: null,
        stream: { unsent, send, end: () => ended.resolve('ended') },
      });
      await admitted.promise;
      return { ended: ended.promise, heard: heard.promise };
    };
    const [slow, slower, good] = [await opens(64 * 1024), await opens(64 * 1024 + 1), await opens(0)];
    const ticket = await ada.opens();
    assert.match(await good.heard, new RegExp(ticket.id));
    assert.match(await slow.heard, new RegExp(ticket.id));
    assert.equal(await slower.ended, 'ended');
    await live.close();
    assert.equal(await good.ended, 'ended');
    await assert.rejects(opens(0), { code: 'service_unavailable' });
  });

  test('does not hold up a stop of the service', async () => {
    const { cast, server } = app();
    const heard = await (await cast.dev).listens();
    await heard.block();
    const stopped = server.close();
    await heard.ended();
    await stopped;
  });
});

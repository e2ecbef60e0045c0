import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DAY, HOUR, MINUTE, SECOND } from '#platform';
import { type App, onEachDatabase } from '#testing/start-app.ts';
import { pauseAfter } from '../sessions/limits.ts';

test('a pause begins after ten codes, is never shorter than the one before, and at most 30 minutes long', () => {
  fc.assert(
    fc.property(fc.nat(1000), (codes) => {
      const [pause, next] = [pauseAfter(codes), pauseAfter(codes + 1)];
      assert.equal(pause > 0, codes >= 10);
      assert.ok(next - pause === (codes >= 9 && codes < 39 ? MINUTE : 0));
      assert.ok(pause <= 30 * MINUTE);
    }),
  );
});

let clients = 0;
const asks = ({ stranger }: App, email: string, client = `10.0.${++clients >> 8}.${clients & 255}`) =>
  stranger.post('/api/auth/request-otp', { email }, { 'x-forwarded-for': client });

async function asksTimes(app: App, email: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) (await asks(app, email)).is(200);
}

/** Asks for a code in vain. @returns the seconds in the header Retry-After. */
async function secondsToWait(app: App, email: string): Promise<number> {
  const refused = await asks(app, email);
  refused.isRefused(429, 'too_many_requests');
  return Number(refused.headers.get('retry-after'));
}

onEachDatabase('the pause between two codes', (app) => {
  test('grows by a minute with each code from the eleventh on, up to 30 minutes', async () => {
    const email = 'target@example.com';
    await asksTimes(app(), email, 10);
    for (let code = 11; code <= 44; code++) {
      const minutes = Math.min(code - 10, 30);
      assert.equal(await secondsToWait(app(), email), minutes * 60, `before code ${code}`);
      app().clock.advance(minutes * MINUTE - SECOND);
      assert.equal(await secondsToWait(app(), email), 1);
      app().clock.advance(SECOND);
      await asksTimes(app(), email, 1);
    }
    (await asks(app(), 'somebody.else@example.com')).is(200);
  });

  test('counts from the newest code, and the codes of 24 hours', async () => {
    const email = 'slow@example.com';
    await asksTimes(app(), email, 9);
    app().clock.advance(23 * HOUR);
    await asksTimes(app(), email, 1);
    assert.equal(await secondsToWait(app(), email), 60);
    app().clock.advance(HOUR);
    await asksTimes(app(), email, 9);
    assert.equal(await secondsToWait(app(), email), 60);
    app().clock.advance(DAY);
    await asksTimes(app(), email, 10);
  });

  test('ends when the owner of the address signs in, and begins anew after ten more codes', async () => {
    const email = 'owner@example.com';
    await asksTimes(app(), email, 10);
    const enters = (code: string) => app().stranger.post('/api/auth/verify-otp', { email, code });
    (await enters(app().cast.codeFor(email))).is(200);
    app().clock.advance(SECOND);
    await asksTimes(app(), email, 10);
    assert.equal(await secondsToWait(app(), email), 60);
  });

  test('is none for clients from which the owner has signed in, whose codes do not count', async () => {
    const { cast, clock } = app();
    const { email } = (await cast.guest()).user;
    const home = '127.0.0.1';
    clock.advance(SECOND);
    for (let n = 0; n < 20; n++) (await asks(app(), email, home)).is(200);
    await asksTimes(app(), email, 10);
    assert.equal(await secondsToWait(app(), email), 60);
    for (let n = 0; n < 20; n++) (await asks(app(), email, home)).is(200);
    assert.equal(await secondsToWait(app(), email), 60);
  });

  test('holds for many requests at once', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => asks(app(), 'hurried@example.com')));
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
  });
});

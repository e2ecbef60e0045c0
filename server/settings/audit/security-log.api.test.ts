import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { MINUTE } from '#platform';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';
import { PER_CLIENT } from './security-log.ts';

interface Line {
  readonly security: string;
  readonly level: number;
  readonly request_id: string;
  readonly client: string;
  readonly counts?: Readonly<Record<string, number>>;
}

const [INFO, WARN] = [30, 40];
const ELSEWHERE = { 'x-forwarded-for': '198.51.100.7' };

for (const name of databases) {
  /** A service, and the lines about security that it has logged since the last look. */
  const logging = async () => {
    let text = '';
    const stream = new Writable({
      write(chunk, _encoding, done) {
        text += chunk;
        done();
      },
    });
    const app = await startApp(name, {}, undefined, { log: { level: 'info', stream } });
    const lines = () => {
      const security = text.split('\n').filter((line) => line.includes('"security"'));
      text = '';
      return security.map((line) => JSON.parse(line) as Line);
    };
    return { app, lines, text: () => text };
  };

  const stripped = (lines: readonly Line[]) =>
    lines.map((line) => {
      const {
        level: _l,
        time: _t,
        pid: _p,
        hostname: _h,
        msg: _m,
        request_id: _r,
        client: _c,
        ...rest
      } = line as Line & Record<string, unknown>;
      return rest;
    });

  test(`the log tells of sign-ins, wrong codes, refusals and changes, by ids (${name})`, async (t) => {
    const { app, lines, text } = await logging();
    t.after(() => app.close());
    const { ada, dev } = await app.cast.all();
    const user_id = ada.id;
    lines();
    const email = ada.user.email;
    (await app.stranger.post('/api/auth/verify-otp', { email, code: '0' })).isRefused(400, 'invalid_or_expired_code');
    const unknown = { email: 'nobody@example.com', code: '0' };
    (await app.stranger.post('/api/auth/verify-otp', unknown)).isRefused(400, 'invalid_or_expired_code');
    const { request_id } = (await app.stranger.get('/api/auth/me?token=x')).isRefused(401, 'unauthorized');
    (await ada.get('/api/users?q=somebody')).isRefused(403, 'forbidden');
    (await ada.get('/api/nothing')).isRefused(404, 'not_found');
    (await dev.patch(`/api/users/${ada.id}`, { role: 'developer' })).is(200);
    (await dev.patch(`/api/users/${ada.id}`, { role: 'developer' })).is(200);
    (await dev.patch('/api/settings', { app_name: 'A name of ours', smtp_pass: 'hush' })).is(200);
    const raw = text();
    const logged = lines();
    const [settings, role] = [
      { security: 'settings.changed', actor_id: dev.id, target_type: 'settings', target_id: null },
      { security: 'user.role_changed', actor_id: dev.id, target_type: 'user', target_id: ada.id },
    ];
    assert.deepEqual(stripped(logged), [
      { security: 'wrong_code', user_id },
      { security: 'wrong_code', user_id: null },
      { security: 'refused', code: 'unauthorized', route: 'GET /api/auth/me', user_id: null },
      { security: 'refused', code: 'forbidden', route: 'GET /api/users', user_id },
      role,
      settings,
    ]);
    assert.deepEqual(
      logged.map(({ level }) => level),
      [WARN, WARN, INFO, WARN, INFO, INFO],
    );
    assert.equal(logged[2]?.request_id, request_id);
    assert.doesNotMatch(raw, /example\.com|somebody|of ours|hush|127\.0\.0\.1/);
    const { token } = await app.cast.signsIn(email);
    const [line] = lines();
    const { sid } = JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
    assert.deepEqual(stripped(line ? [line] : []), [{ security: 'signed_in', user_id, session_id: sid }]);
  });

  test(`a client is a keyed hash in the log, the same one each time, and another one elsewhere (${name})`, async (t) => {
    const { app, lines } = await logging();
    t.after(() => app.close());
    for (const from of [{}, {}, ELSEWHERE]) (await app.stranger.get('/api/auth/me', from)).is(401);
    const [first, same, other] = lines().map(({ client }) => client);
    assert.match(first ?? '', /^[0-9a-f]{64}$|^[A-Za-z0-9_-]{43}$/);
    assert.equal(first, same);
    assert.notEqual(first, other);
  });

  test(`a flood of refusals is a few lines, and how many more there were (${name})`, async (t) => {
    const { app, lines } = await logging();
    t.after(() => app.close());
    const refused = () => app.stranger.get('/api/auth/me');
    for (let n = 0; n < PER_CLIENT + 5; n += 1) (await refused()).is(401);
    assert.equal(lines().length, PER_CLIENT);
    (await app.stranger.get('/api/auth/me', ELSEWHERE)).is(401);
    assert.equal(lines().length, 1, 'another client is told');
    app.clock.advance(MINUTE);
    (await refused()).is(401);
    const [withheld, line] = lines();
    assert.deepEqual([withheld?.security, withheld?.level, withheld?.counts], ['withheld', WARN, { refused: 5 }]);
    assert.equal(line?.security, 'refused');
  });

  test(`what was withheld last is told at the stop (${name})`, async () => {
    const { app, lines } = await logging();
    for (let n = 0; n < PER_CLIENT + 2; n += 1) (await app.stranger.get('/api/auth/me')).is(401);
    lines();
    await app.close();
    assert.deepEqual(
      lines().map(({ security, counts }) => [security, counts]),
      [['withheld', { refused: 2 }]],
    );
  });
}

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { ApiToken, ListedToken, NewToken, TokenDraft } from '#contract/tokens.ts';
import { DAY, HOUR, MINUTE } from '#platform';
import { Caller } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { tokenText } from './api-tokens.ts';

const TOKENS = '/api/tokens';
const ME = '/api/auth/me';

onEachDatabaseAnew('a token for programs', (app) => {
  const make = async (owner: Player, draft: Partial<TokenDraft> = {}) =>
    (await owner.post<NewToken>(TOKENS, { name: 'CI bot', scope: 'read', ...draft })).is(201);
  const program = ({ token }: NewToken) => new Caller(app().address, token);
  const iso = (ms: number) => new Date(ms).toISOString();

  test('is told once, and then only listed', async () => {
    const { cast, clock } = app();
    const { ada, jan, dev } = await cast.all();
    const made = await make(ada, { scope: 'write' });
    const { token, ...listed } = made;
    assert.match(token, /^kwit_pat_[0-9A-Za-z]{49}$/);
    assert.deepEqual(listed, {
      id: made.id,
      name: 'CI bot',
      prefix: 'kwit_pat_',
      last4: token.slice(-4),
      scope: 'write',
      created_at: iso(clock.now()),
      expires_at: iso(clock.now() + 90 * DAY),
      revoked_at: null,
      last_used_at: null,
    });
    assert.deepEqual((await ada.get<ApiToken[]>(TOKENS)).is(200), [listed]);
    assert.deepEqual((await jan.get<ApiToken[]>(TOKENS)).is(200), []);
    assert.deepEqual((await dev.get<ListedToken[]>(`${TOKENS}/all`)).is(200), [
      { ...listed, user_name: ada.user.name },
    ]);
    (await ada.get(`${TOKENS}/all`)).isRefused(403, 'forbidden');
    const stored = await app().database.read((connection) =>
      connection.rows(connection.dialect.builder.selectFrom('api_tokens').selectAll().compile()),
    );
    assert.ok(!JSON.stringify(stored).includes(token.slice(9)));
  });

  test('has a name in one line, a scope, and a life of 1 to 3,650 days', async () => {
    const { ada } = await app().cast.all();
    const refused = async (draft: object) => (await ada.post(TOKENS, draft)).isInvalid();
    assert.deepEqual(await refused({ name: ' ', scope: 'read' }), ['name']);
    assert.deepEqual(await refused({ name: 'x'.repeat(81), scope: 'read' }), ['name']);
    assert.deepEqual(await refused({ name: 'x', scope: 'session' }), ['scope']);
    assert.deepEqual(await refused({ name: 'x' }), ['scope']);
    for (const expires_in_days of [0, 3651, 1.5])
      assert.deepEqual(await refused({ name: 'x', scope: 'read', expires_in_days }), ['expires_in_days']);
    assert.equal((await make(ada, { expires_in_days: null })).expires_at, null);
  });

  test('does not live longer than token_max_days, and is not shortened by it later', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const older = await make(ada, { expires_in_days: null });
    (await dev.patch('/api/settings', { token_max_days: 30 })).is(200);
    const endOf = async (draft: Partial<TokenDraft>) => (await make(ada, draft)).expires_at;
    assert.equal(await endOf({}), iso(clock.now() + 30 * DAY));
    assert.equal(await endOf({ expires_in_days: 30 }), iso(clock.now() + 30 * DAY));
    for (const expires_in_days of [31, null]) {
      const draft = { name: 'x', scope: 'read', expires_in_days };
      assert.deepEqual((await ada.post(TOKENS, draft)).isInvalid(), ['expires_in_days']);
    }
    clock.advance(31 * DAY);
    (await program(older).get(ME)).is(200);
    const again = await cast.signsIn(ada.user.email);
    const next = (await again.post<NewToken>(`${TOKENS}/${older.id}/rotate`)).is(201);
    assert.equal(next.expires_at, iso(clock.now() + 30 * DAY));
  });

  test('ends at its end, by revoking, and while its owner is deactivated, and outlives logout-all', async () => {
    const { cast, clock } = app();
    const { dev } = await cast.all();
    const guest = await cast.guest();
    const short = await make(guest, { expires_in_days: 1 });
    const long = await make(guest);
    clock.advance(DAY - 1);
    (await program(short).get(ME)).is(200);
    clock.advance(1);
    (await program(short).get(ME)).isRefused(401, 'unauthorized');
    (await guest.post('/api/auth/logout-all')).is(204);
    (await program(long).get(ME)).is(200);
    (await dev.patch(`/api/users/${guest.id}`, { is_active: false })).is(200);
    (await program(long).get(ME)).isRefused(401, 'unauthorized');
    (await dev.patch(`/api/users/${guest.id}`, { is_active: true })).is(200);
    (await program(long).get(ME)).is(200);
    const owner = await cast.signsIn(guest.user.email);
    (await owner.delete(`${TOKENS}/${long.id}`)).is(204);
    (await program(long).get(ME)).isRefused(401, 'unauthorized');
    (await owner.delete(`${TOKENS}/${long.id}`)).isRefused(404, 'token_not_found');
  });

  test('is revoked by its owner and by developers, and by nobody else', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const made = await make(ada);
    (await jan.delete(`${TOKENS}/${made.id}`)).isRefused(404, 'token_not_found');
    (await program(made).get(ME)).is(200);
    (await dev.delete(`${TOKENS}/${made.id}`)).is(204);
    (await program(made).get(ME)).isRefused(401, 'unauthorized');
    const [entry] = (await dev.get<AuditEntry[]>('/api/audit?action=token.revoked')).is(200);
    assert.deepEqual([entry?.actor_id, entry?.target_type, entry?.target_id], [dev.id, 'token', made.id]);
  });

  test('is rotated once: the new one lives for the same span, the old one for a day', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const old = await make(ada, { scope: 'write', expires_in_days: 10 });
    clock.advance(4 * DAY);
    const path = `${TOKENS}/${old.id}/rotate`;
    (await dev.post(path)).isRefused(404, 'token_not_found');
    const next = (await ada.post<NewToken>(path)).is(201);
    assert.deepEqual([next.name, next.scope, next.expires_at], ['CI bot', 'write', iso(clock.now() + 10 * DAY)]);
    (await ada.post(path)).isRefused(409, 'already_rotated');
    clock.advance(DAY - 1);
    (await program(old).get(ME)).is(200);
    clock.advance(1);
    (await program(old).get(ME)).isRefused(401, 'unauthorized');
    (await program(next).get(ME)).is(200);
    (await ada.post(path)).isRefused(404, 'token_not_found');
    const ending = await make(ada, { expires_in_days: 1 });
    clock.advance(DAY - HOUR);
    (await ada.post(`${TOKENS}/${ending.id}/rotate`)).is(201);
    clock.advance(HOUR);
    (await program(ending).get(ME)).isRefused(401, 'unauthorized');
  });

  test('stays in the list for 90 days after its end', async () => {
    const { cast, clock } = app();
    const { ada } = await cast.all();
    await make(ada, { expires_in_days: 1, name: 'Ended' });
    const revoked = await make(ada, { name: 'Revoked', expires_in_days: null });
    (await ada.delete(`${TOKENS}/${revoked.id}`)).is(204);
    const names = async () => {
      const owner = await cast.signsIn(ada.user.email);
      return (await owner.get<ApiToken[]>(TOKENS)).is(200).map(({ name }) => name);
    };
    clock.advance(90 * DAY - 1);
    assert.deepEqual(await names(), ['Revoked', 'Ended']);
    clock.advance(1);
    assert.deepEqual(await names(), ['Ended']);
    clock.advance(DAY);
    assert.deepEqual(await names(), []);
  });

  test('is refused without a look into the database when its checksum is wrong, or its beginning is another', async () => {
    const { ada } = await app().cast.all();
    const { token } = await make(ada);
    const wrong = `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`;
    const { database } = app();
    const never = tokenText(randomBytes(32));
    for (const text of [wrong, token.replace('pat', 'svc'), `${token}x`, 'kwit_pat_', never])
      (await new Caller(app().address, text).get(ME)).isRefused(401, 'unauthorized');
    const statement = { sql: 'alter table api_tokens rename to nowhere', parameters: [] };
    await database.write((connection) => connection.run(statement));
    // Now a look for a token is our fault: 500.
    (await new Caller(app().address, wrong).get(ME)).isRefused(401, 'unauthorized');
    assert.equal((await new Caller(app().address, never).get(ME)).status, 500);
  });

  test('has its last use written down once in 15 minutes', async () => {
    const { cast, clock, database } = app();
    const { ada } = await cast.all();
    const made = await make(ada);
    const revision = () => database.read((connection) => connection.dialect.revision(connection));
    const before = await revision();
    const ask = () => Promise.all(Array.from({ length: 25 }, () => program(made).get(ME)));
    for (let i = 0; i < 4; i += 1) for (const answer of await ask()) answer.is(200);
    const afterFirst = await revision();
    assert.notEqual(afterFirst, before);
    clock.advance(15 * MINUTE - 1);
    (await program(made).get(ME)).is(200);
    assert.equal(await revision(), afterFirst);
    const lastUse = async () => (await ada.get<ApiToken[]>(TOKENS)).is(200)[0]?.last_used_at;
    assert.equal(await lastUse(), iso(clock.now() - 15 * MINUTE + 1));
    clock.advance(1);
    (await program(made).get(ME)).is(200);
    assert.equal(await lastUse(), iso(clock.now()));
  });

  test('opens a live stream, by itself and by a ticket, until it is revoked', async () => {
    const { ada } = await app().cast.all();
    const made = await make(ada);
    const bot = program(made);
    const { ticket } = (await bot.post<{ ticket: string }>('/api/events/stream-ticket')).is(200);
    const streams = [
      await fetch(`${app().address}/api/events/stream`, { headers: { authorization: `Bearer ${made.token}` } }),
      await fetch(`${app().address}/api/events/stream?ticket=${ticket}`),
    ];
    assert.deepEqual(
      streams.map(({ status }) => status),
      [200, 200],
    );
    (await ada.delete(`${TOKENS}/${made.id}`)).is(204);
    app().clock.advance(MINUTE);
    // The service ends them; until then, reading goes on.
    for (const stream of streams) assert.equal(typeof (await stream.text()), 'string');
  });

  test('is named in the history and in the events of what a program did', async () => {
    const { ada } = await app().cast.all();
    const bot = program(await make(ada, { scope: 'write' }));
    const ticket = await ada.opens();
    (await bot.patch(`/api/tickets/${ticket.id}`, { title: 'The printer on floor 3' })).is(200);
    (await ada.patch(`/api/tickets/${ticket.id}`, { title: 'The printer on floor 4' })).is(200);
    const { history } = (await ada.reads(ticket)).is(200);
    const done = history.map(({ user_id, via }) => [user_id, via]);
    assert.deepEqual(
      done,
      [['CI bot'], [null]].map(([via]) => [ada.id, via]),
    );
    const rows = await app().database.read((connection) =>
      connection.rows(
        connection.dialect.builder.selectFrom('event_outbox').select('payload').orderBy('position').compile(),
      ),
    );
    const sources = rows.map(({ payload }) => (JSON.parse(payload) as { via?: string }).via);
    assert.deepEqual(sources, [undefined, 'CI bot', undefined]);
  });
});

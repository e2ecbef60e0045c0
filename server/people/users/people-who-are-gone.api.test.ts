import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListedUser } from '#contract/users.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const USERS = '/api/users';
const deactivated = { is_active: false };

onEachDatabase('somebody who is gone', (app) => {
  test('is signed out everywhere at once, and let in again when developers say so', async () => {
    const { cast } = app();
    const { dev } = await cast.all();
    const guest = await cast.guest();
    const elsewhere = await cast.signsIn(guest.user.email);
    const listening = await guest.listens();
    const gone = (await dev.patch<ListedUser>(`${USERS}/${guest.id}`, deactivated)).is(200);
    assert.equal(gone.is_active, false);
    for (const session of [guest, elsewhere]) (await session.get('/api/auth/me')).isRefused(401, 'unauthorized');
    // The stream reads the rights of its clients anew with each event.
    await dev.opens();
    await listening.ended();
    (await dev.patch(`${USERS}/${guest.id}`, { is_active: true })).is(200);
    (await guest.get('/api/auth/me')).isRefused(401, 'unauthorized');
    assert.equal((await cast.signsIn(guest.user.email)).id, guest.id);
  });

  test('is answered as always when asking for a code, gets none, and no code is right', async () => {
    const { cast, stranger, mailbox } = app();
    const { dev } = await cast.all();
    const guest = await cast.guest();
    const { email } = guest.user;
    (await stranger.post('/api/auth/request-otp', { email })).is(200);
    const code = cast.codeFor(email);
    (await dev.patch(`${USERS}/${guest.id}`, deactivated)).is(200);
    (await stranger.post('/api/auth/verify-otp', { email, code })).isRefused(400, 'invalid_or_expired_code');
    const sent = mailbox.list().length;
    assert.deepEqual((await stranger.post('/api/auth/request-otp', { email })).is(200), { success: true });
    assert.equal(mailbox.list().length, sent);
  });

  test('is nobody to assign to; what they reported, wrote and had stays', async () => {
    const { cast } = app();
    const { dev, ewa } = await cast.all();
    const [guest, former] = [await cast.guest(), await cast.newDeveloper()];
    const ticket = await guest.opens();
    (await guest.comments(ticket, 'It still jams.')).is(201);
    (await dev.patches(ticket, { assignee_id: former.id })).is(200);
    const before = (await dev.reads(ticket)).is(200);
    for (const { id } of [guest, former]) (await ewa.patch(`${USERS}/${id}`, deactivated)).is(200);
    assert.deepEqual((await dev.reads(ticket)).is(200), before);
    const other = await dev.opens();
    (await dev.patches(other, { assignee_id: former.id })).isRefused(400, 'assignee_not_found');
    (await dev.patches(ticket, { title: 'It still jams' })).is(200);
  });

  test('is mailed nothing of what happens to their tickets', async () => {
    const { cast, worker, mailbox } = app();
    const { dev } = await cast.all();
    const [guest, stays] = [await cast.guest(), await cast.guest()];
    const tickets = [await guest.opens(), await stays.opens()];
    await worker.runOnce();
    (await dev.patch(`${USERS}/${guest.id}`, deactivated)).is(200);
    for (const ticket of tickets) (await dev.comments(ticket, 'Which printer?')).is(201);
    await worker.runOnce();
    const mailed = mailbox.list().filter(({ subject }) => !subject.startsWith('Sign-in code'));
    const to = mailed.map((message) => message.to);
    assert.ok(to.includes(stays.user.email));
    assert.ok(!to.includes(guest.user.email));
  });

  test('is never oneself, and reporters make nobody so', async () => {
    const { ada, dev, jan } = await app().cast.all();
    (await dev.patch(`${USERS}/${dev.id}`, deactivated)).isRefused(403, 'forbidden');
    (await ada.patch(`${USERS}/${jan.id}`, deactivated)).isRefused(403, 'forbidden');
    (await ada.post(`${USERS}/${jan.id}/sign-out`)).isRefused(403, 'forbidden');
  });
});

onEachDatabase('a developer', (app) => {
  test('ends the sessions of somebody, who signs in again', async () => {
    const { cast } = app();
    const { dev } = await cast.all();
    const guest = await cast.guest();
    (await dev.post(`${USERS}/${guest.id}/sign-out`)).is(204);
    (await guest.get('/api/auth/me')).isRefused(401, 'unauthorized');
    (await (await cast.signsIn(guest.user.email)).get('/api/auth/me')).is(200);
    const unknown = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
    (await dev.post(`${USERS}/${unknown}/sign-out`)).isRefused(404, 'user_not_found');
  });

  test('changes a role beside a name that stays as it is', async () => {
    const { cast } = app();
    const { dev } = await cast.all();
    const guest = await cast.guest();
    const path = `${USERS}/${guest.id}`;
    const changed = (await dev.patch<ListedUser>(path, { name: null, role: 'developer' })).is(200);
    assert.deepEqual([changed.name, changed.role], [guest.user.name, 'developer']);
    assert.deepEqual((await dev.patch(path, { name: null })).is(200), changed);
  });

  test('finds people by name or address, without case and diacritics, by role and activity', async () => {
    const { cast } = app();
    const { dev } = await cast.all();
    const guest = await cast.guest();
    (await dev.patch(`${USERS}/${guest.id}`, { name: 'Żaneta Łoś', is_active: false })).is(200);
    const listed = async (query: string) =>
      (await dev.get<ListedUser[]>(`${USERS}?${query}`)).is(200).map(({ id, is_active }) => [id, is_active]);
    for (const query of [
      'q=zaneta%20los',
      'q=%C5%81O%C5%9A',
      `q=${guest.user.email.toUpperCase()}`,
      'is_active=0&q=los',
    ])
      assert.deepEqual(await listed(query), [[guest.id, false]], query);
    for (const query of ['is_active=1&q=los', 'role=developer&q=los']) assert.deepEqual(await listed(query), [], query);
    assert.deepEqual((await dev.get(`${USERS}?is_active=true`)).isInvalid(), ['is_active']);
  });
});

onEachDatabaseAnew('the last active developer', (app) => {
  test('stays one: those who are gone do not count', async () => {
    const { cast } = app();
    const { dev, ewa } = await cast.all();
    (await dev.patch(`${USERS}/${ewa.id}`, deactivated)).is(200);
    (await dev.patch(`${USERS}/${dev.id}`, { role: 'user' })).isRefused(409, 'last_developer');
    (await dev.patch(`${USERS}/${ewa.id}`, { role: 'user' })).is(200);
  });

  test('stays one, also when two deactivate each other at the same moment', async () => {
    const { dev, ewa } = await app().cast.all();
    const answers = await Promise.all([
      dev.patch(`${USERS}/${ewa.id}`, deactivated),
      ewa.patch(`${USERS}/${dev.id}`, deactivated),
    ]);
    assert.deepEqual(answers.filter(({ status }) => status === 200).length, 1);
  });
});

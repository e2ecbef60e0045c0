import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { OutboxEntryDetail, OutboxList } from '#contract/outbox.ts';
import type { ListedUser } from '#contract/users.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const INVITE = '/api/users/invite';
const OUTBOX = '/api/settings/events/outbox';

onEachDatabase('an invitation', (app) => {
  // Developers are mailed of the tickets that other tests open, too.
  const invitationsTo = (address: string) =>
    app()
      .mailbox.list()
      .filter(({ to, subject }) => to === address && /^(You are invited|Zaproszenie)/.test(subject));

  test('adds a person who has not signed in, and mails them a link in the default language', async () => {
    const { cast, worker } = app();
    const dev = await cast.dev;
    const changed = await dev.patch('/api/settings', { app_url: 'https://kwit.example.com', default_language: 'pl' });
    changed.is(200);
    const invited = (await dev.post<ListedUser>(INVITE, { email: ' Nina.Kot@Example.com ', role: 'developer' })).is(
      201,
    );
    const { email, name, role, language, last_login, is_active } = invited;
    assert.deepEqual(
      { email, name, role, language, last_login, is_active },
      {
        email: 'nina.kot@example.com',
        name: 'Nina Kot',
        role: 'developer',
        language: 'pl',
        last_login: null,
        is_active: true,
      },
    );
    assert.deepEqual(invitationsTo(email), [], 'nothing is mailed before the worker runs');
    await worker.runOnce();
    const [mail, ...others] = invitationsTo(email);
    assert.deepEqual(others, []);
    assert.equal(mail?.subject, 'Zaproszenie do aplikacji Kwit');
    assert.match(mail?.text ?? '', /Dev zaprasza Cię do aplikacji Kwit\./);
    assert.match(mail?.text ?? '', /^https:\/\/kwit\.example\.com\/login$/m);
    (await dev.patch('/api/settings', { app_url: '', default_language: 'en' })).is(200);
  });

  test('has no link while the address of the application is not set', async () => {
    const { cast, worker } = app();
    const email = 'olek@example.com';
    (await (await cast.dev).post(INVITE, { email, name: 'Olek' })).is(201);
    await worker.runOnce();
    const [mail] = invitationsTo(email);
    assert.match(mail?.text ?? '', /Your colleagues know the address of the application\./);
    assert.doesNotMatch(`${mail?.text}${mail?.html}`, /https?:/);
  });

  test('is an entry of the outbox about the person, which no webhook is sent and no stream tells of', async () => {
    const { cast, worker } = app();
    const dev = await cast.dev;
    const hook = { url: 'https://example.com/hook', events: ['*'] };
    const { id: hookId } = (await dev.post<{ id: string }>('/api/webhooks', hook)).is(201);
    const listening = await dev.listens();
    const { id } = (await dev.post<ListedUser>(INVITE, { email: 'pola@example.com' })).is(201);
    await worker.runOnce();
    const { items } = (await dev.get<OutboxList>(`${OUTBOX}?event_name=user.invited`)).is(200);
    const entry = items.find(({ aggregate_id }) => aggregate_id === id);
    assert.ok(entry);
    assert.deepEqual([entry.aggregate_type, entry.ticket_number, entry.seq, entry.status], ['user', null, 1, 'sent']);
    const detail = (await dev.get<OutboxEntryDetail>(`${OUTBOX}/${entry.id}`)).is(200);
    assert.deepEqual(detail.payload, { user_id: id });
    assert.deepEqual(
      detail.deliveries.map(({ destination, status }) => [destination, status]),
      [[`mail:${id}`, 'delivered']],
    );
    const ticket = await dev.opens();
    assert.equal((await listening.event()).data?.ticket_id, ticket.id);
    (await dev.delete(`/api/webhooks/${hookId}`)).is(204);
  });

  test('is sent again by a replay until the person has signed in, or is gone', async () => {
    const { cast, worker } = app();
    const dev = await cast.dev;
    const email = 'remi@example.com';
    const { id } = (await dev.post<ListedUser>(INVITE, { email })).is(201);
    const { items } = (await dev.get<OutboxList>(`${OUTBOX}?event_name=user.invited&limit=1`)).is(200);
    const replay = async () => {
      await worker.runOnce();
      (await dev.post(`${OUTBOX}/${items[0]?.id}/replay`)).is(200);
      await worker.runOnce();
      return invitationsTo(email).length;
    };
    assert.equal(await replay(), 2);
    (await dev.patch(`/api/users/${id}`, { is_active: false })).is(200);
    assert.equal(await replay(), 2);
    (await dev.patch(`/api/users/${id}`, { is_active: true })).is(200);
    await cast.signsIn(email);
    assert.equal(await replay(), 2);
  });

  test('leads to the person who signs in, with the name they were given and the language of their code', async () => {
    const { cast, stranger } = app();
    const email = 'sara@example.com';
    const invited = (await (await cast.dev).post<ListedUser>(INVITE, { email, name: 'Sara Wójcik' })).is(201);
    (await stranger.post('/api/auth/request-otp', { email, lang: 'pl' })).is(200);
    const code = cast.codeFor(email);
    const { user } = (await stranger.post<{ user: ListedUser }>('/api/auth/verify-otp', { email, code })).is(200);
    assert.deepEqual([user.id, user.name, user.language], [invited.id, 'Sara Wójcik', 'pl']);
    assert.notEqual(user.last_login, null);
  });

  test('goes to no domain that is not allowed, to nobody who is there, and comes from developers', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.post(INVITE, { email: 'x@elsewhere.example' })).isRefused(400, 'domain_not_allowed');
    (await dev.post(INVITE, { email: 'ADA@example.com' })).isRefused(409, 'user_exists');
    (await ada.post(INVITE, { email: 'tola@example.com' })).isRefused(403, 'forbidden');
    assert.deepEqual((await dev.post(INVITE, { email: 'tola' })).isInvalid(), ['email']);
    assert.deepEqual((await dev.post(INVITE, { email: 't@example.com', name: '‮' })).isInvalid(), ['name']);
  });

  test('makes one person, however many are sent at once', async () => {
    const { dev, ewa } = await app().cast.all();
    const senders = [dev, ewa, dev, ewa, dev, ewa];
    const answers = await Promise.all(senders.map((who) => who.post(INVITE, { email: 'ula@example.com' })));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
  });
});

onEachDatabaseAnew('somebody who was invited and has not signed in', (app) => {
  test('is no last developer, is in no statistics, and is in the audit', async () => {
    const { cast } = app();
    const { dev, ewa } = await cast.all();
    const activation = async () =>
      (await dev.get<{ users_total: number }>('/api/tickets/stats/activation')).is(200).users_total;
    const before = await activation();
    const developer = { email: 'vera@example.com', role: 'developer' };
    const { id } = (await dev.post<ListedUser>(INVITE, developer)).is(201);
    (await dev.post(INVITE, { email: 'wera@example.com' })).is(201);
    assert.equal(await activation(), before);
    (await dev.patch(`/api/users/${ewa.id}`, { role: 'user' })).is(200);
    (await dev.patch(`/api/users/${dev.id}`, { role: 'user' })).isRefused(409, 'last_developer');
    const [, entry] = (await dev.get<AuditEntry[]>('/api/audit?action=user.invited')).is(200);
    const { target_id, details, actor_id } = entry ?? {};
    assert.deepEqual([target_id, details, actor_id], [id, { role: 'developer' }, dev.id]);
  });

  test('is mailed no new tickets until then, though invited as a developer', async () => {
    const { cast, mailbox } = app();
    const { ada, dev } = await cast.all();
    const email = 'vera@example.com';
    (await dev.post<ListedUser>(INVITE, { email, role: 'developer' })).is(201);
    const newTicketsMailed = async () => {
      await ada.opens();
      (await dev.post(`${OUTBOX}/run-once`)).is(200);
      const count = (address: string) =>
        mailbox.list().filter(({ to, subject }) => to === address && /Printer jams/.test(subject)).length;
      return [count(dev.user.email), count(email)];
    };
    assert.deepEqual(await newTicketsMailed(), [1, 0]);
    await cast.signsIn(email);
    assert.deepEqual(await newTicketsMailed(), [2, 1]);
  });
});

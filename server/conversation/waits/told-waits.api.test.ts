import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Calendar } from '#contract/calendars.ts';
import type { Notice } from '#contract/notices.ts';
import { DAY, HOUR, MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

onEachDatabaseAnew('who is told of what is due', (app) => {
  const runOnce = async (dev: Player) => (await dev.post('/api/settings/events/outbox/run-once')).is(200);
  const reasons = async (person: Player) =>
    (await person.get<Notice[]>('/api/notices'))
      .is(200)
      .flatMap(({ reason }) => (reason.startsWith('wait') ? [reason] : []));
  const waitEvents = async (dev: Player, ticket: { id: string }) =>
    (await dev.eventsOf(ticket)).map(({ event_name }) => event_name).filter((name) => name.startsWith('wait'));

  /** The clock begins on a Saturday, 3:44 UTC; the calendar is open from 4:00 to 8:00 UTC each day. */
  const promiseMornings = async (dev: Player) => {
    const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    const calendar = {
      name: 'Mornings',
      zone: 'UTC',
      week: Object.fromEntries(days.map((day) => [day, ['04:00-08:00']])),
    };
    const { id: calendar_id } = (await dev.post<Calendar>('/api/calendars', calendar)).is(201);
    const target = { condition: {}, minutes: 240, calendar_id, promised: false, is_active: true };
    (await dev.put('/api/answer-targets', { targets: [target] })).is(200);
  };

  test('is the assignee, once each, at open minutes alone, and a miss after days without service leaves the warning out', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    await promiseMornings(dev);
    const ticket = await ada.opens();
    (await dev.patches(ticket, { assignee_id: ewa.id })).is(200);
    app().clock.advance(HOUR);
    await runOnce(dev);
    assert.deepEqual(await waitEvents(dev, ticket), []);
    app().clock.advance(2 * HOUR + 20 * MINUTE);
    await runOnce(dev);
    await runOnce(dev);
    assert.deepEqual(await waitEvents(dev, ticket), ['wait.warned']);
    assert.deepEqual(await reasons(ewa), ['wait.warned']);
    assert.deepEqual(await reasons(dev), []);
    app().clock.advance(HOUR);
    await runOnce(dev);
    assert.deepEqual(
      await waitEvents(dev, ticket),
      ['wait.warned'],
      'it was missed when the desk closed, and nobody is rung at night',
    );
    const later = await ada.opens();
    app().clock.advance(3 * DAY - 3 * HOUR);
    await runOnce(dev);
    assert.deepEqual((await waitEvents(dev, ticket)).sort(), ['wait.missed', 'wait.warned']);
    assert.deepEqual(await waitEvents(dev, later), ['wait.missed']);
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    await runOnce(dev);
    assert.equal((await waitEvents(dev, ticket)).length, 2);
    assert.deepEqual((await reasons(ewa)).sort(), ['wait.missed', 'wait.warned']);
    assert.deepEqual(await reasons(ada), []);
  });

  test('is, where nobody has the ticket, who works on it and wants a daily mail: once a day, at open minutes', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    await promiseMornings(dev);
    (await dev.patch('/api/auth/me', { due_digest: true, language: 'en' })).is(200);
    (await ewa.patch('/api/auth/me', { due_digest: true, language: 'pl' })).is(200);
    (await ada.patch('/api/auth/me', { due_digest: true })).is(200);
    (await dev.patch('/api/settings', { app_url: 'https://kwit.example.com' })).is(200);
    let seen = 0;
    /** The digests that come so much later, by their readers: the subject, and each ticket with what is due. */
    const after = async (milliseconds: number) => {
      app().clock.advance(milliseconds);
      for (let pass = 0; pass < 3; pass += 1) await runOnce(dev);
      const mails = app()
        .mailbox.list()
        .filter(({ id, subject }) => id > seen && /nobody|bez opiekuna/.test(subject));
      seen = Math.max(seen, ...mails.map(({ id }) => id));
      return mails.map(({ to, subject, text }) => [
        to,
        subject,
        (text.match(/^#\d+ .*\n.*$/gm) ?? []).map((lines) => lines.replace(/ .*\n/, ' ')).join('; '),
      ]);
    };
    const ticket = await ada.opens();
    const own = await ada.opens();
    (await dev.patches(own, { assignee_id: ewa.id })).is(200);
    assert.deepEqual(await after(HOUR), []);
    assert.deepEqual((await after(2 * HOUR + 20 * MINUTE)).sort(), [
      [
        dev.user.email,
        '[Kwit] 1 ticket waits and has nobody',
        `#${ticket.number} Due Saturday, 21 November 2026 at 09:00`,
      ],
      [
        ewa.user.email,
        '[Kwit] Zgłoszenia bez opiekuna czekają na odpowiedź: 1',
        `#${ticket.number} Termin odpowiedzi: sobota, 21 listopada 2026 09:00`,
      ],
    ]);
    const [second, third, fourth] = [await ada.opens(), await ada.opens(), await ada.opens()];
    assert.deepEqual(await after(HOUR), [], 'missed when the desk closed');
    assert.equal((await after(20 * HOUR)).length, 2);
    assert.deepEqual(await after(3 * HOUR), [], 'today has had a digest');
    (await dev.patches(second, { assignee_id: dev.id })).is(200);
    (await dev.comments(fourth, { content: 'Try again now.' })).is(201);
    const mail = app()
      .mailbox.list()
      .find(({ to }) => to === ewa.user.email);
    const off = /bez opiekuna: https:..kwit.example.com(.+)/.exec(mail?.text ?? '')?.[1];
    assert.equal((await app().stranger.send('POST', off ?? '/')).status, 200);
    assert.deepEqual(await after(DAY - 3 * HOUR), [
      [
        dev.user.email,
        '[Kwit] 1 ticket waits and has nobody',
        `#${third.number} Missed: was due Sunday, 22 November 2026 at 08:04`,
      ],
    ]);
    assert.deepEqual(await after(DAY), []);
  });
});

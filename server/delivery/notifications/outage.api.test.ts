import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Askers, TellingResult } from '#contract/askers.ts';
import type { TicketTelling } from '#contract/tellings.ts';
import { MailServer } from '#testing/mail-server.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const REPORTS = 30;
const JOINED = 10;

onEachDatabaseAnew('thirty reports of one outage', (app) => {
  const server = new MailServer();
  before(() => server.start());
  after(() => server.close());

  test('are closed and told at once, and the receipts are what the mail server has', async () => {
    const { dev } = await app().cast.all();
    const people = [];
    for (let n = 0; n < REPORTS; n++) people.push(await app().cast.guest());
    (await dev.patch('/api/settings', { ...server.settings, notify_developers_of_new_tickets: 'off' })).is(200);
    const tickets = [];
    for (const [n, person] of people.entries()) {
      const isMailed = n % 10 !== 9;
      const settings = { language: n % 3 === 0 ? 'pl' : 'en', email_notify_ticket_status: isMailed };
      (await person.patch('/api/auth/me', settings)).is(200);
      tickets.push(await person.opens({ title: 'Nobody can pay', description: `secret-${n}-secret` }));
    }
    const [lead, ...others] = tickets;
    assert.ok(lead);
    for (const [n, { id }] of others.entries()) {
      const mode = n < JOINED ? 'join' : 'beside';
      (await dev.post(`/api/tickets/${id}/merge`, { into: lead.id, mode, tell_reporters: true })).is(200);
    }
    const also = others.slice(JOINED).map(({ id }) => id);
    (await dev.patches(lead, { status: 'closed', closure_summary: 'The bank is back.', also })).is(200);
    const shipment = { repository: 'shop/web', environment: 'production', version: '2.4.0' };
    (
      await dev.post('/api/shipments', { ...shipment, commits: [{ id: '1', message: `Retry, kwit#${lead.number}` }] })
    ).is(200);
    await app().worker.runOnce();
    server.received.length = 0;

    const { comments } = (await dev.reads(lead)).is(200);
    const answer = comments.findLast(({ is_closure_summary }) => is_closure_summary)?.id;
    const note = { what: 'live', note: 'Pay again, please.', note_by_language: { pl: 'Proszę zapłacić ponownie.' } };
    const result = (await dev.post<TellingResult>(`/api/answers/${answer}/tell`, note)).is(200);
    assert.deepEqual(
      [result.told, result.left.map(({ cannot }) => cannot)],
      [27, ['mail_off', 'mail_off', 'mail_off']],
    );
    await app().worker.runOnce();

    const of = new Map(people.map(({ id, user }) => [id, user.email]));
    const receipts: string[] = [];
    const unsent: string[] = [];
    for (const { id } of tickets)
      for (const line of (await dev.get<TicketTelling[]>(`/api/tickets/${id}/tellings?limit=200`)).is(200)) {
        if (line.of !== 'answer.told' || line.kind !== 'mail') continue;
        const address = of.get(line.person?.id ?? '') ?? '';
        if (line.state === 'accepted') receipts.push(address);
        else unsent.push(line.not_sent_because ?? line.state);
      }
    assert.deepEqual(receipts.sort(), server.received.flatMap(({ recipients }) => recipients).sort());
    assert.equal(receipts.length, 27);
    assert.deepEqual(unsent, ['mail_off', 'mail_off', 'mail_off']);
    for (const { text = '', recipients } of server.received) {
      const n = people.findIndex(({ user }) => recipients.includes(user.email));
      assert.match(text, n % 3 === 0 ? /Proszę zapłacić/ : /Pay again/);
      assert.ok(!/secret-/.test(text), 'A mail has no word of a ticket.');
    }
    const { total, askers } = (await dev.get<Askers>(`/api/tickets/${lead.id}/askers`)).is(200);
    assert.deepEqual([total, askers.filter((asker) => asker.told?.of === 'live').length], [30, 30]);
  });
});

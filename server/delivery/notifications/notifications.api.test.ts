import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerCounts } from '#contract/answers.ts';
import type { OutboxRunOnce } from '#contract/outbox.ts';
import type { Player } from '#testing/cast.ts';
import { writeInternalSummary } from '#testing/older-summary.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';
import type { MailboxMessage } from '../../platform/mail/mailbox-routes.ts';

const APP_URL = 'https://kwit.example.com';

/** Delivers what is due, and says which mails about the ticket that made, by their readers and first lines. */
async function mailsAbout(app: App, ticket: { number: number }): Promise<MailboxMessage[]> {
  const before = app.mailbox.list()[0]?.id ?? 0;
  (await (await app.cast.dev).post<OutboxRunOnce>('/api/settings/events/outbox/run-once')).is(200);
  const made = app.mailbox.list().filter(({ id, subject }) => id > before && subject.startsWith(`[#${ticket.number}]`));
  return made.sort((a, b) => (a.to < b.to ? -1 : 1));
}

const inShort = (mails: readonly MailboxMessage[]) => mails.map(({ to, text }) => `${to}: ${text.split('\n')[0]}`);

/** A ticket of ada's. The mails that it was reported have been sent. */
async function oldTicket(app: App, ada: Player, fields = {}) {
  const ticket = await ada.opens(fields);
  await mailsAbout(app, ticket);
  return ticket;
}

onEachDatabase(
  'a notification',
  (app) => {
    test('tells reporter and assignee once that the ticket was closed, with the answer', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      const ticket = await oldTicket(app(), ada);
      (
        await dev.patches(ticket, { status: 'closed', closure_summary: 'Replaced the roller.', assignee_id: ewa.id })
      ).is(200);
      const mails = await mailsAbout(app(), ticket);
      assert.deepEqual(inShort(mails), [
        'ada@example.com: Dev closed your ticket with this answer:',
        'ewa@example.com: Dev closed a ticket assigned to you with this answer:',
      ]);
      assert.match(
        mails[0]?.text ?? '',
        /\n> Replaced the roller\.\n\n#\d+ Printer jams\nhttps:\/\/kwit\.example\.com\/t\/\d+\n/,
      );
      assert.match(mails[0]?.html ?? '', /Replaced the roller\./);
    });

    test('that the ticket was closed leads its reporter, and nobody else, to reopening it while they may', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      const linksIn = async (ticket: { number: number }) =>
        (await mailsAbout(app(), ticket)).flatMap(({ to, text }) => (text.includes('/reopen/') ? [to] : []));
      const close = { status: 'closed', closure_summary: 'Done.', assignee_id: ewa.id };
      const [ticket, own, open] = [
        await oldTicket(app(), ada),
        await oldTicket(app(), ewa),
        await oldTicket(app(), ada),
      ];
      for (const closing of [ticket, own]) (await dev.patches(closing, close)).is(200);
      assert.deepEqual([await linksIn(ticket), await linksIn(own)], [['ada@example.com'], []]);
      (await dev.patches(open, close)).is(200);
      (await dev.patches(open, { status: 'in_progress' })).is(200);
      assert.deepEqual(await linksIn(open), []);
    });

    test('that the ticket was closed asks its reporter whether that solved it, and no scanner answers', async () => {
      const { ada, dev } = await app().cast.all();
      const ticket = await oldTicket(app(), ada);
      (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
      const links = (await mailsAbout(app(), ticket)).flatMap(({ to, text }) => {
        const link = /https:\/\/kwit\.example\.com(\/answers\/([\w-]+)\?helped=1)/.exec(text);
        return link ? [{ to, address: link[1] ?? '', id: link[2] ?? '' }] : [];
      });
      assert.deepEqual(
        links.map(({ to }) => to),
        ['ada@example.com'],
      );
      const [{ address, id } = assert.fail()] = links;
      for (let n = 0; n < 100; n += 1) {
        await app().stranger.get(address);
        await ada.get(`/api${address}`);
      }
      const counts = async () => {
        const { helped, not_helped } = (await ada.get<AnswerCounts>(`/api/answers/${id}`)).is(200);
        return { helped, not_helped };
      };
      assert.deepEqual(await counts(), { helped: 0, not_helped: 0 });
      (await ada.post(`/api/answers/${id}/helped`, { helped: true })).is(200);
      assert.deepEqual(await counts(), { helped: 1, not_helped: 0 });
    });

    test('brings the answer that was written before the closing', async () => {
      const { ada, dev } = await app().cast.all();
      const ticket = await oldTicket(app(), ada);
      (await dev.comments(ticket, { content: 'Replaced it.', is_closure_summary: true })).is(201);
      assert.deepEqual(inShort(await mailsAbout(app(), ticket)), ['ada@example.com: Dev commented on your ticket:']);
      (await dev.patches(ticket, { status: 'closed' })).is(200);
      const [closed, ...others] = await mailsAbout(app(), ticket);
      assert.deepEqual(others, []);
      assert.match(closed?.text ?? '', /closed your ticket with this answer:\n\n> Replaced it\./);
    });

    test('tells the reporter of an acceptance, and the new assignee', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      const ticket = await oldTicket(app(), ada);
      (await dev.patches(ticket, { assignee_id: ewa.id, priority: 'high' })).is(200);
      const mails = await mailsAbout(app(), ticket);
      assert.deepEqual(inShort(mails), [
        'ada@example.com: Dev changed the status of your ticket: Submitted → Accepted.',
        'ewa@example.com: Dev assigned this ticket to you:',
      ]);
      assert.match(mails[1]?.text ?? '', /Status: Accepted\nPriority: High/);
      (await ewa.patches(ticket, { assignee_id: dev.id })).is(200);
      assert.deepEqual(inShort(await mailsAbout(app(), ticket)), ['dev@example.com: Ewa assigned this ticket to you:']);
      const own = await oldTicket(app(), ada);
      (await dev.patches(own, { status: 'in_progress' })).is(200);
      assert.deepEqual(inShort(await mailsAbout(app(), own)), [
        'ada@example.com: Dev changed the status of your ticket: Submitted → In progress.',
      ]);
    });

    test('tells the new assignee of each change, when several changes happen within one millisecond', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      const ticket = await oldTicket(app(), ada);
      const gives = async (giver: Player, assignee: Player | null) =>
        (await giver.patches(ticket, { assignee_id: assignee?.id ?? null })).is(200);
      await gives(ewa, dev);
      await gives(dev, ewa);
      await gives(dev, null);
      await gives(dev, ewa);
      const moments = (await dev.eventsOf(ticket)).map(({ occurred_at }) => occurred_at);
      assert.equal(new Set(moments).size, 1);
      const mails = (await mailsAbout(app(), ticket)).filter(({ to }) => to !== 'ada@example.com');
      assert.deepEqual(inShort(mails), [
        'ewa@example.com: Dev assigned this ticket to you:',
        'ewa@example.com: Dev assigned this ticket to you:',
      ]);
    });

    test('brings comments to reporter and assignee; internal ones to developers, and never their text', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      const ticket = await oldTicket(app(), ada);
      (await dev.patches(ticket, { assignee_id: ewa.id })).is(200);
      await mailsAbout(app(), ticket);
      (await dev.comments(ticket, { content: 'Which tray?', type: 'question' })).is(201);
      const [question, ...others] = await mailsAbout(app(), ticket);
      assert.deepEqual(inShort(others), ['ewa@example.com: Dev asked something about a ticket assigned to you:']);
      assert.match(question?.text ?? '', /^Dev asked something about your ticket:\n\n> Which tray\?\n/);
      (await ada.comments(ticket, { content: 'Tray 2.', type: 'answer' })).is(201);
      assert.deepEqual(inShort(await mailsAbout(app(), ticket)), [
        'ewa@example.com: Ada answered on a ticket assigned to you:',
      ]);
      (await dev.comments(ticket, { content: 'Hush.', is_internal: true })).is(201);
      (await dev.patches(ticket, { internal_note: 'Hush.', planned_date: '2026-12-01' })).is(200);
      const internal = await mailsAbout(app(), ticket);
      assert.deepEqual(inShort(internal), [
        'ewa@example.com: Dev wrote an internal comment on a ticket assigned to you.',
      ]);
      assert.doesNotMatch(JSON.stringify(internal), /Hush/);
    });

    test('is sent to nobody who turned such mails off', async () => {
      const { dev, ewa } = await app().cast.all();
      const guest = await app().cast.guest();
      const ticket = await oldTicket(app(), guest);
      (await guest.patch('/api/auth/me', { email_notify_ticket_status: false })).is(200);
      (await dev.patches(ticket, { status: 'blocked' })).is(200);
      assert.deepEqual(await mailsAbout(app(), ticket), []);
      (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
      assert.deepEqual(inShort(await mailsAbout(app(), ticket)), [
        `${guest.user.email}: Dev commented on your ticket:`,
      ]);
      (await guest.patch('/api/auth/me', { email_notify_developer_comment: false })).is(200);
      (await ewa.comments(ticket, 'Still well?')).is(201);
      assert.deepEqual(await mailsAbout(app(), ticket), []);
    });

    test('is not sent about files alone, which the ticket shows', async () => {
      const { ada, dev } = await app().cast.all();
      const ticket = await oldTicket(app(), ada);
      (await dev.patches(ticket, { assignee_id: dev.id })).is(200);
      await mailsAbout(app(), ticket);
      for (const person of [ada, dev]) {
        (await person.attaches(ticket, { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('It jams.') })).is(201);
        assert.deepEqual(await mailsAbout(app(), ticket), []);
      }
    });

    test('is in the reader’s language', async () => {
      const { dev } = await app().cast.all();
      const guest = await app().cast.guest();
      (await guest.patch('/api/auth/me', { language: 'pl' })).is(200);
      const ticket = await oldTicket(app(), guest);
      (await dev.patches(ticket, { status: 'waiting' })).is(200);
      const [mail] = await mailsAbout(app(), ticket);
      assert.match(mail?.text ?? '', /^Dev zmienia status Twojego zgłoszenia: Nowe → Do uzupełnienia\./);
      assert.match(mail?.html ?? '', /<html lang="pl">/);
    });

    test('tells each developer of a new ticket at once, unless the team does not want it', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      const ticket = await ada.opens({ category: 'question', urgency_reporter: 'high' });
      const mails = await mailsAbout(app(), ticket);
      assert.deepEqual(inShort(mails), ['dev@example.com: Ada reported:', 'ewa@example.com: Ada reported:']);
      assert.match(mails[0]?.text ?? '', /> Every second page\.\n\nCategory: Question\nUrgency: High\n/);
      const own = await dev.opens();
      assert.deepEqual(inShort(await mailsAbout(app(), own)), ['ewa@example.com: Dev reported:']);
      (await ewa.patch('/api/settings', { notify_developers_of_new_tickets: 'off' })).is(200);
      assert.deepEqual(await mailsAbout(app(), await ada.opens()), []);
      (await ewa.patch('/api/settings', { notify_developers_of_new_tickets: 'each' })).is(200);
    });

    test('has a subject without words where its project says so', async () => {
      const { ada, dev } = await app().cast.all();
      const fields = { name: 'Quiet', mail_subject: 'number' };
      const { id: project_id } = (await dev.post<{ id: string }>('/api/projects', fields)).is(201);
      const ticket = await oldTicket(app(), ada, { project_id });
      (await dev.comments(ticket, 'One more question.')).is(201);
      const [mail] = await mailsAbout(app(), ticket);
      assert.equal(mail?.subject, `[#${ticket.number}]`);
    });

    test('brings a reporter nothing that is for developers only', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      const CANARY = 'canary-7f3a';
      const ticket = await oldTicket(app(), ada);
      const start = app().mailbox.list()[0]?.id ?? 0;
      const act = async (body: object) => {
        (await dev.patches(ticket, { ...body })).is(200);
        await mailsAbout(app(), ticket);
      };
      const says = async (draft: object) => {
        (await dev.comments(ticket, { ...draft, content: `${CANARY} between us` })).is(201);
        await mailsAbout(app(), ticket);
      };
      await act({ internal_note: CANARY });
      await says({ is_internal: true });
      await act({ status: 'in_progress', internal_note: `${CANARY} again`, assignee_id: ewa.id });
      await writeInternalSummary(app(), dev, ticket, `${CANARY} between us`);
      await act({ status: 'closed', internal_note: `${CANARY} still` });
      const mails = app()
        .mailbox.list()
        .filter(({ id, to }) => id > start && to === 'ada@example.com');
      assert.deepEqual(inShort(mails).reverse(), [
        'ada@example.com: Dev changed the status of your ticket: Submitted → In progress.',
        'ada@example.com: Dev closed your ticket.',
      ]);
      assert.doesNotMatch(JSON.stringify(mails), new RegExp(CANARY));
    });
  },
  { APP_URL },
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TicketDelivery } from '#contract/notifications.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#platform';
import { Housekeeping } from '#service/serving';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { DUTIES } from '../../build-worker.ts';

onEachDatabaseAnew(
  'the digest of new tickets',
  (app) => {
    /** Every node keeps house every few minutes; here three of them at once. */
    const keepHouse = async ({ config, runner, files, secrets, sessionUse }: App) => {
      const log = { info() {}, error: ({ err }: { err?: Error }) => assert.ifError(err) };
      const source = { given: config.settings, sealingKey: secrets.sealingKey };
      const parts = { runner, files, source, log, sessionUse, ...DUTIES };
      return Promise.all([1, 2, 3].map(() => new Housekeeping(parts).runDue()));
    };
    const route = async () => (await (await app().cast.dev).post('/api/settings/events/outbox/run-once')).is(200);
    /** The mails that this makes, by reader: the tickets that each lists. */
    const digests = async () => {
      const before = app().mailbox.list()[0]?.id ?? 0;
      await keepHouse(app());
      await route();
      const mails = app()
        .mailbox.list()
        .filter(({ id }) => id > before);
      return Object.fromEntries(
        mails.map(({ to, text }) => [to, (text.match(/^#\d+/gm) ?? []).map((mention) => Number(mention.slice(1)))]),
      );
    };
    /** To so many milliseconds past the next full hour. */
    const passTheHour = (beyond: number) => app().clock.advance(HOUR - (app().clock.now() % HOUR) + beyond);
    const wants = async (notify_developers_of_new_tickets: string) =>
      (await (await app().cast.dev).patch('/api/settings', { notify_developers_of_new_tickets })).is(200);

    test('lists each ticket that was reported up to the full hour once, and not to its reporter', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      await wants('each');
      await ada.opens();
      await route();
      await wants('digest');
      const [first, second] = [await ada.opens(), await dev.opens()];
      assert.deepEqual(await digests(), {});
      passTheHour(MINUTE - SECOND);
      assert.deepEqual(await digests(), {});
      const late = await ada.opens();
      app().clock.advance(SECOND);
      assert.deepEqual(await digests(), {
        [dev.user.email]: [first.number],
        [ewa.user.email]: [first.number, second.number],
      });
      const mailTo = (reader: string) =>
        app()
          .mailbox.list()
          .find(({ to }) => to === reader);
      assert.equal(mailTo(dev.user.email)?.subject, '[Kwit] 1 new ticket');
      const mail = mailTo(ewa.user.email);
      assert.equal(mail?.subject, '[Kwit] 2 new tickets');
      assert.match(mail.text, /Reported by Ada · Other · Urgency: Normal\nhttps:\/\/kwit\.example\.com\/t\/\d+/);
      assert.deepEqual(await digests(), {});
      passTheHour(MINUTE);
      assert.deepEqual(await digests(), { [dev.user.email]: [late.number], [ewa.user.email]: [late.number] });
      passTheHour(MINUTE);
      assert.deepEqual(await digests(), {});
    });

    test('holds back no other mail about the tickets', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      await wants('digest');
      const ticket = await ada.opens();
      (await dev.patches(ticket, { assignee_id: ewa.id })).is(200);
      await route();
      const [mail] = app()
        .mailbox.list()
        .filter(({ to }) => to === ewa.user.email);
      assert.equal(mail?.subject, `[#${ticket.number}] Printer jams`);
      passTheHour(MINUTE);
      assert.deepEqual((await digests())[ewa.user.email], [ticket.number]);
    });

    test('goes to nobody who turned such mails off, and its delivery is shown on the ticket', async () => {
      const { ada, dev } = await app().cast.all();
      await wants('digest');
      const developer = await app().cast.newDeveloper();
      (await developer.patch('/api/auth/me', { email_notify_ticket_status: false })).is(200);
      const ticket = await ada.opens();
      await route();
      passTheHour(MINUTE);
      assert.ok(!(developer.user.email in (await digests())));
      const deliveries = (await dev.get<TicketDelivery[]>(`/api/tickets/${ticket.id}/deliveries`)).is(200);
      assert.deepEqual(
        deliveries.map(({ status }) => status),
        ['delivered', 'delivered'],
      );
      const [created] = await dev.eventsOf(ticket);
      assert.equal(created?.status, 'sent');
    });

    test('is shown on each ticket that it lists, and not on those that its reader reported', async () => {
      const { ada, dev, ewa } = await app().cast.all();
      await wants('digest');
      const [first, own, last] = [await ada.opens(), await dev.opens(), await ada.opens()];
      await route();
      passTheHour(MINUTE);
      await digests();
      const readersOf = async (ticket: { id: string }) =>
        (await dev.get<TicketDelivery[]>(`/api/tickets/${ticket.id}/deliveries`))
          .is(200)
          .flatMap(({ recipient_id, status }) => (status === 'delivered' ? [recipient_id] : []));
      for (const ticket of [first, last]) {
        const readers = await readersOf(ticket);
        assert.ok(readers.includes(dev.id) && readers.includes(ewa.id));
        assert.equal(new Set(readers).size, readers.length);
      }
      const readers = await readersOf(own);
      assert.deepEqual([readers.includes(dev.id), readers.includes(ewa.id)], [false, true]);
    });

    test('is made only when the team wants it', async () => {
      const { ada } = await app().cast.all();
      for (const mode of ['each', 'off']) {
        await wants(mode);
        await ada.opens();
        await route();
        passTheHour(MINUTE);
        assert.deepEqual(await digests(), {});
      }
      await wants('digest');
      passTheHour(MINUTE);
      assert.deepEqual(await digests(), {});
    });

    const opensMany = async (count: number) => {
      const { ada } = await app().cast.all();
      const numbers: number[] = [];
      for (let n = 0; n < count; n += 1) numbers.push((await ada.opens()).number);
      return numbers;
    };
    const pass = (minutes: number) => app().clock.advance(minutes * MINUTE);

    test('tells of the tickets after the twentieth in ten minutes, of which nobody has a mail each', async () => {
      const { dev, ewa } = await app().cast.all();
      const numbers = await opensMany(23);
      await route();
      const mails = app()
        .mailbox.list()
        .filter(({ subject }) => subject.startsWith('[#'));
      assert.equal(mails.length, 20 * 2);
      pass(10);
      assert.deepEqual(await digests(), {});
      pass(1);
      const listed = numbers.slice(20);
      assert.deepEqual(await digests(), { [dev.user.email]: listed, [ewa.user.email]: listed });
      assert.deepEqual(await digests(), {});
      const [next] = await opensMany(1);
      assert.deepEqual(await digests(), { [dev.user.email]: [next], [ewa.user.email]: [next] });
    });

    test('comes ever more seldom while many tickets go on, and counts each of them once', async () => {
      const { dev } = await app().cast.all();
      const pauses: number[] = [];
      let reported = (await opensMany(21)).length;
      await route();
      for (let minutes = 1, last = 1; minutes <= 131; minutes += 1) {
        pass(1);
        if (dev.user.email in (await digests())) {
          pauses.push(minutes - last);
          last = minutes;
        }
        if (minutes < 120) reported += (await opensMany(3)).length;
        await route();
      }
      assert.deepEqual(pauses, [10, 20, 40, 60]);
      const counts = app()
        .mailbox.list()
        .filter(({ to }) => to === dev.user.email)
        .map(({ subject }) => Number(/^\[Kwit\] (\d+) new tickets?$/.exec(subject)?.[1] ?? 0));
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        reported - 20,
      );
    });

    test('of many tickets tells of no other ticket of which nobody wanted a mail', async () => {
      const { dev, ewa } = await app().cast.all();
      const all = [dev, ewa];
      const setMails = (email_notify_ticket_status: boolean) =>
        Promise.all(
          all.map(async (person) => (await person.patch('/api/auth/me', { email_notify_ticket_status })).is(200)),
        );
      await setMails(false);
      await opensMany(3);
      await route();
      await setMails(true);
      pass(11);
      assert.deepEqual(await digests(), {});
    });

    test('of many tickets goes to nobody who reported them, and to nobody once the team wants none', async () => {
      const { dev, ewa } = await app().cast.all();
      for (let n = 0; n < 21; n += 1) await dev.opens();
      await route();
      pass(11);
      assert.deepEqual(Object.keys(await digests()), [ewa.user.email]);
      await opensMany(21);
      await route();
      await wants('off');
      pass(60);
      assert.deepEqual(await digests(), {});
      await wants('each');
      pass(60);
      assert.deepEqual(await digests(), {});
    });

    test('is forgotten with its event, when that is old', async () => {
      const { ada } = await app().cast.all();
      await wants('digest');
      for (let n = 0; n < 2; n += 1) await ada.opens();
      await route();
      passTheHour(MINUTE);
      await digests();
      app().clock.advance(100 * DAY);
      const forgotten = (await keepHouse(app())).map(({ events = 0 }) => events);
      assert.deepEqual(forgotten.toSorted(), [0, 0, 2]);
    });
  },
  { APP_URL: 'https://kwit.example.com' },
);

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Notice } from '#contract/notices.ts';
import type { Settings } from '#contract/settings.ts';
import type { TicketTelling } from '#contract/tellings.ts';
import type { WebhookWithSecret } from '#contract/webhooks.ts';
import { DAY, MINUTE } from '#platform';
import { Housekeeping } from '#service/serving';
import type { Player } from '#testing/cast.ts';
import { MailServer } from '#testing/mail-server.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { startWebhookReceiver } from '#testing/webhook-receiver.ts';
import { DUTIES } from '../../build-worker.ts';

const receiver = await startWebhookReceiver();

/** New tickets are mailed to nobody. */
const QUIET = { notify_developers_of_new_tickets: 'off' };

const keepHouse = ({ config, runner, files, secrets, sessionUse }: App) => {
  const log = { info() {}, error: ({ err }: { err?: Error }) => assert.ifError(err) };
  const source = { given: config.settings, sealingKey: secrets.sealingKey };
  return new Housekeeping({ runner, files, source, log, sessionUse, ...DUTIES, jobs: {} }).runDue();
};

onEachDatabaseAnew(
  'who was told what',
  (app) => {
    const server = new MailServer();
    before(() => server.start());
    after(() => server.close());

    /** From now on mails go to the server. */
    const begin = async () => {
      const cast = await app().cast.all();
      const { mail_provider, ...rest } = server.settings;
      (await cast.dev.patch('/api/settings', { ...rest, mail_provider, ...QUIET })).is(200);
      server.refusal = null;
      server.code = 451;
      server.received.length = 0;
      return cast;
    };
    const tellingsOf = async (player: Player, ticket: { id: string }, query = '') =>
      (await player.get<TicketTelling[]>(`/api/tickets/${ticket.id}/tellings${query}`)).is(200);
    const shortOf = ({ person, kind, of, why, state, not_sent_because }: TicketTelling) =>
      [person?.name ?? null, kind, of, why, state, ...(not_sent_because === null ? [] : [not_sent_because])].join(' ');
    const shortly = async (player: Player, ticket: { id: string }) =>
      (await tellingsOf(player, ticket)).map(shortOf).sort();
    const mailsOf = async (player: Player, ticket: { id: string }) =>
      (await tellingsOf(player, ticket)).filter(({ kind }) => kind === 'mail');

    test('is read by who works on the ticket, and by everybody else as far as it is their own', async () => {
      const { ada, jan, dev, ewa } = await begin();
      const ticket = await ada.opens();
      (await ewa.send('PUT', `/api/tickets/${ticket.id}/following`)).is(204);
      (await ada.post(`/api/tickets/${ticket.id}/people`, { email: 'jan@example.com' })).is(201);
      (await jan.patch('/api/auth/me', { email_notify_developer_comment: false })).is(200);
      (await dev.comments(ticket, 'Which tray?')).is(201);
      await app().worker.runOnce();
      const { name } = ada.user;
      const own = [`${name} inbox comment.created reporter sent`, `${name} mail comment.created reporter accepted`];
      assert.deepEqual(await shortly(ada, ticket), own);
      assert.deepEqual(
        await shortly(dev, ticket),
        [
          ...own,
          `${ewa.user.name} inbox comment.created follower sent`,
          `${ewa.user.name} mail comment.created follower accepted`,
          `${jan.user.name} inbox comment.created person sent`,
          `${jan.user.name} mail comment.created person not_sent mail_off`,
        ].sort(),
      );
      const [first] = await tellingsOf(dev, ticket, '?limit=1');
      assert.equal(
        (await tellingsOf(dev, ticket)).findIndex(({ id }) => id === first?.id),
        0,
      );
      (await jan.get(`/api/tickets/${(await ada.opens()).id}/tellings`)).isRefused(403, 'forbidden');
      const notices = (await ada.get<Notice[]>('/api/notices')).is(200);
      (await ada.post('/api/notices/read', { ids: notices.map(({ id }) => id) })).is(200);
      const read = (await tellingsOf(dev, ticket)).find(
        ({ person, kind }) => person?.id === ada.id && kind === 'inbox',
      );
      assert.equal(read?.read_at, new Date(app().clock.now()).toISOString());
    });

    test('of a mail has what the server said: that it took it, that it may take it later, or that it never will', async () => {
      const { ada, dev } = await begin();
      const ticket = await ada.opens();
      (await dev.comments(ticket, 'First.')).is(201);
      await app().worker.runOnce();
      const [accepted] = await mailsOf(ada, ticket);
      assert.deepEqual([accepted?.state, accepted?.server_said], ['accepted', '250 OK: message queued']);
      server.refusal = 'try again\u0007 later';
      (await dev.comments(ticket, 'Second.')).is(201);
      await app().worker.runOnce();
      const [waiting] = await mailsOf(ada, ticket);
      assert.deepEqual([waiting?.state, waiting?.server_said?.slice(0, 13)], ['waiting', '451 try again']);
      server.code = 550;
      server.refusal = 'no such user';
      app().clock.advance(MINUTE);
      await app().worker.runOnce();
      const [failed] = await mailsOf(ada, ticket);
      assert.deepEqual([failed?.id, failed?.state, failed?.server_said], [waiting?.id, 'failed', '550 no such user']);
      (await dev.patch('/api/settings', { mail_provider: null })).is(200);
      (await dev.comments(ticket, 'Third.')).is(201);
      await app().worker.runOnce();
      const [sent] = await mailsOf(ada, ticket);
      assert.deepEqual([sent?.state, sent?.server_said], ['sent', null]);
    });

    test('says why nothing was sent', async () => {
      const { ada, dev, ewa } = await begin();
      (await dev.patch('/api/settings', { mail_delay_minutes: 5 })).is(200);
      const ticket = await ada.opens();
      (await ewa.send('PUT', `/api/tickets/${ticket.id}/following`)).is(204);
      const reasons = async (most: number) =>
        (await mailsOf(dev, ticket)).slice(0, most).map(({ not_sent_because: why }) => why);
      const wait = async () => {
        app().clock.advance(10 * MINUTE);
        await app().worker.runOnce();
      };
      (await dev.comments(ticket, 'First.')).is(201);
      await app().worker.runOnce();
      for (const player of [ada, ewa]) (await player.post('/api/notices/read', { ticket_id: ticket.id })).is(200);
      await wait();
      assert.deepEqual(await reasons(2), ['read_meanwhile', 'read_meanwhile']);
      const comment = (await dev.comments(ticket, 'Second.')).is(201);
      await app().worker.runOnce();
      (await dev.takesBack(comment)).is(204);
      await wait();
      assert.deepEqual(await reasons(2), ['taken_back', 'taken_back']);
      (await dev.comments(ticket, 'Third.')).is(201);
      await app().worker.runOnce();
      for (const player of [ada, ewa])
        (await player.patch('/api/auth/me', { email_notify_developer_comment: false })).is(200);
      await wait();
      assert.deepEqual(await reasons(2), ['mail_off', 'mail_off']);
      (await ada.patch('/api/auth/me', { email_notify_developer_comment: true })).is(200);
      (await dev.comments(ticket, 'Fourth.')).is(201);
      await app().worker.runOnce();
      (await dev.patch(`/api/users/${ada.id}`, { is_active: false })).is(200);
      await wait();
      assert.deepEqual((await reasons(2)).sort(), ['mail_off', 'no_sight']);
    });

    test('of webhooks has the status of the receiver', async () => {
      const { ada, dev } = await begin();
      const hook = (await dev.post<WebhookWithSecret>('/api/webhooks', { url: receiver.newUrl() })).is(201);
      const ticket = await ada.opens();
      await app().worker.runOnce();
      receiver.reply(() => ({ status: 500 }));
      (await ada.comments(ticket, 'It still jams.')).is(201);
      await app().worker.runOnce();
      receiver.reply(() => ({ status: 204 }));
      const lines = (await tellingsOf(dev, ticket)).filter(({ kind }) => kind === 'webhook');
      assert.deepEqual(
        lines.map(({ webhook, person, of, why, state, server_said }) => ({
          webhook,
          person,
          of,
          why,
          state,
          server_said,
        })),
        [
          { of: 'comment.created', state: 'waiting', server_said: '500' },
          { of: 'ticket.created', state: 'accepted', server_said: '204' },
        ].map((line) => ({ webhook: { id: hook.id, host: receiver.pair }, person: null, why: 'subscribed', ...line })),
      );
      assert.deepEqual(await tellingsOf(ada, ticket), []);
    });

    test('of those who asked stands at the ticket of their thread', async () => {
      const voter = await app().cast.guest();
      const { ada, jan, dev } = await begin();
      (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
      const [first, second] = [await ada.opens(), await jan.opens()];
      (await dev.post(`/api/tickets/${second.id}/merge`, { into: first.id, mode: 'beside', tell_reporters: true })).is(
        200,
      );
      (await dev.patches(first, { status: 'closed', closure_summary: 'The disk was full.', also: [second.id] })).is(
        200,
      );
      const { comments } = (await dev.reads(first)).is(200);
      const answer = comments.find(({ is_closure_summary }) => is_closure_summary)?.id ?? '';
      (await voter.post(`/api/answers/${answer}/helped`, { helped: true })).is(200);
      (await dev.post(`/api/answers/${answer}/tell`, { what: 'again', note: 'Look again.' })).is(200);
      await app().worker.runOnce();
      const askerTellings = async (player: Player, ticket: { id: string }) =>
        (await tellingsOf(player, ticket))
          .filter(({ why }) => why === 'asker')
          .map(shortOf)
          .sort();
      assert.deepEqual(
        await askerTellings(dev, second),
        ['inbox', 'mail'].map(
          (kind) => `${jan.user.name} ${kind} answer.told asker ${kind === 'mail' ? 'accepted' : 'sent'}`,
        ),
      );
      assert.deepEqual(
        await askerTellings(dev, first),
        [ada, voter]
          .flatMap(({ user }) => [
            `${user.name} inbox answer.told asker sent`,
            `${user.name} mail answer.told asker accepted`,
          ])
          .sort(),
      );
      assert.deepEqual(await askerTellings(jan, second), await askerTellings(dev, second));
    });

    test('says nothing of internal words to who reads them no more, nor once their events are gone', async () => {
      const lena = await app().cast.newDeveloper();
      const { dev } = await begin();
      (await dev.patch<Settings>('/api/settings', { outbox_retention_days: 1 })).is(200);
      const ticket = await lena.opens();
      (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201);
      await app().worker.runOnce();
      assert.ok((await tellingsOf(lena, ticket)).length > 0);
      (await dev.patch(`/api/users/${lena.id}`, { role: 'user' })).is(200);
      assert.deepEqual(await tellingsOf(lena, ticket), []);
      assert.ok((await tellingsOf(dev, ticket)).length > 0);
      (await dev.patch('/api/settings', { mail_provider: null })).is(200);
      for (const days of [3, 90]) {
        app().clock.advance(days * DAY);
        await keepHouse(app());
        assert.deepEqual(await tellingsOf(await app().cast.signsIn(lena.user.email), ticket), []);
        assert.ok((await tellingsOf(await app().cast.signsIn('dev@example.com'), ticket)).length > 0);
      }
    });

    test('outlives the events and the notices, for as long as the setting says', async () => {
      const { ada, dev } = await begin();
      const settings = { outbox_retention_days: 1, tellings_days: 100 };
      assert.equal((await dev.patch<Settings>('/api/settings', settings)).is(200).tellings_days, 100);
      const ticket = await ada.opens();
      (await dev.comments(ticket, 'Which tray?')).is(201);
      (await dev.patches(ticket, { status: 'closed', closure_summary: 'Solved.' })).is(200);
      await app().worker.runOnce();
      const all = await tellingsOf(dev, ticket);
      assert.equal(all.length, 4);
      (await dev.patch('/api/settings', { tellings_days: 0, mail_provider: null })).isInvalid();
      (await dev.patch('/api/settings', { tellings_days: 3651 })).isInvalid();
      (await dev.patch('/api/settings', { mail_provider: null })).is(200);
      for (const [days, forgotten, left] of [
        [3, 'events', all],
        [90, 'notices', all],
        [10, 'tellings', []],
      ] as const) {
        app().clock.advance(days * DAY);
        assert.ok((await keepHouse(app()))[forgotten], forgotten);
        assert.deepEqual(await tellingsOf(await app().cast.signsIn('dev@example.com'), ticket), left);
      }
    });
  },
  { OUTBOUND_ALLOW: receiver.pair },
);

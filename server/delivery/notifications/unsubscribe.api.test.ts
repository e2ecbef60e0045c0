import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { User } from '#contract/users.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabase } from '#testing/start-app.ts';

const APP_URL = 'https://kwit.example.com';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** The addresses in a mail of a status and in one of a comment, without their host. */
async function addressesFor(app: App, reporter: Player): Promise<{ status: string; comment: string }> {
  const { dev } = await app.cast.all();
  const ticket = await reporter.opens();
  const addressIn = async () => {
    (await dev.post('/api/settings/events/outbox/run-once')).is(200);
    const mail = app.mailbox.list().find(({ to }) => to === reporter.user.email);
    const address = new RegExp(`${APP_URL}(/api/notifications/unsubscribe\\?token=\\S+)`).exec(mail?.text ?? '')?.[1];
    assert.ok(address, mail?.text ?? 'no mail');
    return address;
  };
  (await dev.patches(ticket, { status: 'blocked' })).is(200);
  const status = await addressIn();
  (await dev.comments(ticket, 'Which tray?')).is(201);
  return { status, comment: await addressIn() };
}

onEachDatabase(
  'the address that turns mails off',
  (app) => {
    const mailsWanted = async (player: Player) => {
      const me = (await player.get<User>('/api/auth/me')).is(200);
      return [me.email_notify_ticket_status, me.email_notify_developer_comment];
    };

    test('changes nothing when it is only opened, and asks', async () => {
      const guest = await app().cast.guest();
      const { status } = await addressesFor(app(), guest);
      for (const method of ['GET', 'HEAD']) {
        const page = await app().stranger.send(method, status);
        assert.equal(page.status, 200);
        assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
        assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none';.* form-action 'self'/);
      }
      const page = await app().stranger.get(status);
      assert.match(page.text, /Turn off messages about new, assigned and changed tickets\?/);
      assert.match(page.text, /<form method="post"><button/);
      assert.deepEqual(await mailsWanted(guest), [true, true]);
    });

    test('turns off one kind of mails by one click without signing in, in either form', async () => {
      const { dev } = await app().cast.all();
      const guest = await app().cast.guest();
      const { status, comment } = await addressesFor(app(), guest);
      const done = await app().stranger.send('POST', comment, ONE_CLICK, FORM);
      assert.equal(done.status, 200);
      assert.match(done.text, /Messages about comments are turned off\./);
      assert.deepEqual(await mailsWanted(guest), [true, false]);
      const multipart = new FormData();
      multipart.append('List-Unsubscribe', 'One-Click');
      for (const body of [multipart, null]) assert.equal((await app().stranger.send('POST', status, body)).status, 200);
      assert.deepEqual(await mailsWanted(guest), [false, false]);
      assert.deepEqual(await mailsWanted(dev), [true, true]);
    });

    test('is refused when Kwit did not make it', async () => {
      const guest = await app().cast.guest();
      const { status } = await addressesFor(app(), guest);
      const { ada } = await app().cast.all();
      for (const path of [
        status.slice(0, -3),
        status.replace(guest.id, ada.id),
        status.replace('ticket_status', 'developer_comment'),
        '/api/notifications/unsubscribe?token=x',
        '/api/notifications/unsubscribe',
      ]) {
        assert.deepEqual((await app().stranger.get(path)).isInvalid(), ['token']);
        assert.deepEqual((await app().stranger.send('POST', path, ONE_CLICK, FORM)).isInvalid(), ['token']);
      }
      assert.deepEqual(await mailsWanted(guest), [true, true]);
      assert.deepEqual(await mailsWanted(ada), [true, true]);
    });

    test('answers in the language of its owner', async () => {
      const guest = await app().cast.guest();
      (await guest.patch('/api/auth/me', { language: 'pl' })).is(200);
      const { comment } = await addressesFor(app(), guest);
      assert.match((await app().stranger.get(comment)).text, /Wyłączyć wiadomości o komentarzach\?/);
      assert.match((await app().stranger.send('POST', comment)).text, /Wiadomości o komentarzach są wyłączone\./);
    });
  },
  { APP_URL },
);

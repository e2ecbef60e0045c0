import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { Settings } from '#contract/settings.ts';
import { MASK } from '#contract/words.ts';
import { MailServer } from '#testing/mail-server.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const SETTINGS = '/api/settings';
const TEST = `${SETTINGS}/test-smtp`;
const to = 'postmaster@example.net';

/** A provider of tokens, which numbers them; `refuses` repeats what it was sent. */
const forms: Record<string, string>[] = [];
let refuses = false;
const provider = createServer(async (request, response) => {
  const form = Object.fromEntries(new URLSearchParams(await text(request)));
  forms.push(form);
  const answer = refuses
    ? { error: 'invalid_client', error_description: `${form.client_secret} is wrong` }
    : { access_token: `access-${forms.length}`, expires_in: 3600 };
  response.writeHead(refuses ? 401 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
provider.listen(0, '127.0.0.1').unref();
await once(provider, 'listening');
const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`;
const oauth = { token_url: `http://${host}/token`, client_id: 'kwit', client_secret: 'the secret', scope: 'smtp' };

onEachDatabaseAnew(
  'mail that leaves by XOAUTH2',
  (app) => {
    test('signs in with a token, which it asks for once, and anew when the server takes it no longer', async (t) => {
      const server = new MailServer();
      server.accessToken = 'access-1';
      await server.start();
      t.after(() => server.close());
      forms.length = 0;
      const { dev, ada } = await app().cast.all();
      const settings = { ...server.settings, smtp_user: 'kwit@example.com', smtp_oauth: oauth };
      (await dev.patch(SETTINGS, settings)).is(200);
      const ticket = await ada.opens();
      const send = async (words: string) => {
        (await dev.comments(ticket, words)).is(201);
        for (let n = 0; n < 3; n += 1) await app().worker.runOnce();
      };
      await send('Which tray?');
      await send('And which paper?');
      assert.equal(server.received.filter(({ text: said }) => /Which tray|which paper/.test(said ?? '')).length, 2);
      const { client_id, client_secret, scope } = oauth;
      assert.deepEqual(forms, [{ grant_type: 'client_credentials', client_id, client_secret, scope }]);
      assert.deepEqual(new Set(server.signedIn), new Set(['kwit@example.com']));
      await server.close();
      server.accessToken = 'access-2';
      await server.start();
      await send('And which printer?');
      assert.equal(forms.length, 1);
      app().clock.advance(3_600_000);
      for (let n = 0; n < 3; n += 1) await app().worker.runOnce();
      assert.match(server.received.at(-1)?.text ?? '', /which printer/);
      assert.equal(forms.length, 2);
      server.accessToken = 'access-3';
      assert.equal((await dev.post<{ mode: string }>(TEST, { to })).is(200).mode, 'smtp');
      refuses = true;
      const { message } = (await dev.post(TEST, { to })).isRefused(502, 'mail_delivery_failed');
      refuses = false;
      assert.match(message, /answers 401: invalid_client/);
      assert.doesNotMatch(message, /the secret/);
    });

    test('shows its secret to nobody, and sends it to no other provider or server', async () => {
      const { dev } = await app().cast.all();
      const patch = (change: object) => dev.patch<Settings>(SETTINGS, change);
      const { token_url, ...client } = oauth;
      for (const wrong of [client, { ...oauth, tenant: 'example.com' }])
        (await patch({ smtp_oauth: wrong })).isRefused(400, 'validation_error');
      (await patch({ smtp_oauth: { ...oauth, token_url: 'http://169.254.169.254/token' } })).isRefused(
        400,
        'url_not_allowed',
      );
      const set = await patch({ smtp_oauth: oauth });
      assert.deepEqual(set.is(200).smtp_oauth, { ...oauth, client_secret: MASK });
      assert.doesNotMatch(set.text, /the secret/);
      const masked = { ...oauth, client_secret: MASK };
      assert.deepEqual((await patch({ smtp_oauth: masked })).is(200).smtp_oauth, masked);
      assert.equal((await patch({ smtp_oauth: { ...masked, scope: 'more' } })).is(200).smtp_oauth?.scope, 'more');
      for (const elsewhere of [
        { smtp_oauth: { ...masked, token_url: `${token_url}s` } },
        { smtp_oauth: { ...masked, client_id: 'eve' } },
        { smtp_oauth: { ...client, client_secret: MASK, tenant: 'example.com' } },
        { smtp_host: 'evil.example.com' },
        { smtp_host: 'evil.example.com', smtp_oauth: { ...masked, scope: 'other' } },
      ])
        (await patch(elsewhere)).isRefused(400, 'secret_required');
      assert.deepEqual((await patch({ smtp_oauth: { ...client, tenant: 'example.com' } })).is(200).smtp_oauth, {
        ...client,
        tenant: 'example.com',
        client_secret: MASK,
      });
      assert.equal((await patch({ smtp_oauth: null })).is(200).smtp_oauth, null);
    });
  },
  { OUTBOUND_ALLOW: host },
);

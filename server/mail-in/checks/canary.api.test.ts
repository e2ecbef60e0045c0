import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MailInStatus } from '#contract/mail-in.ts';
import { MailInCanary, readMailInFigures } from '#mail-in';
import { MailListener } from '#mail-in/serving';
import { contextOf, DAY, HOUR, MINUTE } from '#platform';
import { MAIL_DOMAIN, openMailIn } from '#testing/incoming-mail.ts';
import { MailServer, type ReceivedMail } from '#testing/mail-server.ts';
import { SmtpClient } from '#testing/smtp-client.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

const SETTINGS = '/api/mail-in/settings';

/** Hands a mail that came to the provider over to Kwit, by LMTP. */
async function comesBack(app: App, { recipients: [to], subject, text }: ReceivedMail): Promise<number[]> {
  const address = { host: '127.0.0.1', port: 0, path: null };
  const listener = new MailListener({ mailIn: app.mailIn, address, protocol: 'lmtp', log: { error: () => {} } });
  const client = await SmtpClient.connect({ host: '127.0.0.1', port: await listener.start() });
  for (const line of ['LHLO mx.example.com', 'MAIL FROM:<kwit@example.com>', `RCPT TO:<${to}>`, 'DATA'])
    await client.say(line);
  const raw = `From: kwit@example.com\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${text}`;
  const codes = await client.data(Buffer.from(raw), 1);
  client.end();
  await listener.stop();
  return codes;
}

onEachDatabaseAnew('the canary of mail in', (app) => {
  const isBack = async () => (await app().runner.read(contextOf('test'), readMailInFigures))?.canary?.isBack;

  test('mails itself once a day, and tells when that does not come back', async (t) => {
    const [provider, { dev }] = [new MailServer(), await app().cast.all()];
    t.after(() => provider.close());
    await provider.start();
    (await dev.patch('/api/settings', provider.settings)).is(200);
    await openMailIn(app(), dev);
    const errors: object[] = [];
    const canary = () =>
      new MailInCanary({ ...app().mailIn.parts, mailers: app().mailers }, { error: (facts) => errors.push(facts) });
    const sees = async (milliseconds: number) => {
      app().clock.advance(milliseconds);
      await Promise.all([canary().runDue(), canary().runDue()]);
      return provider.received.length;
    };
    const last = async () => {
      const { checks, last_received_at } = (await dev.get<MailInStatus>('/api/mail-in/status')).is(200);
      return { run: checks.find(({ step }) => step === 'round_trip'), last_received_at };
    };
    assert.equal(await sees(DAY), 0, 'It is off at first.');
    const settings = (await dev.put<object>(SETTINGS, { mail_in_canary: true })).is(200);
    assert.ok('mail_in_canary' in settings && settings.mail_in_canary);

    assert.deepEqual([await sees(0), await isBack()], [1, null]);
    const [first] = provider.received;
    assert.match(first?.recipients[0] ?? '', new RegExp(`^check-[a-z2-7]{26}@${MAIL_DOMAIN}$`));
    (await dev.post('/api/mail-in/checks', { step: 'round_trip' })).is(202);
    assert.equal(provider.received.length, 2, 'A person takes the step meanwhile.');
    app().clock.advance(MINUTE);
    assert.ok(first);
    assert.deepEqual(await comesBack(app(), first), [250]);
    assert.equal((await last()).last_received_at, new Date(app().clock.now()).toISOString());
    assert.deepEqual([await sees(DAY - 2 * MINUTE), await isBack()], [2, true]);

    assert.equal(await sees(MINUTE), 3);
    assert.deepEqual([await sees(11 * MINUTE), await isBack()], [3, false]);
    assert.match((await app().stranger.get('/metrics')).text, /^kwit_mail_in_canary_up 0$/m);
    const { run } = await last();
    assert.deepEqual([run?.state, run?.draft.mail_in_domain], ['red', MAIL_DOMAIN]);
    assert.match(run?.detail.at(-1)?.text ?? '', /it was not seen here/);
    assert.equal(await sees(HOUR - 12 * MINUTE), 3);
    provider.refusal = 'Not today';
    assert.equal(await sees(MINUTE), 3);
    assert.match((await last()).run?.detail.at(-1)?.text ?? '', /did not accept it: .*Not today/);
    provider.refusal = null;
    assert.equal(await sees(HOUR), 4);
    const [again] = provider.received.slice(-1);
    assert.ok(again);
    await comesBack(app(), again);
    assert.deepEqual([await sees(DAY - MINUTE), errors], [4, []]);

    (await dev.put(SETTINGS, { mail_in_canary: false })).is(200);
    assert.deepEqual([await sees(2 * DAY), await isBack()], [4, undefined]);
  });
});

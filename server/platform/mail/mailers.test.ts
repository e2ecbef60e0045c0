import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announcement, Mailbox } from './mailbox-routes.ts';
import type { MailSettings } from './mailer.ts';
import { Mailers } from './mailers.ts';

const unset: MailSettings = {
  mail_provider: null,
  smtp_host: '',
  smtp_port: 587,
  smtp_user: '',
  smtp_pass: '',
  smtp_oauth: '',
  smtp_from: '',
  ses_region: '',
  ses_access_key_id: '',
  ses_secret_access_key: '',
  ses_session_token: '',
  ses_from: '',
  ses_endpoint: '',
};
const smtp: MailSettings = { ...unset, mail_provider: 'smtp', smtp_host: '127.0.0.1', smtp_from: 'kwit@example.com' };
const clock = { now: () => Date.UTC(2026, 10, 21, 3, 44) };
const email = {
  to: 'ada@example.com',
  subject: 'Sign-in code',
  text: 'Your code:\n\n    12345678\n',
  html: '<p>…</p>',
};

test('without a provider there is the mailbox, and in production nothing', () => {
  const mailbox = new Mailbox({ clock, announce: () => {} });
  assert.equal(new Mailers({ mailbox }).mailerFor(unset)?.mode, 'dev-fallback');
  assert.equal(new Mailers({ mailbox: null }).mailerFor(unset), null);
});

test('a provider goes before the mailbox', async () => {
  const mailers = new Mailers({ mailbox: new Mailbox({ clock, announce: () => {} }) });
  assert.equal(mailers.mailerFor(smtp)?.mode, 'smtp');
  const ses = { ...unset, mail_provider: 'ses', ses_region: 'eu-central-1', ses_from: 'kwit@example.com' } as const;
  assert.equal(mailers.mailerFor(ses)?.mode, 'ses');
  for (const lacking of [
    { ...ses, ses_region: '' },
    { ...ses, ses_from: '' },
    { ...smtp, smtp_host: '' },
  ])
    assert.equal(mailers.mailerFor(lacking)?.mode, 'dev-fallback');
  await mailers.close();
});

test('a transport is kept while its settings hold, and replaced when they change', async () => {
  const mailers = new Mailers({ mailbox: null });
  const first = mailers.mailerFor(smtp);
  assert.equal(mailers.mailerFor({ ...smtp }), first);
  assert.equal(mailers.mailerFor({ ...smtp, ses_region: 'eu-central-1' }), first);
  const second = mailers.mailerFor({ ...smtp, smtp_pass: 'another' });
  assert.notEqual(second, first);
  assert.equal(mailers.mailerFor({ ...smtp, smtp_pass: 'another' }), second);
  await assert.rejects(async () => first?.send(email), /closed/);
  await mailers.close();
});

test('the mailbox keeps the last 200, newest first, and announces each', async () => {
  const announced: string[] = [];
  const mailbox = new Mailbox({ clock, announce: ({ subject }) => announced.push(subject) });
  for (let number = 1; number <= 205; number += 1) await mailbox.send({ ...email, subject: `${number}` });
  const list = mailbox.list();
  assert.equal(list.length, 200);
  assert.deepEqual(list[0], { id: 205, ...email, subject: '205', time: '2026-11-21T03:44:00.000Z' });
  assert.equal(list.at(-1)?.subject, '6');
  assert.equal(announced.length, 205);
});

test('the announcement shows the code in its first line, and the whole text', async () => {
  const mailbox = new Mailbox({ clock, announce: () => {} });
  await mailbox.send(email);
  const [message] = mailbox.list();
  assert.ok(message);
  const [first, ...rest] = announcement(message).split('\n');
  assert.equal(first, 'Mail to ada@example.com: Sign-in code >>> 12345678 <<<');
  assert.ok(rest.includes('│     12345678'));
});

test('settings are tried out apart from the transport that is kept', async () => {
  const mailbox = new Mailbox({ clock, announce: () => {} });
  const mailers = new Mailers({ mailbox });
  const mailer = mailers.mailerFor(smtp);
  assert.equal(await mailers.sendTest(unset, email), 'dev-fallback');
  assert.equal(await mailers.sendTest({ ...smtp, smtp_host: '' }, email), 'dev-fallback');
  assert.equal(mailers.mailerFor(smtp), mailer);
  assert.deepEqual(mailers.tally, { sent: 2, failed: 0 });
  await mailers.close();
  assert.equal(await new Mailers({ mailbox: null }).sendTest(unset, email), null);
});

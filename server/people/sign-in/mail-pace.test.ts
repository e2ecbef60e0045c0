import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MailRefused } from '#platform';
import { MailPace } from './request-code.ts';

test('what mails nothing takes as long as a mail took', async () => {
  const pace = new MailPace();
  await pace.send(() => pause(60));
  const ended: string[] = [];
  const waits = async (name: string, waiting: Promise<unknown>) => {
    await waiting;
    ended.push(name);
  };
  // Timers end in the order of their times, however late a busy machine comes to them.
  await Promise.all([waits('nothing', pace.sendNothing()), waits('50 ms', pause(50))]);
  assert.deepEqual(ended, ['50 ms', 'nothing']);
});

test('what mails nothing is refused while mails are, and only then', async () => {
  const pace = new MailPace();
  await pace.sendNothing();
  const refuse = () => Promise.reject(new MailRefused('The mailbox is full.'));
  await assert.rejects(pace.send(refuse), MailRefused);
  await assert.rejects(pace.sendNothing(), MailRefused);
  await pace.send(() => Promise.resolve());
  await pace.sendNothing();
});

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { MailRefused } from '../mail/mailer.ts'
import { MailPace } from './mail-pace.ts'

test('what mails nothing takes as long as a mail took', async () => {
  const pace = new MailPace()
  await pace.send(() => pause(60))
  const began = performance.now()
  await pace.sendNothing()
  assert.ok(performance.now() - began >= 55)
})

test('what mails nothing is refused while mails are, and only then', async () => {
  const pace = new MailPace()
  await pace.sendNothing()
  const refuse = () => Promise.reject(new MailRefused('The mailbox is full.'))
  await assert.rejects(pace.send(refuse), MailRefused)
  await assert.rejects(pace.sendNothing(), MailRefused)
  await pace.send(() => Promise.resolve())
  await pace.sendNothing()
})

import { Type } from 'typebox'
import { Instant, record } from '../../contract/scalars.ts'
import { operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'
import type { Mailbox } from './mailbox.ts'

const MailboxMessage = record({
  id: Type.Integer(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  html: Type.String(),
  time: Instant,
})

const listing = operation({
  summary: 'Read the messages that no mail provider was there for, newest first (outside production only)',
  tag: 'Service',
  access: 'public',
  answers: { 200: Type.Array(MailboxMessage) },
  refuses: [],
})

/** The built-in mailbox, for people who try Kwit out. Production has none. */
export const mailboxRoutes =
  (mailbox: Mailbox) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/dev/mailbox', listing, async () => mailbox.list())
  }

import { MailTrial, MailTried } from '../../contract/settings.ts'
import { Failure } from '../failure.ts'
import { operation } from '../http/operation.ts'
import type { Routes } from '../http/routes.ts'
import type { Mailers } from '../mail/mailers.ts'
import { readSettings, type SettingsSource } from './effective-settings.ts'
import { throughSmtp, tryMail } from './try-mail.ts'

const trial = (summary: string) =>
  operation({
    summary,
    tag: 'Settings',
    access: 'developer',
    body: MailTrial,
    answers: { 200: MailTried },
    refuses: ['too_many_requests', 'mail_delivery_failed', new Failure('mail_delivery_failed', { upstream: true })],
  })

const tryingMail = trial('Send a test message as every message is sent; a refusal is told in the words of the provider')
const tryingSmtp = trial('Send a test message over SMTP, whichever provider is chosen')

/** For developers who set mail up. */
export const mailTrialRoutes =
  (source: SettingsSource, mailers: Mailers) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/settings/test-email', tryingMail, async (request) => {
      const settings = await request.read((work) => readSettings(work, source))
      return tryMail(mailers, settings, request.person, request.body.to)
    })

    routes.post('/api/settings/test-smtp', tryingSmtp, async (request) => {
      const settings = await request.read((work) => readSettings(work, source))
      return tryMail(mailers, throughSmtp(settings), request.person, request.body.to)
    })
  }

import { MailTest, MailTestResult } from '../../contract/settings.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { Failure } from '../failure.ts';
import { operation } from '../http/operation.ts';
import type { Routes } from '../http/routes.ts';
import type { Mailers } from '../mail/mailers.ts';
import { type EffectiveSettings, readSettings } from './effective-settings.ts';
import { rememberMailProof } from './mail-proof.ts';
import { sendTestMail, throughSmtp } from './send-test-mail.ts';

const testing = (operationId: 'testMail' | 'testSmtp', summary: string) =>
  operation({
    operationId,
    summary,
    tag: 'Settings',
    access: 'developer',
    scope: 'admin',
    body: MailTest,
    answers: { 200: MailTestResult },
    refuses: ['too_many_requests', 'mail_delivery_failed', new Failure('mail_delivery_failed', { upstream: true })],
  });

const testingMail = testing(
  'testMail',
  'Send a test message as every message is sent; a refusal is told in the words of the provider',
);
const testingSmtp = testing('testSmtp', 'Send a test message over SMTP, whichever provider is chosen');

/** Test messages, for developers who set up mail. */
export const mailTestRoutes =
  (source: SettingsSource, mailers: Mailers) =>
  async (routes: Routes): Promise<void> => {
    const ways = [
      ['/api/settings/test-email', testingMail, (settings: EffectiveSettings) => settings],
      ['/api/settings/test-smtp', testingSmtp, throughSmtp],
    ] as const;
    for (const [path, described, asTested] of ways)
      routes.post(path, described, async (request) => {
        await request.confirmRights();
        const settings = asTested(await request.read((work) => readSettings(work, source)));
        const result = await sendTestMail(mailers, settings, request.person, request.body.to);
        if (result.delivered) await request.write((work) => rememberMailProof(work, settings));
        return result;
      });
  };

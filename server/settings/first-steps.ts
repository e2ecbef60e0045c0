import type { Config } from '../config/config.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { openStartWarning } from '../config/open-start.ts';
import { mailProblem } from '../mail/mail-problem.ts';
import { missingPackage } from '../optional-package.ts';
import type { Runner } from '../work.ts';
import { readSettings } from './effective-settings.ts';

/**
 * Tells what is missing before a team can work, a sentence or two each: a mail provider in production, and a first
 * developer. A start that is open to others is warned of first.
 */
export async function firstSteps(
  runner: Runner,
  source: SettingsSource,
  config: Config,
  address: string,
): Promise<string[]> {
  const settings = await runner.read({ actor: null, correlationId: 'start', source: 'start' }, (work) =>
    readSettings(work, source),
  );
  const { production } = config;
  const warning = openStartWarning(config, settings.app_url);
  const steps = warning === null ? [] : [warning];
  const problem = mailProblem(settings);
  if (problem !== null) steps.push(production ? `Nobody can sign in yet. ${problem}` : problem);
  if (settings.mail_provider === null || (problem !== null && !production)) {
    steps.push(
      production
        ? 'Nobody can sign in yet: no mail provider is set. Set MAIL_PROVIDER=smtp with SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS and SMTP_FROM, or MAIL_PROVIDER=ses with SES_REGION and SES_FROM.'
        : `No mail provider is set: codes to sign in with are printed here and listed at ${address}/dev/mailbox.`,
    );
  }
  const missing = settings.mail_provider === 'ses' ? missingPackage('@aws-sdk/client-sesv2') : null;
  if (missing) steps.push(`Nobody can sign in yet. ${missing}`);
  if (settings.allowed_domains.length === 0 && settings.developer_emails.length === 0) {
    steps.push(
      `Nobody may sign in yet. To become the first developer, run in another terminal:
  npm run kwit -- developer add me@example.com
with your own address. Its domain is then allowed, and colleagues can sign in too.`,
    );
  }
  return steps;
}

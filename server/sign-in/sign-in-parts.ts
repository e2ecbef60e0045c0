import type { SecurityLog } from '../audit/security-log.ts';
import type { Config } from '../config/config.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Mailers } from '../mail/mailers.ts';
import type { MailPace } from './mail-pace.ts';
import type { Tokens } from './tokens.ts';

/** What the operations of sign-in use besides the database. */
export interface SignInParts {
  readonly source: SettingsSource;
  readonly secrets: Secrets;
  readonly tokens: Tokens;
  readonly mailers: Pick<Mailers, 'mailerFor'>;
  readonly pace: MailPace;
  readonly securityLog: SecurityLog;
  readonly limits: Pick<Config, 'codeRequestsPerAddress' | 'codeRequestsPerClient' | 'codeResendSeconds'>;
}

import { contextOf, Failure, loadSecrets, type TerminalCommand } from '#platform';
import { readSettings } from '#settings';
import { UserStore } from '../users/user-store.ts';
import { LINK_MS, leaveCode } from './oidc/oidc-sign-in.ts';

/**
 * `kwit sign-in link <address>`: prints an address that signs its owner in once, within 10 minutes, so that nobody is locked
 * out of their own server (docs/rules/sign-in.md#nobody-is-locked-out).
 */
export const printSignInLink =
  (address: string): TerminalCommand =>
  async ({ runner, source, config, say }) => {
    const link = await runner.write(contextOf('sign-in link'), async (work) => {
      const settings = await readSettings(work, source);
      const user = await work.of(UserStore).byEmail(address);
      if (user === undefined && !settings.developer_emails.includes(address))
        throw new Failure('user_not_found', { message: `Nobody has the address ${address}.` });
      if (user?.is_active === 0)
        throw new Failure('forbidden', {
          message: `${address} is deactivated: ${config.command} person activate ${address}.`,
        });
      const content = { binding: null, next: '/', identity: null, email: address };
      const code = await leaveCode(
        work,
        { secrets: loadSecrets(config) },
        { ...content, userId: user?.id ?? null, lifetimeMs: LINK_MS },
      );
      return `${settings.app_url || `http://127.0.0.1:${config.port}`}/login#code=${code}`;
    });
    say(link);
    return true;
  };

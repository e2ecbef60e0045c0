import type { MailInDraft } from '#contract/mail-in.ts';
import { MASK } from '#contract/words.ts';
import { askToken, type Outbound, type RequestContext, type Runner, SECOND, type SettingsSource } from '#platform';
import { type MailboxSecrets, readMailboxSecrets, storeSealed } from '../settings.ts';

/** How Kwit signs in to a mailbox: by a password, or by a token for which it asks the provider (XOAUTH2). */
export type MailboxAuth = { readonly pass: string } | { readonly accessToken: string };

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'mail-in mailbox', source: 'mail' };
/** How long the provider may take to answer, in milliseconds. */
const PATIENCE = 10 * SECOND;
interface SignInParts {
  readonly runner: Runner;
  readonly source: SettingsSource;
  readonly outbound: Outbound;
}

/** Signs in to the mailbox that is set up. Tokens are kept in memory alone, until they end. */
export class MailboxSignIn {
  readonly #parts: SignInParts;
  #token: { readonly key: string; readonly accessToken: string; readonly until: number } | null = null;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /**
   * @param draft values of a form that are to be tried before they are saved. Its password counts; what a provider of tokens may
   * take once only does not.
   * @returns null while nothing is set up to sign in with. @throws Error in the words of the provider.
   */
  async auth({ mail_in_imap_password: password }: MailInDraft = {}): Promise<MailboxAuth | null> {
    if (password && password !== MASK) return { pass: password };
    const { runner, source } = this.#parts;
    const { secrets, now } = await runner.read(CONTEXT, async (work) => ({
      secrets: await readMailboxSecrets(work, source),
      now: Date.parse(work.now),
    }));
    if (secrets.tokenUrl === null || secrets.refreshToken === null)
      return secrets.password === null ? null : { pass: secrets.password };
    const key = JSON.stringify(secrets);
    if (this.#token?.key !== key || this.#token.until <= now)
      this.#token = await this.#ask(secrets, secrets.tokenUrl, now);
    return { accessToken: this.#token.accessToken };
  }

  async #ask(secrets: MailboxSecrets, tokenUrl: string, now: number) {
    const { outbound, runner, source } = this.#parts;
    const { clientId, clientSecret, refreshToken } = secrets;
    const form = {
      grant_type: 'refresh_token',
      refresh_token: refreshToken ?? '',
      client_id: clientId ?? '',
      ...(clientSecret === null ? {} : { client_secret: clientSecret }),
    };
    const { refreshToken: renewed, ...token } = await askToken(outbound, tokenUrl, form, { now, timeoutMs: PATIENCE });
    const isRenewed = renewed !== null && renewed !== refreshToken;
    // Some providers take the former one once only.
    if (isRenewed)
      await runner.write(CONTEXT, (work) => storeSealed(work, source, 'mail_in_imap_refresh_token', renewed));
    const key = JSON.stringify(isRenewed ? { ...secrets, refreshToken: renewed } : secrets);
    return { key, ...token };
  }
}

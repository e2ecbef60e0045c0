import type { MailInDraft } from '#contract/mail-in.ts';
import { MASK } from '#contract/words.ts';
import {
  askToken,
  EXCHANGE_SCOPE,
  type Outbound,
  type RequestContext,
  type Runner,
  SECOND,
  type SettingsSource,
} from '#platform';
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
   * @param draft values of a form that are to be tried before they are saved. Its password and the secret of its client count; a
   * refresh token, which a provider may take once only, does not.
   * @returns null while nothing is set up to sign in with. @throws Error in the words of the provider.
   */
  async auth(draft: MailInDraft = {}): Promise<MailboxAuth | null> {
    const { mail_in_imap_password: password } = draft;
    if (password && password !== MASK) return { pass: password };
    const { runner, source } = this.#parts;
    const { secrets, now } = await runner.read(CONTEXT, async (work) => ({
      secrets: typedClient(draft) ?? (await readMailboxSecrets(work, source)),
      now: Date.parse(work.now),
    }));
    if (secrets.tokenUrl === null || (secrets.refreshToken ?? secrets.clientSecret) === null)
      return secrets.password === null ? null : { pass: secrets.password };
    const key = JSON.stringify(secrets);
    if (this.#token?.key !== key || this.#token.until <= now)
      this.#token = await this.#ask(secrets, secrets.tokenUrl, now);
    return { accessToken: this.#token.accessToken };
  }

  /** Asks for another token the next time: a server that refuses one may do so before it ends. */
  forgetToken(): void {
    this.#token = null;
  }

  async #ask(secrets: MailboxSecrets, tokenUrl: string, now: number) {
    const { outbound, runner, source } = this.#parts;
    const { clientId, clientSecret, refreshToken } = secrets;
    const form = {
      ...(refreshToken === null
        ? { grant_type: 'client_credentials', scope: EXCHANGE_SCOPE }
        : { grant_type: 'refresh_token', refresh_token: refreshToken }),
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

/** The client of a form, when it is to ask for tokens in its own name. */
function typedClient(draft: MailInDraft): MailboxSecrets | null {
  const { mail_in_imap_token_url: tokenUrl, mail_in_imap_client_id: clientId = null } = draft;
  const { mail_in_imap_client_secret: clientSecret, mail_in_imap_refresh_token: refreshToken } = draft;
  if (!tokenUrl || !clientSecret || clientSecret === MASK || refreshToken) return null;
  return { tokenUrl, clientId, clientSecret, password: null, refreshToken: null };
}

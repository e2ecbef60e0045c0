import { SECOND } from '../clock.ts';
import type { Outbound } from './outbound.ts';
import { OutboundRefused } from './outbound-guard.ts';

/** A token that is good until a moment, in milliseconds since 1970. */
export interface AccessToken {
  readonly accessToken: string;
  readonly until: number;
  /** Another refresh token, where the provider has given one. */
  readonly refreshToken: string | null;
}

/** The scope by which Exchange Online gives a program its mailboxes, and takes mails of it. */
export const EXCHANGE_SCOPE = 'https://outlook.office365.com/.default';

/** A token is asked for anew so long before it ends, in milliseconds. */
const BEFORE_END = 60 * SECOND;

type Answered = Partial<
  Record<'access_token' | 'expires_in' | 'refresh_token' | 'error' | 'error_description', unknown>
>;

/**
 * Asks a provider for a token (RFC 6749 § 4.4, § 6).
 *
 * @param now in milliseconds since 1970. @param timeoutMs how long the provider may take.
 * @throws Error in the words of the provider, without what it was sent.
 */
export async function askToken(
  outbound: Pick<Outbound, 'ask'>,
  tokenUrl: string,
  form: Readonly<Record<string, string>>,
  { now, timeoutMs }: Readonly<Record<'now' | 'timeoutMs', number>>,
): Promise<AccessToken> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
  const question = { method: 'POST', headers, body: String(new URLSearchParams(form)) };
  const answer = await outbound.ask(tokenUrl, question, timeoutMs).catch((error: unknown) => {
    throw error instanceof OutboundRefused ? new Error(`The provider of tokens: ${error.message}`) : error;
  });
  const body = (await answer.json().catch(() => ({}))) as Answered;
  const { access_token: accessToken, expires_in, refresh_token } = body;
  if (answer.status !== 200 || typeof accessToken !== 'string')
    throw new Error(`The provider of tokens answers ${answer.status}: ${wordsOf(body, Object.values(form))}`);
  const lifetime = (typeof expires_in === 'number' ? expires_in : 0) * SECOND;
  const refreshToken = typeof refresh_token === 'string' && refresh_token !== '' ? refresh_token : null;
  return { accessToken, until: now + lifetime - BEFORE_END, refreshToken };
}

/** The provider's error, without a secret that it repeats. */
function wordsOf({ error, error_description }: Answered, secrets: readonly string[]): string {
  const text = [error, error_description].filter((part) => typeof part === 'string').join(': ');
  const masked = secrets.filter(({ length }) => length > 5).reduce((left, key) => left.replaceAll(key, '…'), text);
  return masked.replace(/\s+/g, ' ').slice(0, 300);
}

import type { Person } from '../actor.ts';
import type { TokenPerson } from './token-store.ts';

/** Whether a token has come to its end by itself. */
export const isExpired = ({ expires_at }: Pick<TokenPerson, 'expires_at'>, now: number): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now;

/** Whether a token has come to an end, by itself or by somebody. */
export const hasEnded = (token: Pick<TokenPerson, 'expires_at' | 'revoked_at'>, now: number): boolean =>
  token.revoked_at !== null || isExpired(token, now);

/** The owner of a token; null when it has ended or was revoked at `now` (milliseconds), or when they are gone. */
export function personWithToken(token: TokenPerson | undefined, now: number): Person | null {
  if (token === undefined || hasEnded(token, now) || token.is_active === 0) return null;
  const { id, email, name, role, language, token_id, token_name, scope } = token;
  return { id, email, name, role, language, credential: { kind: 'token', id: token_id, name: token_name, scope } };
}

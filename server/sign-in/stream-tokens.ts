import type { StreamTicket } from '../../contract/live.ts';
import { MINUTE } from '../clock.ts';
import type { Work } from '../work.ts';
import { type Claims, Tokens } from './tokens.ts';

/**
 * The tokens that open a live stream where the client can send no header, as a browser's EventSource. The API calls them
 * stream tickets. They stand in the address, so that each is valid for a minute and opens one stream and nothing else
 * (docs/rules/sign-in.md#stream-ticket).
 */
export const streamTokensOf = (jwtSecret: string): Tokens => new Tokens(jwtSecret, MINUTE, 'stream');

/** POST /api/events/stream-ticket. */
export function issueStreamToken(work: Work, tokens: Tokens): StreamTicket {
  const { id: userId, credential } = work.actor;
  const ticket = tokens.issue({ userId, sessionId: credential.id, tokenId: work.newId(), now: Date.parse(work.now) });
  return { ticket, expires_at: tokens.endOf(work.now) };
}

/** @returns the claims of the token; null when Kwit did not issue it, or it has ended or was used before. */
export async function consumeStreamToken(work: Work<null>, tokens: Tokens, ticket: string): Promise<Claims | null> {
  const claims = tokens.read(ticket, Date.parse(work.now));
  if (claims === null) return null;
  return (await work.streamTokens.use(claims.jti, tokens.endOf(work.now), work.now)) ? claims : null;
}

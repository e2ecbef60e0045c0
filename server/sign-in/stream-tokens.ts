import type { StreamTicket } from '../../contract/live.ts'
import { MINUTE } from '../clock.ts'
import type { Work } from '../work.ts'
import { type Claims, Tokens } from './tokens.ts'

/**
 * What opens a live stream where no header can be sent, as from a browser's EventSource: it stands in the address, so
 * it lives for a minute, opens one stream, and is good for nothing else (docs/rules/sign-in.md#stream-ticket).
 */
export const streamTokens = (jwtSecret: string): Tokens => new Tokens(jwtSecret, MINUTE, 'stream')

/** POST /api/events/stream-ticket. */
export function issueStreamTicket(work: Work, tickets: Tokens): StreamTicket {
  const { id: userId, sessionId } = work.actor
  const ticket = tickets.issue({ userId, sessionId, tokenId: work.newId(), now: Date.parse(work.now) })
  return { ticket, expires_at: tickets.endOf(work.now) }
}

/** Whose stream it opens; null when it is none of ours, has ended, or was used before. */
export async function spendStreamTicket(work: Work<null>, tickets: Tokens, ticket: string): Promise<Claims | null> {
  const claims = tickets.read(ticket, Date.parse(work.now))
  if (claims === null) return null
  return (await work.streamTokens.use(claims.jti, tickets.endOf(work.now), work.now)) ? claims : null
}

import { type Notification, oneLine } from './notification.ts'
import { WORDS } from './notification-words.ts'
import { type EmailContext, type ToldTicket, ticketBlock, turnOff } from './ticket-notification.ts'

/** One of the tickets that a digest lists. */
export type DigestTicket = Pick<ToldTicket, 'number' | 'title' | 'category' | 'urgency_reporter'> & {
  readonly reporter_name: string | null
}

/** How many tickets a digest lists; it counts the others. */
export const DIGEST_LENGTH = 50

/**
 * The letter that tells a developer of all the tickets that became known in an hour.
 *
 * @param tickets the first of them, oldest first; `count` is how many there are.
 */
export function digestLetter(
  tickets: readonly DigestTicket[],
  count: number,
  appName: string,
  envelope: EmailContext,
): Notification {
  const words = WORDS[envelope.language]
  const listed = tickets.map((ticket) => {
    const reporter = words.by(oneLine(ticket.reporter_name ?? '', 120))
    const about = [
      reporter,
      words.category[ticket.category],
      `${words.fact.urgency}: ${words.urgency[ticket.urgency_reporter]}`,
    ]
    return ticketBlock(ticket, about.join(' · '), envelope)
  })
  const others = count - listed.length
  return {
    language: envelope.language,
    subject: `[${oneLine(appName, 80)}] ${words.newTickets(count)}`,
    blocks: [
      { kind: 'line', text: words.sinceLast },
      ...listed,
      ...(others > 0 ? [{ kind: 'line', text: words.more(others) } as const] : []),
    ],
    footer: [words.because.created, words.noReplies],
    off: turnOff('ticket_status', envelope),
  }
}

import type { Letter } from './letter.ts'
import { oneLine } from './letter.ts'
import { WORDS } from './notification-words.ts'
import { type Envelope, type ToldTicket, ticketBlock, turnOff } from './ticket-letter.ts'

/** One of the tickets that a digest lists. */
export type ListedTicket = Pick<ToldTicket, 'number' | 'title' | 'category' | 'urgency_reporter'> & {
  readonly reporter_name: string | null
}

/** How many tickets a digest lists; it counts the others. */
const LISTED = 50

/** The letter that tells a developer of all the tickets that were reported in an hour, oldest first. */
export function digestLetter(tickets: readonly ListedTicket[], appName: string, envelope: Envelope): Letter {
  const words = WORDS[envelope.language]
  const listed = tickets.slice(0, LISTED).map((ticket) => {
    const reporter = words.by(oneLine(ticket.reporter_name ?? '', 120))
    const about = [
      reporter,
      words.category[ticket.category],
      `${words.fact.urgency}: ${words.urgency[ticket.urgency_reporter]}`,
    ]
    return ticketBlock(ticket, about.join(' · '), envelope)
  })
  const others = tickets.length - listed.length
  return {
    language: envelope.language,
    subject: `[${oneLine(appName, 80)}] ${words.newTickets(tickets.length)}`,
    blocks: [
      { kind: 'line', text: words.sinceLast },
      ...listed,
      ...(others > 0 ? [{ kind: 'line', text: words.more(others) } as const] : []),
    ],
    footer: [words.because.created, words.noReplies],
    off: turnOff('ticket_status', envelope),
  }
}

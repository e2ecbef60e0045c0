import { type Matching, REACHES, type Reach, type Term } from '../database/search-dialect.ts'
import type { NamedTicket } from '../tickets/ticket.ts'
import type { TicketListing } from '../tickets/ticket-listing.ts'
import type { Work } from '../work.ts'

/** Where a page of a ranked list starts: after this ticket, among those that match within this reach. */
export type RankCursor = readonly ['rank', number, Reach]

export const isRankCursor = (cursor: unknown, terms: readonly Term[]): cursor is RankCursor =>
  Array.isArray(cursor) &&
  cursor.length === 3 &&
  cursor[0] === 'rank' &&
  Number.isSafeInteger(cursor[1]) &&
  reachesOf(terms).includes(cursor[2])

/** Where the terms may be, the best place first: only one number alone may be a ticket's. */
const reachesOf = (terms: readonly Term[]): readonly Reach[] =>
  REACHES.slice(terms.length === 1 && terms[0]?.number ? 0 : 1)

/** Which tickets a reader may find by these words, and by what. */
export const matchingOf = (
  terms: readonly Term[],
  { internals, reporterId }: Pick<TicketListing, 'internals' | 'reporterId'>,
): Matching => ({ terms, within: 'anywhere', without: null, internals, reporterId })

/**
 * One page of what matches, best first: the ticket of that number, when it is one number; then where the title has all
 * of the words; then where title and description have them; then where it takes comments. Newest first in each.
 *
 * @param listing says the rest: filters, how many, and `ascending` for worst first.
 */
export async function rankedTickets(
  work: Work,
  listing: TicketListing,
  terms: readonly Term[],
  cursor: RankCursor | null,
): Promise<{ tickets: NamedTicket[]; next: RankCursor | null }> {
  const reaches = reachesOf(terms)
  const steps = reaches.map((within, index) => ({ within, without: reaches[index - 1] ?? null }))
  if (listing.ascending) steps.reverse()
  const start = cursor === null ? 0 : steps.findIndex(({ within }) => within === cursor[2])
  const found: { ticket: NamedTicket; within: Reach }[] = []
  for (const step of steps.slice(start)) {
    const tickets = await work.tickets.list({
      ...listing,
      search: { ...matchingOf(terms, listing), ...step },
      after: cursor !== null && cursor[2] === step.within ? { value: cursor[1], id: '' } : null,
      limit: listing.limit + 1 - found.length,
    })
    found.push(...tickets.map((ticket) => ({ ticket, within: step.within })))
    if (found.length > listing.limit) break
  }
  const shown = found.slice(0, listing.limit)
  const last = shown.at(-1)
  return {
    tickets: shown.map(({ ticket }) => ticket),
    next: found.length > listing.limit && last ? ['rank', last.ticket.number, last.within] : null,
  }
}

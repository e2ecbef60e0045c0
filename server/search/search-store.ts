import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { SearchEntry, Term } from '../database/search-dialect.ts'
import { type SearchedComment, searchEntry } from './search-entry.ts'

/** Tickets at a time when the index is filled. */
const BATCH_SIZE = 200
/** So many words with one beginning are looked for by name. */
const MOST_ENDINGS = 1000

const thread = compiled((db, p: { ticket: string }) =>
  db.selectFrom('comments').select(['content', 'is_internal']).where('ticket_id', '=', p.ticket).orderBy('id', 'desc'),
)

const batch = compiled((db, p: { after: number }) =>
  db
    .selectFrom('tickets')
    .select(['id', 'number', 'reporter_id', 'title', 'description'])
    .where('number', '>', p.after)
    .orderBy('number')
    .limit(BATCH_SIZE),
)

const threads = compiled((db, p: { first: number; last: number }) =>
  db
    .selectFrom('tickets')
    .innerJoin('comments', 'comments.ticket_id', 'tickets.id')
    .select(['ticket_id', 'content', 'is_internal'])
    .where('tickets.number', '>=', p.first)
    .where('tickets.number', '<=', p.last)
    .orderBy('comments.id', 'desc'),
)

/** The words of tickets, and which tickets have them. */
export class SearchStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async put(entry: SearchEntry): Promise<void> {
    await this.#connection.changeLast(this.#connection.dialect.search.put, entry)
  }

  /** A ticket's comments, newest first, internal ones among them. */
  threadOf(ticket: string): Promise<SearchedComment[]> {
    return this.#connection.all(thread, { ticket })
  }

  /**
   * The same terms, with the words that an open last one may be. Where a beginning is looked up, everything that has it
   * is gathered before the newest is known; words come one by one, so these are named as long as they are not too many.
   */
  named(terms: readonly Term[]): Promise<Term[]> {
    return Promise.all(terms.map(async (term) => ({ ...term, endings: await this.#endingsOf(term) })))
  }

  async #endingsOf({ words, isPrefix }: Term): Promise<string[] | null> {
    const { search } = this.#connection.dialect
    const query = isPrefix ? search.beginningWith(words.at(-1) ?? '', MOST_ENDINGS + 1) : null
    if (query === null) return null
    const found = await this.#connection.rows(query)
    return found.length > MOST_ENDINGS ? null : found.map(({ word }) => word)
  }

  /** Writes every ticket's words, a few tickets at a time. */
  async fill(): Promise<void> {
    let after = 0
    for (;;) {
      const tickets = await this.#connection.all(batch, { after })
      const last = tickets.at(-1)
      if (last === undefined) return
      const comments = await this.#connection.all(threads, { first: after + 1, last: last.number })
      const byTicket = Map.groupBy(comments, ({ ticket_id }) => ticket_id)
      for (const ticket of tickets) {
        const entry = searchEntry(ticket, byTicket.get(ticket.id) ?? [])
        await this.#connection.change(this.#connection.dialect.search.put, entry)
      }
      after = last.number
    }
  }
}

import type { Kysely } from 'kysely'
import type { Status } from '../../contract/tickets.ts'
import type { AnswerEntry, AnswerReader } from '../database/answer-dialect.ts'
import { compiled, compiledForms } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { Dialect } from '../database/dialect.ts'
import type { Schema } from '../database/schema.ts'
import { stemsOf } from '../search/stems.ts'
import { ANSWERS_PER_STEM } from './answer-ranking.ts'

/** Filling the index takes this many tickets at a time. */
const BATCH_SIZE = 200

/** Closed tickets with public answers. They are found by id or number, so SQLite must not use the index of statuses. */
const solved = (db: Kysely<Schema>, { unindexed }: Dialect) =>
  db
    .selectFrom('tickets')
    .innerJoin('comments as summary', 'summary.id', 'tickets.summary_comment_id')
    .where(unindexed<Status>('tickets.status'), '=', 'closed')
    .select([
      'tickets.id',
      'tickets.number',
      'tickets.title',
      'tickets.description',
      'tickets.category',
      'tickets.closed_at',
      'tickets.reporter_id',
      'summary.content as summary',
    ])

const one = compiled((db, p: { id: string }, dialect) => solved(db, dialect).where('tickets.id', '=', p.id))

/** All tickets, not only closed ones: so the planner can use no index but that of the numbers. */
const batch = compiled((db, p: { after: number }) =>
  db
    .selectFrom('tickets')
    .leftJoin('comments as summary', 'summary.id', 'tickets.summary_comment_id')
    .where('tickets.number', '>', p.after)
    .select(['number', 'reporter_id', 'title', 'description', 'status', 'summary.content as summary'])
    .orderBy('tickets.number')
    .limit(BATCH_SIZE),
)

const several = compiledForms(
  ({ count, all, shared }: { count: number; all: boolean; shared: boolean }) => `${count} ${all} ${shared}`,
  (db, p: Record<string, string | number>, { count, all, shared }, dialect) => {
    const numbers = Array.from({ length: count }, (_, index) => p[`number${index}`] as number)
    const query = solved(db, dialect).where('tickets.number', 'in', numbers)
    return all || shared ? query : query.where('tickets.reporter_id', '=', p.own as string)
  },
)

/** The index of answers: closed tickets whose closure summary their reporters may read. */
export class SolvedStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Writes the answer of a ticket into the index, or drops it when the ticket is not closed or has no public answer. */
  async index(id: string, number: number): Promise<void> {
    const ticket = await this.#connection.first(one, { id })
    const { answers } = this.#connection.dialect
    if (ticket) await this.#connection.changeLast(answers.put, entryOf(ticket))
    else await this.#connection.changeLast(answers.drop, { number })
  }

  /** For each group of stems, the numbers of the newest answers that have all of them, newest first. */
  postings(groups: readonly (readonly string[])[], reader: AnswerReader): Promise<number[][]> {
    if (groups.length === 0) return Promise.resolve([])
    return this.#connection.dialect.answers.newest(this.#connection, groups, reader, ANSWERS_PER_STEM)
  }

  /** The texts of those of the tickets that the reader may be told of. */
  read(numbers: readonly number[], reader: AnswerReader) {
    if (numbers.length === 0) return Promise.resolve([])
    const form = { count: numbers.length, all: reader.all, shared: !reader.all && reader.shared }
    const parameters = Object.fromEntries(numbers.map((number, index) => [`number${index}`, number]))
    return this.#connection.all(several(form), { ...parameters, own: reader.all ? '' : reader.ownId })
  }

  /** Writes the stems of every answer. */
  async fill(): Promise<void> {
    let after = 0
    for (;;) {
      const tickets = await this.#connection.all(batch, { after })
      const last = tickets.at(-1)
      if (last === undefined) return
      for (const { summary, ...ticket } of tickets)
        if (ticket.status === 'closed' && summary !== null)
          await this.#connection.change(this.#connection.dialect.answers.put, entryOf({ ...ticket, summary }))
      after = last.number
    }
  }
}

type Solved = { number: number; reporter_id: string; title: string; description: string; summary: string }

const stems = (text: string): string[] => [...new Set(stemsOf(text).map(({ stem }) => stem))]

const entryOf = ({ number, reporter_id, title, description, summary }: Solved): AnswerEntry => ({
  number,
  reporterId: reporter_id,
  report: stems(`${title} ${description}`),
  summary: stems(summary),
})

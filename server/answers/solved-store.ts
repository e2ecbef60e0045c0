import { type Kysely, sql } from 'kysely'
import type { Status } from '../../contract/tickets.ts'
import { allSettled } from '../database/all-settled.ts'
import type { AnswerDialect, AnswerReader, AnswerScope, Wanted } from '../database/answer-dialect.ts'
import { compiled, compiledForms } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { Dialect } from '../database/dialect.ts'
import type { Schema } from '../database/schema.ts'
import { flag } from '../database/tables/flag.ts'
import { ReportWordStore } from '../search/report-word-store.ts'
import { indexEntriesOf, type Solved } from './answer-entries.ts'
import { WordsOfReports } from './words-of-reports.ts'

/** Filling the index takes this many tickets at a time: of more, each word that several have is looked up once. */
const BATCH_SIZE = 50

/** Closed tickets with public answers. They are found by id or number, so SQLite must not use the index of statuses. */
const solved = (db: Kysely<Schema>, { unindexed }: Dialect) =>
  db
    .selectFrom('answers')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .innerJoin('comments as summary', 'summary.id', 'answers.comment_id')
    .where(unindexed<Status>('tickets.status'), '=', 'closed')
    .select([
      'tickets.id',
      'tickets.number',
      'tickets.title',
      'tickets.description',
      'tickets.category',
      'tickets.closed_at',
      'tickets.reporter_id',
      'answers.comment_id as answer_id',
      'answers.question',
      'answers.is_shared',
      'answers.held',
      'summary.content as summary',
    ])

const one = compiled((db, p: { id: string }, dialect) => solved(db, dialect).where('answers.ticket_id', '=', p.id))

const batch = compiled((db, p: { after: number }, dialect) =>
  solved(db, dialect).where('answers.number', '>', p.after).orderBy('answers.number').limit(BATCH_SIZE),
)

const several = compiledForms(
  ({ count, all, shared }: { count: number; all: boolean; shared: boolean }) => `${count} ${all} ${shared}`,
  (db, p: Record<string, string | number>, { count, all, shared }, dialect) => {
    const numbers = Array.from({ length: count }, (_, index) => p[`number${index}`] as number)
    const query = solved(db, dialect).where('answers.number', 'in', numbers)
    if (all) return query
    return query.where((eb) =>
      eb.or([
        eb('answers.reporter_id', '=', p.own as string),
        ...(shared ? [eb('answers.is_shared', '=', flag(true))] : []),
      ]),
    )
  },
)

const ofNumbers = compiled((db, p: { numbers: string }, dialect) =>
  solved(db, dialect).where(
    'answers.number',
    'in',
    sql<number>`(select cast(value as bigint) from ${dialect.texts(p.numbers)})`,
  ),
)

const dropSaid = compiled((db, p: { number: number }) => db.deleteFrom('search_said').where('rowid', '=', p.number))

/** The index of answers: closed tickets whose closure summary their reporters may read. */
export class SolvedStore {
  readonly #connection: Connection
  readonly #words: ReportWordStore

  constructor(connection: Connection) {
    this.#connection = connection
    this.#words = new ReportWordStore(connection)
  }

  /** Writes the answer of a ticket into the index, or drops it when the ticket is not closed or has no public answer. */
  async index(id: string, number: number): Promise<void> {
    const ticket = await this.#connection.first(one, { id })
    const { answers, answerSearch } = this.#connection.dialect
    if (ticket === undefined) await this.#drop(number)
    else {
      const words = new WordsOfReports(this.#words)
      for (const { entry, said } of await indexEntriesOf([ticket], words)) {
        await this.#connection.changeLast(answers.put, entry)
        await this.#connection.changeLast(answerSearch.put, said)
      }
      await words.end()
    }
  }

  /** Does the same for many tickets at once. */
  async indexAll(numbers: readonly number[]): Promise<void> {
    const found = await this.#connection.all(ofNumbers, { numbers: JSON.stringify(numbers) })
    const words = new WordsOfReports(this.#words)
    await this.#put(this.#connection.dialect.answers.put, found, words)
    await words.end()
    const answered = new Set(found.map(({ number }) => number))
    for (const number of numbers) if (!answered.has(number)) await this.#drop(number)
  }

  async #drop(number: number): Promise<void> {
    const { answers } = this.#connection.dialect
    await this.#words.putRare(new Map([[number, []]]))
    await this.#connection.changeLast(answers.drop, { number })
    await this.#connection.changeLast(dropSaid, { number })
  }

  /** For each wanted, the numbers of the newest answers that have it, newest first. */
  postings(wanted: readonly Wanted[], scope: AnswerScope, most: number): Promise<number[][]> {
    if (wanted.length === 0) return Promise.resolve([])
    return this.#connection.dialect.answers.newest(this.#connection, wanted, scope, most)
  }

  /** The texts of those of the tickets that the reader may be told of. */
  read(numbers: readonly number[], reader: AnswerReader) {
    if (numbers.length === 0) return Promise.resolve([])
    const form = { count: numbers.length, all: reader.all, shared: !reader.all && reader.shared }
    const parameters = Object.fromEntries(numbers.map((number, index) => [`number${index}`, number]))
    return this.#connection.all(several(form), { ...parameters, own: reader.all ? '' : reader.ownId })
  }

  /** Writes the stems of answers beside those that are there. @param isWanted by a ticket's number, whether to write its answer. */
  async add(isWanted: (number: number) => boolean): Promise<void> {
    await this.#write(this.#connection.dialect.answers.put, isWanted)
  }

  /** Writes the stems of every answer. */
  async fill(): Promise<void> {
    const { answers } = this.#connection.dialect
    await this.#write(answers.fill, () => true)
    await answers.fillEnds(this.#connection)
  }

  async #write(put: AnswerDialect['put'], isWanted: (number: number) => boolean): Promise<void> {
    const words = new WordsOfReports(this.#words)
    for (let after = 0; ; ) {
      const tickets = await this.#connection.all(batch, { after })
      const last = tickets.at(-1)
      if (last === undefined) return words.end()
      const wanted = tickets.filter(({ number }) => isWanted(number))
      await this.#put(put, wanted, words)
      after = last.number
    }
  }

  async #put(put: AnswerDialect['put'], tickets: readonly Solved[], words: WordsOfReports): Promise<void> {
    const { answerSearch } = this.#connection.dialect
    const entries = await indexEntriesOf(tickets, words)
    await allSettled([
      ...entries.map(({ entry }) => this.#connection.change(put, entry)),
      ...entries.map(({ said }) => this.#connection.change(answerSearch.put, said)),
    ])
  }
}

import { type Kysely, sql } from 'kysely';
import {
  factColumns,
  formOfScopes,
  inScopes,
  internalScopeOf,
  type Scopes,
  type ScopeValues,
  scopesOf,
  scopeValues,
} from '#access';
import type { Status } from '#contract/words.ts';
import {
  type Actor,
  type AnswerDialect,
  type AnswerScope,
  allSettled,
  type Connection,
  compiled,
  compiledForms,
  type Dialect,
  deleteBy,
  type SearchDialect,
  type StemLists,
  Store,
  type Work,
} from '#platform';
import { flag, type Schema } from '#records';
import { ReportWordStore, WordsOfReports } from '../search/report-word-store.ts';
import { indexEntriesOf, type Solved } from './answer-entries.ts';
import type { MemoryReader } from './answers.ts';

/** Filling the indexes takes this many tickets at a time, the newest first: FTS5 begins a part of what they say anew with each batch. */
const BATCH_SIZE = 1000;

/** Closed tickets with public answers. They are found by id or number, so SQLite must not use the index of statuses. */
const solved = (db: Kysely<Schema>, dialect: Dialect) =>
  db
    .selectFrom('answers')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .innerJoin('comments as summary', 'summary.id', 'answers.comment_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .where(dialect.unindexed<Status>('tickets.status'), '=', 'closed')
    .where('tickets.merged_into_id', 'is', null)
    .select([
      'tickets.id',
      'tickets.number',
      'tickets.title',
      'tickets.description',
      'tickets.category',
      'tickets.closed_at',
      'answers.comment_id as answer_id',
      'answers.question',
      'answers.found_by',
      'answers.is_shared',
      'answers.held',
      'summary.content as summary',
      'projects.sealed',
    ])
    .select(factColumns(dialect));

const answer = compiled((db, p: { id: string }, dialect) => solved(db, dialect).where('answers.ticket_id', '=', p.id));

const batch = compiled((db, p: { before: number }, dialect) =>
  solved(db, dialect).where('answers.number', '<', p.before).orderBy('answers.number', 'desc').limit(BATCH_SIZE),
);

interface SeveralForm {
  readonly count: number;
  readonly all: boolean;
  readonly shared: boolean;
  readonly scopes: Scopes;
}

const several = compiledForms(
  ({ count, all, shared, scopes }: SeveralForm) => `${count} ${all} ${shared} ${formOfScopes(scopes)}`,
  (
    db,
    p: ScopeValues & { own: string; [number: `number${number}`]: number },
    { count, all, shared, scopes },
    dialect,
  ) => {
    const numbers = Array.from({ length: count }, (_, index) => p[`number${index}`] as number);
    const query = solved(db, dialect).where('answers.number', 'in', numbers);
    if (all) {
      const condition = inScopes(scopes, p, dialect);
      return condition === null ? query : query.where(sql<boolean>`(${condition} or answers.is_shared)`);
    }
    return query.where((eb) =>
      eb.or([eb('answers.reporter_id', '=', p.own), ...(shared ? [eb('answers.is_shared', '=', flag(true))] : [])]),
    );
  },
);

const ofNumbers = compiled((db, p: { numbers: readonly number[] }, dialect) =>
  solved(db, dialect)
    .where('answers.number', 'in', sql<number>`(select cast(value as bigint) from ${dialect.texts(p.numbers)})`)
    .orderBy('answers.number', 'desc'),
);

const notShared = compiled((db, p: { reporter: string }) =>
  db
    .selectFrom('answers')
    .select('number')
    .where('reporter_id', '=', p.reporter)
    .where(sql<boolean>`not is_shared`)
    .limit(1),
);

const dropSaid = deleteBy('search_said', 'rowid');

/** How the stems of an answer are written, and what it says, if that is. */
type Puts = readonly [stems: AnswerDialect['put'], said: SearchDialect['put'] | null];

/** The index of answers: closed tickets whose closure summary their reporters may read. */
export class SolvedStore extends Store {
  readonly #words: ReportWordStore;

  constructor(connection: Connection) {
    super(connection);
    this.#words = new ReportWordStore(connection);
  }

  /** Writes the answer of a ticket into the index, or drops it when the ticket is not closed or has no public answer. */
  async index(id: string, number: number): Promise<void> {
    const ticket = await this.connection.first(answer, { id });
    const { answers, answerSearch } = this.connection.dialect;
    if (ticket === undefined) await this.#drop(number);
    else {
      const words = new WordsOfReports(this.#words);
      for (const { entry, said } of await indexEntriesOf([ticket], words)) {
        await this.connection.changeLast(answers.put, entry);
        await this.connection.changeLast(answerSearch.put, said);
      }
      await words.end();
    }
  }

  /** Does the same for many tickets at once. */
  async indexAll(numbers: readonly number[]): Promise<void> {
    const { answers, answerSearch } = this.connection.dialect;
    const tickets = await this.connection.all(ofNumbers, { numbers });
    const words = new WordsOfReports(this.#words);
    await this.#put([answers.put, answerSearch.put], tickets, words);
    await words.end();
    const answered = new Set(tickets.map(({ number }) => number));
    for (const number of numbers) if (!answered.has(number)) await this.#drop(number);
  }

  async #drop(number: number): Promise<void> {
    const { answers } = this.connection.dialect;
    await this.#words.putRare(new Map([[number, []]]));
    await this.connection.changeLast(answers.drop, { number });
    await this.connection.changeLast(dropSaid, { rowid: number });
  }

  /** For each unit, the numbers of the newest answers that have it, newest first. */
  postings(units: readonly StemLists[], scope: AnswerScope, most: number): Promise<number[][]> {
    if (units.length === 0) return Promise.resolve([]);
    return this.connection.dialect.answers.newest(this.connection, units, scope, most);
  }

  /** Whether all answers of a reporter's own are shared. */
  async sharesAll(reporter: string): Promise<boolean> {
    return (await this.connection.first(notShared, { reporter })) === undefined;
  }

  /** The texts of those of the tickets that the reader may be told of. */
  read(numbers: readonly number[], reader: MemoryReader) {
    if (numbers.length === 0) return Promise.resolve([]);
    const scopes = scopesOf(reader.person);
    const form = { count: numbers.length, all: reader.all, shared: !reader.all && reader.shared, scopes };
    const parameters = Object.fromEntries(numbers.map((number, index) => [`number${index}`, number]));
    return this.connection.all(several(form), {
      ...parameters,
      ...scopeValues(internalScopeOf(reader.person)),
      own: reader.all ? '' : reader.ownId,
    });
  }

  /** Writes what answers say beside those that are there. @param isWanted by a ticket's number, whether to write its answer. */
  async add(isWanted: (number: number) => boolean): Promise<void> {
    const { answers, answerSearch } = this.connection.dialect;
    await this.#write([answers.put, answerSearch.put], isWanted);
  }

  /** Writes what every answer says. */
  async fill(): Promise<void> {
    const { answers, answerSearch } = this.connection.dialect;
    await answers.fillBegins(this.connection);
    await this.#write([answers.fill, answerSearch.put], () => true);
    await answers.fillEnds(this.connection);
  }

  async #write(put: Puts, isWanted: (number: number) => boolean): Promise<void> {
    const words = new WordsOfReports(this.#words);
    for (let before = Number.MAX_SAFE_INTEGER; ; ) {
      const tickets = await this.connection.all(batch, { before });
      const last = tickets.at(-1);
      if (last === undefined) return words.end();
      const chosen = tickets.filter(({ number }) => isWanted(number));
      await this.#put(put, chosen, words);
      before = last.number;
    }
  }

  /** On SQLite the rows of stems fall with the numbers, and those of what is said rise: FTS5 begins another part where a row belongs before the last one. */
  async #put([put, putSaid]: Puts, tickets: readonly Solved[], words: WordsOfReports): Promise<void> {
    const entries = await indexEntriesOf(tickets, words);
    await allSettled([
      ...entries.map(({ entry }) => this.connection.change(put, entry)),
      ...(putSaid ? entries.toReversed().map(({ said }) => this.connection.change(putSaid, said)) : []),
    ]);
  }
}

export const addSolved = (work: Work<Actor>, isWanted: (number: number) => boolean) =>
  work.of(SolvedStore).add(isWanted);

export const fillSolved = (work: Work<Actor>) => work.of(SolvedStore).fill();

export const indexAllSolved = (work: Work<Actor>, numbers: readonly number[]) => work.of(SolvedStore).indexAll(numbers);

export const indexSolved = (work: Work<Actor>, id: string, number: number) => work.of(SolvedStore).index(id, number);

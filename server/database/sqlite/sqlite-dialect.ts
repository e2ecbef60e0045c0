import { randomUUID } from 'node:crypto';
import { DummyDriver, type Expression, Kysely, SqliteAdapter, SqliteIntrospector, sql } from 'kysely';
import type { Query } from '../connection.ts';
import type { Dialect, ReadingOrder } from '../dialect.ts';
import type { Schema } from '../schema.ts';
import { mergeWords } from './merge-words.ts';
import { sqliteAnswers } from './sqlite-answers.ts';
import { SqliteCompiler } from './sqlite-compiler.ts';
import { sqliteErrors } from './sqlite-errors.ts';
import { sqliteSearch } from './sqlite-search.ts';

/** SQLite counts what other connections commit. The count begins anew in each process, so `OPENED` tells processes apart. */
const DATA_VERSION: Query<object, { data_version: number }> = () => ({ sql: 'pragma data_version', parameters: [] });
const OPENED = randomUUID();

const nothingToDo = async () => {};

/** Only one transaction writes at a time, so positions grow in the order of the commits. */
const readingOrder: ReadingOrder = {
  start: '0',
  columns: ['event_outbox.position'],
  place: sql<string>`cast(event_outbox.position as text)`,
  settled: sql<boolean>`true`,
  isPlace: (text) => /^\d{1,15}$/.test(text),
  isAt: (place) => sql<boolean>`event_outbox.position = cast(${place} as integer)`,
  isAfter: (place) => sql<boolean>`event_outbox.position > cast(${place} as integer)`,
};

export const sqlite: Dialect = {
  name: 'sqlite',
  types: {
    id: 'text',
    text: 'text',
    time: 'text',
    day: 'text',
    flag: 'integer',
    json: 'text',
    integer: 'integer',
    real: 'real',
    counting: 'integer primary key autoincrement',
    tableEnd: 'strict',
  },
  builder: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteCompiler(),
    },
  }),
  readingOrder,
  // Only one transaction writes at a time, so it holds every row and every lock.
  withoutTimeouts: nothingToDo,
  analyze: nothingToDo,
  lock: nothingToDo,
  tryLock: async () => true,
  held: (query) => query,
  claimable: (query) => query,
  shared: (query) => query,
  contains: (text: Expression<string>, part: string) => sql<boolean>`instr(lower(${text}), lower(${part})) > 0`,
  byBytes: (text) => sql<string>`${text}`,
  unindexed: <T>(column: string) => sql<T>`+${sql.ref(column)}`,
  search: sqliteSearch('search_tickets'),
  answerSearch: sqliteSearch('search_said'),
  answers: sqliteAnswers,
  mergeWords,
  // SQLite gives seconds as a float. Rounding them to milliseconds makes half an hour exactly 30 minutes.
  minutesBetween: (from, to) =>
    sql<number>`round((unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec')) * 1000) / 60000`,
  texts: (json) => sql`(select value from json_each(${json})) as texts`,
  pairs: (json) => sql`(select value ->> 0 as text, value ->> 1 as owner from json_each(${json})) as pairs`,
  among: (id, ids) => sql<boolean>`${id} in (select value from json_each(${ids}))`,
  givenKey: sql``,
  countOn: nothingToDo,
  async revision(connection) {
    const { data_version } = await connection.only(DATA_VERSION);
    return `${OPENED} ${data_version}`;
  },
  ...sqliteErrors,
};

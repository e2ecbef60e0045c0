import { randomUUID } from 'node:crypto';
import {
  DummyDriver,
  type Expression,
  Kysely,
  type LimitNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Schema } from '#records';
import { Marker } from '../compiled.ts';
import type { Query } from '../connection.ts';
import type { Dialect, ReadingOrder } from '../dialect.ts';
import { mailboxSql } from '../dialect.ts';
import { DiskTakesNoWrites } from '../disk-fault.ts';
import { DatabaseFileGone } from './database-file.ts';
import { mergeWords, sqliteAnswers, sqliteSearch } from './sqlite-search.ts';

/**
 * SQLite plans a statement anew at each run when its plan may depend on a parameter: on a limit, or on a value that a
 * partial index is made for. So this compiler writes constants into the SQL and hides a limit in a sum.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Marker) super.appendValue(value);
    else this.appendImmediateValue(value);
  }

  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const FULL = 13;
const CANTOPEN = 14;
const UNIQUE = 2067;
const PRIMARY_KEY = 1555;

/** The code of an error of SQLite; 0 when it has none. */
export function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0;
}

/** Tells what an error of the driver means. */
export const sqliteErrors: Pick<Dialect, 'isDuplicate' | 'isRetriable' | 'isUnavailable'> = {
  isDuplicate: (error) => [UNIQUE, PRIMARY_KEY].includes(codeOf(error)),
  isRetriable: () => false,
  isUnavailable: (error) =>
    error instanceof DatabaseFileGone ||
    error instanceof DiskTakesNoWrites ||
    [BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN].includes(codeOf(error) & 0xff),
};

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
    keyedTableEnd: 'strict, without rowid',
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
  mailbox: (column) => sql.raw<string>(mailboxSql(column, 'instr')),
  unindexed: <T>(column: string) => sql<T>`+${sql.ref(column)}`,
  search: sqliteSearch('search_tickets'),
  answerSearch: sqliteSearch('search_said'),
  answers: sqliteAnswers,
  mergeWords,
  // SQLite gives seconds as a float. Rounding them to milliseconds makes half an hour exactly 30 minutes.
  minutesBetween: (from, to) =>
    sql<number>`round((unixepoch(${to}, 'subsec') - unixepoch(${from}, 'subsec')) * 1000) / 60000`,
  dayOf: (at) => sql<string>`substr(${at}, 1, 10)`,
  texts: (json) => sql`(select value from json_each(${json})) as texts`,
  pairs: (json) => sql`(select value ->> 0 as text, value ->> 1 as owner from json_each(${json})) as pairs`,
  rows: (json, columns) => {
    const read = Object.keys(columns).map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
    return sql`(select ${sql.join(read)} from json_each(${json})) as given`;
  },
  jsonRows: (columns, order) =>
    sql<string | null>`nullif(json_group_array(json_array(${sql.join([...columns])}) order by ${order}), '[]')`,
  jsonRow: (columns) => sql<string>`json_array(${sql.join([...columns])})`,
  jsonText: (json) => sql<string | null>`json_extract(${json}, '$')`,
  among: (id, ids) => sql<boolean>`${id} in (select value from json_each(${ids}))`,
  selected: (id, query) => sql<boolean>`${id} in (${query})`,
  crossJoin: (table, condition) => sql`cross join ${sql.table(table)} on ${condition}`,
  first: (query) => sql`(${query})`,
  // SQLite makes a join of what exists, and so gathers all that the query could find.
  probe: (query) => sql`(${query} limit 1) is not null`,
  limit: (rows) => sql`limit ${rows} + 0`,
  unweighed: (id) => sql<string>`${id}`,
  givenKey: sql``,
  countOn: nothingToDo,
  namelessSessions: null,
  columns: {
    sql: `select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`,
    parameters: [],
  },
  async revision(connection) {
    const { data_version } = await connection.only(DATA_VERSION);
    return `${OPENED} ${data_version}`;
  },
  ...sqliteErrors,
};

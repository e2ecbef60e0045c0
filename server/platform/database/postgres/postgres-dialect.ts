import {
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Schema } from '#records';
import { Marker } from '../compiled.ts';
import type { Query } from '../connection.ts';
import type { Dialect, ReadingOrder } from '../dialect.ts';
import { mailboxSql } from '../dialect.ts';
import { postgresAnswers } from './postgres-answers.ts';
import { postgresErrors } from './postgres-errors.ts';
import { postgresSearch } from './postgres-search.ts';

/** Strings that no session reads as anything else, however it reads backslashes and quotes. */
const PLAIN = /^[\w-]*$/;

/** PostgreSQL keeps the plan of a statement when it costs no more than one for the values. So plain constants are written into the SQL. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Marker || (typeof value === 'string' && !PLAIN.test(value))) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

const xidOf = (place: string) => sql`split_part(${place}, '-', 1)::xid8`;
const positionOf = (place: string) => sql`split_part(${place}, '-', 2)::bigint`;

/**
 * The oldest running transaction, which may still record an event that this statement does not see; without one, the
 * next transaction's number. Transactions of the server's other databases are left out, unless their database is unknown.
 */
const oldestRunning = sql`coalesce((
  select running from pg_snapshot_xip(pg_current_snapshot()) as running
  where not exists (
    select from pg_stat_activity as elsewhere
    where elsewhere.backend_xid::text::bigint = running::text::bigint % 4294967296
    and elsewhere.datname <> current_database()
  )
  order by running limit 1
), pg_snapshot_xmax(pg_current_snapshot()))`;

/**
 * PostgreSQL gives out positions before the commit, so a later position may become visible earlier. Every event therefore
 * names the transaction that recorded it, and is read once all transactions with a lower number have ended.
 */
export const postgresOrder: ReadingOrder = {
  start: '0-0',
  columns: ['event_outbox.xid', 'event_outbox.position'],
  place: sql<string>`event_outbox.xid || '-' || event_outbox.position`,
  settled: sql<boolean>`event_outbox.xid < ${oldestRunning}`,
  isPlace: (text) => /^\d{1,18}-\d{1,15}$/.test(text),
  isAt: (place) => sql<boolean>`(event_outbox.xid, event_outbox.position) = (${xidOf(place)}, ${positionOf(place)})`,
  isAfter: (place) => sql<boolean>`(event_outbox.xid, event_outbox.position) > (${xidOf(place)}, ${positionOf(place)})`,
};

const SNAPSHOT: Query<object, { seen: string }> = () => ({
  sql: 'select pg_current_snapshot()::text as seen',
  name: 'snapshot',
  parameters: [],
});

/** `analyze` without names reads the server's own tables as well, and in a small database that is nearly all of its work. */
const FILLED_TABLES = `select string_agg(oid::regclass::text, ', ') as tables from pg_class
  where relnamespace = current_schema()::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0`;

/** How PostgreSQL does what the databases do differently. */
export const postgres: Dialect = {
  name: 'postgres',
  types: {
    id: 'uuid',
    text: 'text',
    time: 'timestamptz',
    day: 'date',
    flag: 'boolean',
    json: 'jsonb',
    integer: 'bigint',
    real: 'double precision',
    counting: 'bigint generated always as identity primary key',
    tableEnd: '',
    keyedTableEnd: '',
  },
  builder: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresCompiler(),
    },
  }),
  async withoutTimeouts(connection) {
    const sql = "select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)";
    await connection.rows({ sql, parameters: [] });
    connection.isPatient = true;
  },
  async analyze(connection) {
    const [filled] = await connection.rows<{ tables: string | null }>({ sql: FILLED_TABLES, parameters: [] });
    if (filled?.tables) await connection.run({ sql: `analyze ${filled.tables}`, parameters: [] });
  },
  readingOrder: postgresOrder,
  async lock(connection, name) {
    await connection.rows({ sql: 'select pg_advisory_xact_lock(hashtextextended($1, 0))', parameters: [name] });
  },
  async tryLock(connection, name) {
    const [row] = await connection.rows<{ held: 0 | 1 }>({
      sql: 'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as held',
      parameters: [name],
    });
    return row?.held === 1;
  },
  held: (query) => query.forUpdate(),
  claimable: (query) => query.forUpdate().skipLocked(),
  shared: (query) => query.forShare(),
  contains: (text: Expression<string>, part: string) => sql<boolean>`strpos(lower(${text}), lower(${part})) > 0`,
  byBytes: (text) => sql<string>`${text} collate "C"`,
  mailbox: (column) => sql.raw<string>(mailboxSql(column, 'strpos')),
  unindexed: <T>(column: string) => sql.ref<T>(column) as unknown as RawBuilder<T>,
  search: postgresSearch('search_tickets'),
  answerSearch: postgresSearch('search_said'),
  answers: postgresAnswers,
  // GIN adds to its one index, and autovacuum keeps it.
  mergeWords: async () => false,
  minutesBetween: (from, to) => sql<number>`(extract(epoch from ${to} - ${from}) / 60)::double precision`,
  dayOf: (at) => sql<string>`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD')`,
  texts: (json) => sql`json_array_elements_text(${json}::json) as texts (value)`,
  pairs: (json) =>
    sql`(select value ->> 0 as text, value ->> 1 as owner from json_array_elements(${json}::json) as given (value)) as pairs`,
  rows: (json, columns) => {
    const typed = Object.entries(columns).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(postgres.types[type])}`);
    return sql`json_to_recordset(${json}::json) as given (${sql.join(typed)})`;
  },
  jsonRows: (columns, order) =>
    sql<string | null>`json_agg(json_build_array(${sql.join([...columns])}) order by ${order})::text`,
  jsonRow: (columns) => sql<string>`json_build_array(${sql.join([...columns])})::text`,
  jsonText: (json) => sql<string | null>`(${json}::jsonb #>> '{}')`,
  // The cast is within, so that it runs once and not for each row.
  among: (id, ids) => sql<boolean>`${id} = any(array(select json_array_elements_text(${ids}::json)::uuid))`,
  selected: (id, query) => sql<boolean>`${id} = any(array(${query}))`,
  // `offset 0` keeps a subquery as it is.
  first: (query) => sql`(${query} offset 0)`,
  // Else PostgreSQL would gather all that the query could find.
  probe: (query) => sql`exists (${query} offset 0)`,
  limit: (rows) => sql`limit ${rows}`,
  unweighed: (id) => sql<string>`(select cast(${id} as uuid))`,
  crossJoin: (table, condition) =>
    sql`cross join lateral (select * from ${sql.table(table)} where ${condition} offset 0) as ${sql.table(table)}`,
  givenKey: sql`overriding system value`,
  async countOn(connection, table) {
    const last = `select max(position) from ${table}`;
    await connection.rows({
      sql: `select setval(pg_get_serial_sequence('${table}', 'position'), coalesce((${last}), 1), exists (${last} having max(position) is not null))`,
      parameters: [],
    });
  },
  namelessSessions: {
    sql: `select state_change as seen_at from pg_stat_activity where datname = current_database() and usename = current_user
      and backend_type = 'client backend' and application_name = '' and state_change > clock_timestamp() - interval '1 minute'
      order by state_change desc`,
    parameters: [],
  },
  columns: {
    sql: `select table_name as "table", column_name as "column" from information_schema.columns where table_schema = current_schema()`,
    parameters: [],
  },
  async revision(connection) {
    // The text names the transactions that this one sees: while it stays the same, so do all rows.
    return (await connection.only(SNAPSHOT)).seen;
  },
  ...postgresErrors,
};

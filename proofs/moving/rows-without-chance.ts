import { hash } from 'node:crypto';
import { type Connection, omit } from '#platform';
import type { DatabaseName } from '../../server/testing/databases.ts';

/** Ids, names of stored files, and what the index of words has of who reads a ticket. */
const ID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b[0-9a-f]{32}\b|@[a-z][0-9a-f]{12}@/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Rows name rows that name others: so many times an id gets its name from what its row says. */
const DEPTH = 4;

/** A row of a table, its values by their columns. */
export interface TableRow {
  readonly table: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/**
 * Rows as texts, in order: two imports of one source make the same. An id stands as what its row says, for chance gave it,
 * and a time of the import as `now`. Only the first run of an import is among them.
 *
 * @param since when the first of these imports began.
 */
export function withoutChance(all: readonly TableRow[], since: string): string[] {
  const rows = all.map(({ table, values }) => ({
    id: values.id,
    text: `${table} ${JSON.stringify(values)}`.replaceAll(TIME, (time) => (time >= since ? 'now' : time)),
  }));
  let names = new Map<unknown, string>();
  const named = (text: string) => text.replaceAll(ID, (id) => names.get(id) ?? 'an id');
  for (let round = 0; round < DEPTH; round += 1)
    names = new Map(
      rows.flatMap(({ id, text }) => (id === undefined ? [] : [[id, hash('md5', named(text))] as const])),
    );
  return rows.map(({ text }) => named(text)).sort();
}

/** Which versions ran, and where in the index of words each of them lies: what the index finds is its vocabulary. */
const LEFT_OUT = { sqlite: /^(?:upgrades|search_(?!vocabulary$).*)$/, postgres: /^upgrades$/ } as const;
const TABLES = {
  sqlite: "select name from sqlite_master where type = 'table'",
  postgres: "select tablename as name from pg_tables where schemaname = 'public'",
} as const;
const READ: Readonly<Record<string, string>> = {
  import_runs: 'select * from import_runs order by id limit 1',
  search_vocabulary: `select doc, col, group_concat(term, ' ' order by "offset") as terms from search_vocabulary group by doc, col`,
};

/** @param name a transaction of PostgreSQL that is rolled back leaves a hole among positions and numbers of transactions. */
export async function everyRow(connection: Connection, name: DatabaseName = 'sqlite'): Promise<TableRow[]> {
  const read = <T>(sql: string) => connection.rows<T>({ sql, parameters: [] });
  const tables = await read<{ name: string }>(TABLES[name]);
  const rows: TableRow[] = [];
  for (const { name: table } of tables.filter((row) => !LEFT_OUT[name].test(row.name)))
    for (const values of await read<TableRow['values']>(READ[table] ?? `select * from ${table}`))
      rows.push({ table, values: name === 'postgres' ? omit(values, 'position', 'xid') : values });
  return rows;
}

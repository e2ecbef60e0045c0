import { hash } from 'node:crypto';
import { type Connection, openDatabase } from '#platform';

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
 * Every row of a data folder on SQLite as text, in order: two imports of one source make the same. An id stands as what its row
 * says, for chance gave it, and a time of the import as `now`. Only the first run of an import is among them.
 *
 * @param since when the first of these imports began.
 */
export async function rowsWithoutChance(dataDir: string, since: string): Promise<string[]> {
  const database = await openDatabase({ dataDir, databaseUrl: null }, Date.now(), { isExclusive: true, isNew: true });
  try {
    return withoutChance(await database.read(everyRow), since);
  } finally {
    await database.close();
  }
}

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
const LEFT_OUT = /^(?:upgrades|search_(?!vocabulary$).*)$/;
const READ: Readonly<Record<string, string>> = {
  import_runs: 'select * from import_runs order by id limit 1',
  search_vocabulary: `select doc, col, group_concat(term, ' ' order by "offset") as terms from search_vocabulary group by doc, col`,
};

export async function everyRow(connection: Connection): Promise<TableRow[]> {
  const read = <T>(sql: string) => connection.rows<T>({ sql, parameters: [] });
  const all = await read<{ name: string }>("select name from sqlite_master where type = 'table'");
  const rows: TableRow[] = [];
  for (const { name: table } of all.filter((one) => !LEFT_OUT.test(one.name)))
    for (const values of await read<TableRow['values']>(READ[table] ?? `select * from ${table}`))
      rows.push({ table, values });
  return rows;
}

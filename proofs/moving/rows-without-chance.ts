import { hash } from 'node:crypto';
import { openDatabase } from '#platform';

/** Ids, names of stored files, and what the index of words has of who reads a ticket. */
const ID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b|\b[0-9a-f]{32}\b|@[a-z][0-9a-f]{12}@/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** Rows name rows that name others: so many times an id gets its name from what its row says. */
const DEPTH = 4;

/**
 * Every row of a data folder on SQLite as text, in order: two imports of one source make the same. An id stands as what its row
 * says, for chance gave it, and a time of the import as `now`. Only the first run of an import is among them.
 *
 * @param since when the first of these imports began.
 */
export async function rowsWithoutChance(dataDir: string, since: string): Promise<string[]> {
  const rows = (await everyRow(dataDir)).map(({ id, text }) => ({
    id,
    text: text.replaceAll(TIME, (time) => (time >= since ? 'now' : time)),
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

async function everyRow(dataDir: string): Promise<{ readonly id: unknown; readonly text: string }[]> {
  const database = await openDatabase({ dataDir, databaseUrl: null }, Date.now(), { isExclusive: true, isNew: true });
  try {
    return await database.read(async (connection) => {
      const read = <T>(sql: string) => connection.rows<T>({ sql, parameters: [] });
      const all = await read<{ name: string }>("select name from sqlite_master where type = 'table'");
      const rows: { id: unknown; text: string }[] = [];
      for (const { name } of all.filter((one) => !LEFT_OUT.test(one.name)))
        for (const row of await read<{ id?: unknown }>(READ[name] ?? `select * from ${name}`))
          rows.push({ id: row.id, text: `${name} ${JSON.stringify(row)}` });
      return rows;
    });
  } finally {
    await database.close();
  }
}

import { type ChildProcess, spawn } from 'node:child_process';
import { openDatabase } from '#platform';

/** `kwit` as a process of its own, on a data folder. */
export const runKwit = (dataDir: string, ...words: string[]): ChildProcess =>
  spawn(process.execPath, ['bin/kwit.ts', ...words], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: 'ignore',
  });

/** How many rows the tables have that an import fills together. */
export async function rowsIn(dataDir: string): Promise<Record<string, number>> {
  const database = await openDatabase({ dataDir, databaseUrl: null }, Date.now(), { isExclusive: true, isNew: true });
  try {
    const counts: Record<string, number> = {};
    for (const table of ['tickets', 'comments', 'imports', 'import_runs', 'event_outbox', 'search_tickets']) {
      const read = { sql: `select count(*) as n from ${table}`, parameters: [] };
      const [row] = await database.read((connection) => connection.rows<{ n: number }>(read));
      counts[table] = row?.n ?? -1;
    }
    return counts;
  } finally {
    await database.close();
  }
}

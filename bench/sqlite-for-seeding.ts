import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#platform';
import { SqliteConnection } from '../server/platform/database/sqlite/sqlite-connection.ts';
import { sqlite } from '../server/platform/database/sqlite/sqlite-dialect.ts';
import type { Seedable } from './seed.ts';

/**
 * Makes a database that can be filled fast and is lost when the machine stops. It has no log: a log as long as the index
 * of words is looked through for each page that is read.
 */
export async function sqliteForSeeding(dataDir: string): Promise<Seedable & { close(): Promise<void> }> {
  const made = await openDatabase({ dataDir, databaseUrl: null }, Date.now());
  await made.close();
  const db = new DatabaseSync(join(dataDir, 'kwit.db'), { defensive: false });
  db.exec(
    'pragma journal_mode = off; pragma synchronous = off; pragma temp_store = memory; pragma cache_size = -524288',
  );
  const connection = new SqliteConnection(db, sqlite);
  return {
    dialect: sqlite,
    async write(job) {
      db.exec('begin immediate');
      const result = await job(connection);
      db.exec('commit');
      return result;
    },
    async close() {
      db.exec('pragma journal_mode = wal');
      db.close();
    },
  };
}

/** Data of older versions: each has a folder here, which `leave-behind.ts` made in a clone of that version. */
import { createReadStream, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { createGunzip, gunzipSync } from 'node:zlib';
import pg from 'pg';
import { readTar } from '#platform';
import type { DatabaseName } from '../../server/testing/databases.ts';
import { emptyDatabase } from '../../server/testing/empty-database.ts';
import { folderFor } from '../../server/testing/export-archive.ts';

const HERE = import.meta.dirname;

export const VERSIONS: readonly string[] = globSync('*/', { cwd: HERE });

/** The key by which the older version sealed its secrets on PostgreSQL. On SQLite it stands in the data folder. */
const SECRETS_KEY = 'upgrade-proof-upgrade-proof-upgrade-proof';

async function unpack(path: string, folder: string): Promise<void> {
  for await (const { name, body } of readTar(createReadStream(path).pipe(createGunzip()))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), Buffer.concat(await Array.fromAsync(body)));
  }
}

/** The data folder of an older version on SQLite. */
export async function olderFolder(t: TestContext, version: string): Promise<string> {
  const folder = await folderFor(t);
  await unpack(join(HERE, version, 'sqlite.tar.gz'), folder);
  return folder;
}

/** Lays out what an older version left behind. @returns the environment of a service on it. */
export async function layOlder(
  t: TestContext,
  version: string,
  name: DatabaseName,
): Promise<Record<'DATA_DIR' | 'SECRETS_KEY', string> & { DATABASE_URL?: string }> {
  if (name === 'sqlite') {
    const folder = await olderFolder(t, version);
    const { secrets_key } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'));
    return { DATA_DIR: folder, SECRETS_KEY: secrets_key };
  }
  const folder = await folderFor(t);
  await unpack(join(HERE, version, 'postgres-files.tar.gz'), folder);
  const empty = await emptyDatabase();
  t.after(empty.drop);
  const client = new pg.Client({ connectionString: empty.url, application_name: 'restore' });
  await client.connect();
  await client.query(gunzipSync(readFileSync(join(HERE, version, 'postgres.sql.gz'))).toString());
  await client.end();
  return { DATA_DIR: folder, DATABASE_URL: empty.url, SECRETS_KEY };
}

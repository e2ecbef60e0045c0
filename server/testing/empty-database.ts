import assert from 'node:assert/strict';
import { ownDatabase } from './databases.ts';

/** Makes a database of PostgreSQL without a table. */
export async function emptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const { url, drop } = await ownDatabase('postgres', 'template0');
  return { url: url ?? assert.fail(), drop };
}

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#platform';

let template: Promise<string> | undefined;

/** Puts a migrated database without a row into a data folder: to migrate takes a third of a start, and is done once. */
export async function copyMigratedFile(dataDir: string): Promise<void> {
  template ??= makeTemplate();
  copyFileSync(await template, join(dataDir, 'kwit.db'));
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const database = await openDatabase({ dataDir: folder, databaseUrl: null }, Date.now());
  await database.close();
  return join(folder, 'kwit.db');
}

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, kwitVersion, openDatabase } from '#platform';
import { upgradingTo } from '#service';

let template: Promise<string> | undefined;

/** Makes a database as a new installation has it: it tells of which version it is, and nothing else. */
export async function installIn(where: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<void> {
  const noting = upgradingTo(kwitVersion(), { ...where, setVariables: new Set() }, () => {});
  await (await openDatabase(where, Date.now(), { isExclusive: true, ...noting })).close();
}

/** Puts a migrated database without a row into a data folder: to migrate takes a third of a start, and is done once. */
export async function copyMigratedFile(dataDir: string): Promise<void> {
  template ??= makeTemplate();
  copyFileSync(await template, join(dataDir, 'kwit.db'));
}

async function makeTemplate(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-template-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await installIn({ dataDir: folder, databaseUrl: null });
  return join(folder, 'kwit.db');
}

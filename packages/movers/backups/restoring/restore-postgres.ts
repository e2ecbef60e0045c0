import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { type ConfiguredParts, contextOf, digestOf, isSame, openAsItIs, openFileStore, type Work } from '#platform';
import { completeRows, loadRows } from '../../imports/kwit/load-rows.ts';
import { checkRows, isWhole, linesOfChecks } from '../../integrity/check-database.ts';
import { tablesIn } from '../backup-rows.ts';
import { type BackupManifest, BackupRefused } from '../places/manifest.ts';
import {
  changedPart,
  checkedLines,
  copyBackFiles,
  type Restored,
  type RestoreRequest,
  sourceOf,
} from './restore-sqlite.ts';
import { SchemaStore } from './restored-store.ts';
import { erasuresSince, settleRestored } from './settle-restored.ts';

const CONTEXT = contextOf('restore');

/**
 * Restores a backup of PostgreSQL into a database without our tables, in one transaction; files are put into the store before
 * it, and none is removed (docs/rules/backups.md#restore).
 *
 * @throws BackupRefused when the database has tables of ours, or the backup is not what it was.
 */
export async function restorePostgres(
  { config, runnerOn }: ConfiguredParts,
  manifest: BackupManifest,
  request: RestoreRequest,
): Promise<Restored> {
  const database = await openAsItIs(config);
  try {
    const runner = await runnerOn(database);
    if (await runner.read(CONTEXT, (work) => work.of(SchemaStore).isThere()))
      throw new BackupRefused(
        'The database of DATABASE_URL has tables of Kwit. Make an empty one, and restore into that.',
      );
    await checkParts(request.backup.folder, manifest);
    const files = openFileStore(config.filesUrl ?? join(config.dataDir, 'files'));
    await copyBackFiles(await checkedLines(request.backup.folder, manifest), request.backup.files, files);
    const settling = { ...request, source: sourceOf(config), erasures: erasuresSince(manifest, request.erasures) };
    const { settled, checks } = await runner.write(CONTEXT, async (work) => {
      await loadTables(work, request.backup.folder, manifest);
      const done = { settled: await settleRestored(work, manifest, settling), checks: await checkRows(work) };
      if (!isWhole(done.checks))
        throw new BackupRefused(`The backup is not whole:\n${linesOfChecks(done.checks).join('\n')}`);
      return done;
    });
    for (const name of settled.files) await files.remove(name);
    return { settled, checks, before: null };
  } finally {
    await database.close();
  }
}

async function checkParts(folder: string, { parts }: BackupManifest): Promise<void> {
  for (const [place, expected] of Object.entries(parts))
    if (!isSame(await digestOf(createReadStream(join(folder, place))), expected))
      throw changedPart(join(folder, place));
}

/** Loads the rows into tables as they were then, and only then brings both up to date. */
async function loadTables(work: Work<null>, folder: string, manifest: BackupManifest): Promise<void> {
  await work.of(SchemaStore).createAsThen(manifest.migrations, work.now);
  for (const { table, rows } of tablesIn(folder, manifest)) await loadRows(work, table, rows());
  await work.of(SchemaStore).bringUpToDate(work.now);
  await completeRows(work);
}

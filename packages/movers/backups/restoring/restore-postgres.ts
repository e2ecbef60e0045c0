import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { fillSearch, fillSolved, reportWordFilling } from '#memory';
import { type ConfiguredParts, contextOf, digestOf, isSame, openAsItIs, openFileStore, type Work } from '#platform';
import { TABLES, type TableName } from '#records';
import { canonicalJson, type JsonValue } from '../../exports/open-format/canonical-json.ts';
import { DerivedRowStore } from '../../imports/derived-row-store.ts';
import { ImportedRowStore } from '../../imports/imported-row-store.ts';
import { exportLinesOf } from '../../imports/kwit/export-lines.ts';
import { checkRows } from '../../integrity/check-rows.ts';
import { isWhole, linesOfChecks } from '../../integrity/checked.ts';
import { BackupRefused } from '../places/backup-refused.ts';
import { BACKUP_PLACE, type BackupManifest } from '../places/manifest.ts';
import { changedPart, checkedLines, copyBackFiles } from './copy-back.ts';
import { type Restored, type RestoreRequest, sourceOf } from './restore-sqlite.ts';
import { SchemaStore } from './schema-store.ts';
import { erasuresSince, settleRestored } from './settle-restored.ts';

const CONTEXT = contextOf('restore');
/** Rows that are gathered before they are written. */
const GATHERED = 500;

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
      await loadRows(work, request.backup.folder, manifest);
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
async function loadRows(work: Work<null>, folder: string, { columns, migrations }: BackupManifest): Promise<void> {
  await work.of(SchemaStore).createAsThen(migrations, work.now);
  for (const { name } of TABLES) {
    const types = columns[name];
    if (types !== undefined) await loadTable(work, folder, name, types);
  }
  await work.of(SchemaStore).bringUpToDate(work.now);
  await work.of(DerivedRowStore).everything(work.now);
  await fillSearch(work, undefined, reportWordFilling(work));
  await fillSolved(work);
}

type Row = Readonly<Record<string, JsonValue>>;

async function loadTable(
  work: Work<null>,
  folder: string,
  name: TableName,
  types: Readonly<Record<string, string>>,
): Promise<void> {
  const place = BACKUP_PLACE.rows(name);
  const parents: [string, string][] = [];
  let rows: Row[] = [];
  for await (const { text } of exportLinesOf(createReadStream(join(folder, place)), place)) {
    const row = valuesOf(JSON.parse(text), types);
    const { id = null, parent_id = null } = row;
    // A comment may answer one that stands after it.
    if (name === 'comments' && parent_id !== null) parents.push([String(id), String(parent_id)]);
    rows.push(name === 'comments' ? { ...row, parent_id: null } : row);
    if (rows.length < GATHERED) continue;
    await work.of(ImportedRowStore).add(name, rows);
    rows = [];
  }
  await work.of(ImportedRowStore).add(name, rows);
  for (const [id, parent] of parents) await work.of(ImportedRowStore).setParent(id, parent);
}

/** JSON is kept as a text. */
const valuesOf = (row: Row, types: Readonly<Record<string, string>>): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      types[name] === 'json' && value !== null ? canonicalJson(value) : value,
    ]),
  );

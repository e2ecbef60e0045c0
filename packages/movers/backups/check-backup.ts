import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ConfiguredParts,
  contextOf,
  type Digest,
  digestIn,
  digestOf,
  type FileStore,
  isSame,
  ReadOnlySqlite,
  secretsIn,
} from '#platform';
import {
  type Checked,
  checkRows,
  checkSecrets,
  grouped,
  namedFilesOf,
  schemaProblem,
  sizeOf,
} from '../integrity/check-database.ts';
import { checkBackupRows } from './backup-rows.ts';
import { BACKUP_PLACE, type BackupManifest, type FileLine, linesIn, readBackupManifest } from './places/manifest.ts';
import { openBackup } from './places/open-backups.ts';

const CONTEXT = contextOf('check');

type RunnerOn = ConfiguredParts['runnerOn'];

/** Checks a backup, and changes nothing: every byte against its manifest, then the database as `checkDatabase` does. */
export async function checkBackup(place: string, runnerOn: RunnerOn): Promise<Checked[]> {
  await using opened = await openBackup(place);
  const { folder } = opened;
  const manifest = await readBackupManifest(folder);
  const backup = checkManifest(manifest);
  const parts = await checkParts(folder, manifest);
  const lines = parts.problems.length === 0 ? await linesIn(folder) : [];
  const files = await checkLines(lines, opened.files);
  const inside = parts.problems.length === 0 ? await checkRowsInside(folder, manifest, lines, runnerOn) : [];
  return [backup, parts, files, ...inside];
}

async function checkRowsInside(
  folder: string,
  manifest: BackupManifest,
  lines: readonly FileLine[],
  runnerOn: RunnerOn,
): Promise<Checked[]> {
  if (manifest.database === 'sqlite') return checkInside(folder, manifest, lines, runnerOn);
  return manifest.database === 'postgres' ? [await checkBackupRows(folder, manifest)] : [];
}

function checkManifest({ made_at, kwit, problems }: BackupManifest): Checked {
  return { name: 'backup', text: `of ${made_at}, by Kwit ${kwit}`, problems };
}

async function checkParts(folder: string, { parts }: BackupManifest): Promise<Checked> {
  const problems: string[] = [];
  let bytes = 0;
  for (const [place, expected] of Object.entries(parts)) {
    const found = await digestAt(join(folder, place));
    if (found === null) problems.push(`${place} is missing`);
    else if (!isSame(found, expected)) problems.push(`${place} was changed: its SHA-256 is another`);
    bytes += found?.size ?? 0;
  }
  return { name: 'parts', text: `${Object.keys(parts).length} parts, ${sizeOf(bytes)}`, problems };
}

async function digestAt(path: string): Promise<Digest | null> {
  return existsSync(path) ? digestOf(createReadStream(path)) : null;
}

async function checkLines(lines: readonly FileLine[], files: FileStore): Promise<Checked> {
  const problems: string[] = [];
  for (const line of lines) {
    const found = await digestIn(files, line.name);
    if (found === null) problems.push(`the file ${line.name} is gone`);
    else if (!isSame(found, line)) problems.push(`the file ${line.name} was changed: its SHA-256 is another`);
  }
  const right = `${grouped(lines.length - problems.length)} of ${grouped(lines.length)}`;
  return { name: 'files', text: `${right}, every byte read`, problems };
}

async function checkInside(
  folder: string,
  { migrations, parts }: BackupManifest,
  lines: readonly FileLine[],
  runnerOn: RunnerOn,
): Promise<Checked[]> {
  // A backup of an older Kwit is checked inside when it is restored, which brings it up to date.
  if (schemaProblem(migrations) !== null) return [];
  const database = new ReadOnlySqlite(join(folder, BACKUP_PLACE.database));
  try {
    const file: Checked = { name: 'database', text: 'the file, and its foreign keys', problems: database.problems() };
    if (file.problems.length > 0) return [file];
    const runner = await runnerOn(database);
    const sealingKey = parts[BACKUP_PLACE.secrets] === undefined ? null : secretsIn(folder)?.sealingKey;
    const source = sealingKey ? { given: {}, sealingKey } : null;
    const inside = await runner.read(CONTEXT, async (work) => [
      ...(await checkRows(work)),
      checkNamed(await namedFilesOf(work), lines),
      await checkSecrets(work, source),
    ]);
    return [file, ...inside];
  } finally {
    await database.close();
  }
}

/** Whether the backup knows each file that a row names. */
function checkNamed(named: Awaited<ReturnType<typeof namedFilesOf>>, lines: readonly FileLine[]): Checked {
  const known = new Set(lines.map(({ name }) => name));
  const problems = [...named.keys()].filter((name) => !known.has(name)).map((name) => `the file ${name} is not in it`);
  return { name: 'files', text: `${grouped(named.size)} that rows name`, problems };
}

import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Config,
  type ConfiguredParts,
  contextOf,
  type Instant,
  instant,
  openAsItIs,
  openDatabase,
  openFileStore,
  RESTORED,
  type SettingsSource,
  secretsIn,
  syncFolder,
} from '#platform';
import { checkDatabase } from '../../integrity/check-database.ts';
import { type Checked, isWhole, linesOfChecks } from '../../integrity/checked.ts';
import { erasuresOf, type PastErasure } from '../../privacy/erasure-list.ts';
import { BackupRefused } from '../places/backup-refused.ts';
import { BACKUP_PLACE, type BackupManifest } from '../places/manifest.ts';
import type { ReadableBackup } from '../places/open-backups.ts';
import { checkedLines, copyBackFiles, copyPart } from './copy-back.ts';
import { DataFolderTarget } from './data-folder-target.ts';
import { erasuresSince, type SettledRestore, type Settling, settleRestored } from './settle-restored.ts';

const CONTEXT = contextOf('restore');

export interface RestoreRequest extends Pick<Settling, 'resends' | 'signsEveryoneOut'> {
  readonly backup: ReadableBackup;
  /** Whether a data folder that has something may be renamed. */
  readonly intoNew: boolean;
  /** Erasures that stand beside the backup. */
  readonly erasures: readonly PastErasure[];
}

/** What came of it. */
export interface Restored {
  readonly settled: SettledRestore;
  readonly checks: readonly Checked[];
  /** What the folder that was there is called now; null when there was none. */
  readonly before: string | null;
}

/**
 * Restores a backup of SQLite as the data folder. Everything is copied beside it, brought up to date and checked there, and
 * only then gets its name; whatever stops it, the old folder is there or the new one (docs/rules/backups.md#restore).
 *
 * @throws BackupRefused when the backup is not what it was, or not whole. Nothing is changed then.
 */
export async function restoreSqlite(
  parts: ConfiguredParts,
  manifest: BackupManifest,
  request: RestoreRequest,
): Promise<Restored> {
  const { config, clock } = parts;
  const target = DataFolderTarget.hold(config.dataDir, request.intoNew);
  const staging = `${config.dataDir}.restoring`;
  try {
    const erasures = [...request.erasures, ...(await erasuresIn(parts, target))];
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true, mode: 0o700 });
    const staged = { ...config, dataDir: staging, databaseUrl: null };
    for (const [place, expected] of Object.entries(manifest.parts))
      if (place !== BACKUP_PLACE.files) await copyPart(request.backup.folder, staging, place, expected);
    const files = openFileStore(config.filesUrl ?? join(staging, 'files'));
    await copyBackFiles(await checkedLines(request.backup.folder, manifest), request.backup.files, files);
    const source = sourceOf(staged);
    const settling = { ...request, source, erasures: erasuresSince(manifest, erasures) };
    const settled = await settle(parts, staged, manifest, settling);
    const checks = await checkStaged(parts, staged, source);
    if (!isWhole(checks)) throw new BackupRefused(`The backup is not whole:\n${linesOfChecks(checks).join('\n')}`);
    const now = instant(clock.now());
    await markReady(staging, manifest, now);
    return { settled, checks, before: await target.replaceBy(staging, now) };
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    throw error;
  } finally {
    target.close();
  }
}

/** The folder that is there may know of erasures after the last backup. */
async function erasuresIn({ config, runnerOn }: ConfiguredParts, target: DataFolderTarget): Promise<PastErasure[]> {
  if (!existsSync(join(target.path, BACKUP_PLACE.database))) return [];
  try {
    const database = await openAsItIs({ ...config, databaseUrl: null });
    try {
      return await (await runnerOn(database)).read(CONTEXT, erasuresOf);
    } finally {
      await database.close();
    }
  } catch {
    // A broken database may be the reason for the restore.
    return [];
  }
}

/** With what secrets of a restored Kwit are opened. */
export function sourceOf({ dataDir, secretsKey, settings }: Config): SettingsSource {
  return { given: settings, sealingKey: secretsIn(dataDir, secretsKey)?.sealingKey ?? Buffer.alloc(32) };
}

async function settle(
  { clock, runnerOn }: ConfiguredParts,
  staged: Config,
  manifest: BackupManifest,
  settling: Settling,
): Promise<SettledRestore> {
  const database = await openDatabase(staged, clock.now(), { isExclusive: true, isNew: true });
  try {
    const runner = await runnerOn(database);
    const settled = await runner.write(CONTEXT, (work) => settleRestored(work, manifest, settling));
    const files = openFileStore(staged.filesUrl ?? join(staged.dataDir, 'files'));
    for (const name of settled.files) await files.remove(name);
    if (settled.erased > 0) await runner.compact();
    return settled;
  } finally {
    await database.close();
  }
}

async function checkStaged({ runnerOn }: ConfiguredParts, staged: Config, source: SettingsSource): Promise<Checked[]> {
  const database = await openAsItIs(staged);
  try {
    const files = openFileStore(staged.filesUrl ?? join(staged.dataDir, 'files'));
    // Whether its key opens what is sealed is no fault of the backup.
    const checks = await checkDatabase(database, await runnerOn(database), { files, source, isQuick: false });
    return checks.filter(({ name }) => name !== 'secrets');
  } finally {
    await database.close();
  }
}

/** From here on it only has to get its name. */
async function markReady(staging: string, { id, made_at }: BackupManifest, now: Instant): Promise<void> {
  const about = { backup: id, made_at, restored_at: now };
  await writeFile(join(staging, RESTORED), `${JSON.stringify(about)}\n`, { mode: 0o600, flush: true });
  await syncFolder(staging);
}

import { copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { instant } from '../clock.ts'
import { digestOf } from '../files/digest.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Checked } from '../integrity/checked.ts'
import type { NamedFiles } from '../integrity/named-files.ts'
import { noteErasures } from '../privacy/erasure-list.ts'
import type { RequestContext, Runner } from '../work.ts'
import { BackupFolder, type NewBackup } from './backup-folder.ts'
import { type CopiedDatabase, copyDatabase } from './copy-database.ts'
import { type CopiedFiles, copyFiles } from './copy-files.ts'
import { type BackupFigures, holdingRemovals } from './hold-removals.ts'
import { type Keeping, type Kept, keepBackups } from './keep-backups.ts'
import { BACKUP_PLACE, manifestOf } from './manifest.ts'

/** What a backup is made from. */
export interface BackupParts {
  readonly runner: Runner
  readonly files: FileStore
  /** Of Kwit. */
  readonly version: string
  readonly dataDir: string
}

export interface BackupRequest {
  /** The folder of backups. */
  readonly place: string
  readonly keeping: Keeping
  /** Whether the keys of the service go along, where the data folder has them. */
  readonly secrets: boolean
  /** Who asked for it; null for a command. */
  readonly by: string | null
}

/** What a backup has become. */
export interface MadeBackup {
  readonly figures: BackupFigures
  /** Where it stands. */
  readonly path: string
  readonly database: CopiedDatabase
  readonly files: CopiedFiles
  readonly secrets: 'kept' | 'left out' | 'elsewhere'
  readonly kept: Kept
  /** What killed backups had left, and is gone now. */
  readonly removed: readonly string[]
  readonly problems: readonly string[]
}

/**
 * Makes a backup beside a running service (docs/rules/backups.md#making-one): a copy of the database, then of the files that it
 * names, and the keys. It reads all of it again, and writes the manifest last.
 *
 * @throws BackupRefused when the folder cannot be used, or another backup is being made in it.
 */
export async function makeBackup(
  parts: BackupParts,
  context: RequestContext<null>,
  request: BackupRequest,
): Promise<MadeBackup> {
  const folder = await BackupFolder.open(request.place)
  try {
    const removed = await folder.removeUnfinished()
    const made = await holdingRemovals(parts.runner, context, { place: folder.path, by: request.by }, (id) =>
      makeIn(folder, parts, context, { ...request, id }),
    )
    const kept = await keepBackups(folder, request.keeping)
    return { ...made, kept, removed }
  } finally {
    folder.close()
  }
}

async function makeIn(
  folder: BackupFolder,
  parts: BackupParts,
  context: RequestContext<null>,
  request: BackupRequest & { id: string },
): Promise<Omit<MadeBackup, 'kept' | 'removed'>> {
  const backup = await folder.begin(instant(parts.runner.clock.now()))
  try {
    const database = await copyDatabase(parts.runner, context, backup)
    await noteErasures(folder.path, database.erasures)
    const files = await copyFiles(await withPictures(database.named, parts.files), parts.files, folder.files)
    await backup.write(BACKUP_PLACE.files, linesOf(files))
    const secrets = await copySecrets(backup, parts.dataDir, request.secrets)
    const problems = [...problemsOf(database.checks), ...files.problems]
    const { named: _, checks: __, madeAt, bytes, ...about } = database
    const manifest = manifestOf({
      id: request.id,
      kwit: parts.version,
      made_at: madeAt,
      ...about,
      parts: backup.parts,
      files: { count: files.lines.length, bytes: files.bytes },
      problems,
    })
    const path = await backup.finish(manifest)
    const outcome = problems.length === 0 ? 'whole' : 'broken'
    const figures = { outcome, databaseBytes: bytes, files: files.lines.length, fileBytes: files.bytes } as const
    return { figures, path, database, files, secrets, problems }
  } catch (error) {
    await backup.abandon()
    throw error
  }
}

const linesOf = function* ({ lines }: CopiedFiles): Generator<string> {
  for (const { name, size, sha256 } of lines) yield `${JSON.stringify({ name, size, sha256 })}\n`
}

const problemsOf = (checks: readonly Checked[]): string[] => checks.flatMap(({ problems }) => problems)

/** No row tells what a picture is: it has to be what it is now. */
async function withPictures(named: NamedFiles, files: FileStore): Promise<NamedFiles> {
  const told = new Map(named)
  for (const [name, digest] of named) {
    const picture = digest === null ? await files.open(name) : null
    if (picture !== null) told.set(name, await digestOf(picture.stream))
  }
  return told
}

async function copySecrets(backup: NewBackup, dataDir: string, isWanted: boolean): Promise<MadeBackup['secrets']> {
  if (!isWanted) return 'left out'
  try {
    await copyFile(join(dataDir, BACKUP_PLACE.secrets), backup.pathOf(BACKUP_PLACE.secrets))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await rm(backup.pathOf(BACKUP_PLACE.secrets), { force: true })
    return 'elsewhere'
  }
  await backup.note(BACKUP_PLACE.secrets)
  return 'kept'
}

import { chmod, mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Instant } from '../clock.ts'
import { holdFile } from '../database/sqlite/hold-file.ts'
import { DiskFileStore } from '../files/disk.ts'
import type { FileStore } from '../files/file-store.ts'
import { BackupRefused } from './backup-refused.ts'
import { type BackupManifest, readBackupManifest } from './manifest.ts'
import { NewBackup } from './new-backup.ts'

/** The name of a backup, of a broken one, and of one that is being made. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?(-broken)?$/
const UNFINISHED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?\.part$/

export const isBackupName = (name: string): boolean => NAME.test(name)

/** A backup in a folder of backups. */
export interface FoundBackup {
  readonly name: string
  readonly manifest: BackupManifest | null
}

/**
 * A folder that grows by one backup after the other: `<time>/` for each, and the files that people sent in `files/`, which all
 * of them have together. One process at a time writes into it.
 */
export class BackupFolder {
  readonly path: string
  /** The files that people sent, of all backups. */
  readonly files: FileStore
  readonly #release: () => void

  private constructor(path: string, release: () => void) {
    this.path = path
    this.files = new DiskFileStore(join(path, 'files'))
    this.#release = release
  }

  /** Makes the folder when it is missing. @throws BackupRefused when it cannot be written to, or another backup is being made. */
  static async open(given: string): Promise<BackupFolder> {
    const path = resolve(given)
    let release: ReturnType<typeof holdFile>
    try {
      await mkdir(path, { recursive: true, mode: 0o700 })
      release = holdFile(join(path, 'backup.lock'))
      await chmod(join(path, 'backup.lock'), 0o600)
    } catch (error) {
      throw new BackupRefused(`Cannot write to ${path}: ${(error as Error).message}.`)
    }
    if (release === null) throw new BackupRefused(`Another backup is being made in ${path}. Wait until it has ended.`)
    return new BackupFolder(path, release)
  }

  /** Removes what backups left that were killed. @returns their names. */
  async removeUnfinished(): Promise<string[]> {
    const names = (await readdir(this.path)).filter((name) => UNFINISHED.test(name))
    for (const name of names) await rm(join(this.path, name), { recursive: true })
    return names
  }

  /** Begins the backup of a moment. */
  begin(at: Instant): Promise<NewBackup> {
    return NewBackup.begin(this.path, at)
  }

  /** Every backup, oldest first; the manifest is null where it is missing or damaged. */
  async backups(): Promise<FoundBackup[]> {
    const found: FoundBackup[] = []
    for (const name of (await readdir(this.path)).filter(isBackupName).toSorted())
      found.push({ name, manifest: await readBackupManifest(join(this.path, name)).catch(() => null) })
    return found
  }

  close(): void {
    this.#release()
  }
}

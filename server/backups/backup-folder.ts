import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Instant } from '../clock.ts'
import { holdFile } from '../database/sqlite/hold-file.ts'
import { type Digest, digestOf } from '../files/digest.ts'
import { DiskFileStore, syncFolder } from '../files/disk.ts'
import type { FileStore } from '../files/file-store.ts'
import { BackupRefused } from './backup-refused.ts'
import { BACKUP_PLACE, type BackupManifest, readBackupManifest, textOfManifest } from './manifest.ts'

/** The name of a backup, of a broken one, and of one that is being made. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?(-broken)?$/
const UNFINISHED = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(-\d+)?\.part$/

export const isBackupName = (name: string): boolean => NAME.test(name)

/** A backup in a folder of backups. */
export interface FoundBackup {
  readonly name: string
  readonly manifest: BackupManifest | null
}

/** 2026-11-22T03-00-00Z */
const nameOf = (at: Instant): string => `${at.slice(0, 19).replaceAll(':', '-')}Z`

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
  async begin(at: Instant): Promise<NewBackup> {
    const taken = new Set((await readdir(this.path)).map((name) => name.replace(/(-broken|\.part)$/, '')))
    const first = nameOf(at)
    let name = first
    for (let count = 2; taken.has(name); count++) name = `${first}-${count}`
    await mkdir(join(this.path, `${name}.part`), { mode: 0o700 })
    return new NewBackup(this.path, name)
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

/** A backup that is being made, in a folder whose name says so. */
export class NewBackup {
  readonly #root: string
  readonly #name: string
  readonly #parts: Record<string, Digest> = {}

  constructor(root: string, name: string) {
    this.#root = root
    this.#name = name
  }

  /** Where a file of it stands until it is finished. */
  pathOf(place: string): string {
    return join(this.#root, `${this.#name}.part`, place)
  }

  get parts(): Readonly<Record<string, Digest>> {
    return this.#parts
  }

  /** A file was written: makes it durable, and reads it again. */
  async note(place: string): Promise<Digest> {
    await using file = await open(this.pathOf(place))
    await file.sync()
    const digest = await digestOf(createReadStream(this.pathOf(place)))
    this.#parts[place] = digest
    return digest
  }

  /** @throws Error when the disk does not have what was written. */
  async write(place: string, text: string | Iterable<string> | AsyncIterable<string>): Promise<Digest> {
    const path = this.pathOf(place)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const hash = createHash('sha256')
    const hashed = async function* () {
      for await (const part of typeof text === 'string' ? [text] : text) {
        hash.update(part)
        yield part
      }
    }
    await pipeline(hashed(), createWriteStream(path, { mode: 0o600 }))
    const digest = await this.note(place)
    if (digest.sha256 !== hash.digest('hex')) throw new Error(`${path} is not what was written.`)
    return digest
  }

  /** Writes the manifest, and gives the backup its name. @returns its path. */
  async finish(manifest: BackupManifest): Promise<string> {
    await this.write(BACKUP_PLACE.manifest, textOfManifest(manifest))
    await syncFolder(this.pathOf('.'))
    const path = join(this.#root, manifest.problems.length === 0 ? this.#name : `${this.#name}-broken`)
    await rename(this.pathOf('.'), path)
    await syncFolder(this.#root)
    return path
  }

  /** Leaves nothing of it, but for files that the next backup needs as well. */
  async abandon(): Promise<void> {
    await rm(this.pathOf('.'), { recursive: true, force: true })
  }
}

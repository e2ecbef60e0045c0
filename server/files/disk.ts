import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type FileStore, isFileName, type KeptFile } from './file-store.ts'

/** Files in a folder that only the service's user may read, spread over 256 folders. */
export class DiskFileStore implements FileStore {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  async keep(bytes: Uint8Array): Promise<KeptFile> {
    const name = randomBytes(16).toString('hex')
    const folder = join(this.#folder, name.slice(0, 2))
    await this.#makeFolder(folder)
    const temporary = join(this.#folder, `${name}.part`)
    try {
      await writeDurably(temporary, bytes)
      await rename(temporary, join(folder, name))
      await syncFolder(folder)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    return { name, size: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') }
  }

  async open(name: string, range?: { start: number; end: number }) {
    if (!isFileName(name)) return null
    let file: FileHandle
    try {
      file = await open(this.#pathOf(name), 'r')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
      throw error
    }
    const { size } = await file.stat()
    return { size, stream: file.createReadStream(range ?? {}) }
  }

  async remove(name: string): Promise<void> {
    if (isFileName(name)) await rm(this.#pathOf(name), { force: true })
  }

  async *names() {
    const folders = await readdir(this.#folder).catch(() => [])
    for (const folder of folders.filter((one) => /^[0-9a-f]{2}$/.test(one))) {
      for (const name of await readdir(join(this.#folder, folder))) {
        if (isFileName(name)) yield { name, modifiedAt: (await stat(this.#pathOf(name))).mtimeMs }
      }
    }
  }

  #pathOf(name: string): string {
    return join(this.#folder, name.slice(0, 2), name)
  }

  /** A folder that is new is made durable in the one above it. */
  async #makeFolder(folder: string): Promise<void> {
    const made = await mkdir(folder, { recursive: true, mode: 0o700 })
    if (made !== undefined) await syncFolder(this.#folder)
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

import { createHash } from 'node:crypto';
import { constants, existsSync, realpathSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type ByteRange,
  checkName,
  checkRange,
  type Digest,
  type FileStore,
  isFileName,
  newFileName,
  type OpenFile,
  type StoredFile,
  type StoredName,
} from './file-store.ts';

/** The folder of files that are being written. */
const TEMPORARY = 'incoming';

/**
 * Keeps files in a local folder, in 256 folders by the first two digits of their names. Folders have mode 0700 and
 * files 0600: only the service's user reads them.
 */
export class DiskFileStore implements FileStore {
  readonly #folder: string;
  readonly #folders = new Map<string, Promise<void>>();

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  get place(): string {
    return existsSync(this.#folder) ? realpathSync(this.#folder) : this.#folder;
  }

  async keep(body: AsyncIterable<Uint8Array> | Uint8Array, newName = newFileName()): Promise<StoredFile> {
    const name = checkName(newName);
    const temporary = this.#path(TEMPORARY, name);
    try {
      await this.#ensureFolder(TEMPORARY);
      const written = await write(temporary, body);
      await this.#ensureFolder(shard(name));
      await rename(temporary, this.#path(shard(name), name));
      await syncFolder(this.#path(shard(name)));
      return { name, ...written };
    } catch (error) {
      this.#folders.clear();
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async open(name: string, range?: ByteRange): Promise<OpenFile | null> {
    if (!isFileName(name)) return null;
    const handle = await openIfThere(this.#path(shard(name), name));
    if (handle === null) return null;
    try {
      const { size } = await handle.stat();
      checkRange(range, size);
      return { size, stream: handle.createReadStream(range) };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    if (!isFileName(name)) return;
    for (const folder of [shard(name), TEMPORARY]) await rm(this.#path(folder, name), { force: true });
  }

  async *names(): AsyncGenerator<StoredName> {
    for (const folder of await list(this.#folder)) {
      if (folder !== TEMPORARY && !/^[0-9a-f]{2}$/.test(folder)) continue;
      for (const name of await list(this.#path(folder))) {
        const modifiedAt = isFileName(name) ? await modificationTime(this.#path(folder, name)) : null;
        if (modifiedAt !== null) yield { name, modifiedAt };
      }
    }
  }

  #path(...segments: string[]): string {
    return join(this.#folder, ...segments);
  }

  /** Makes a folder once. The folder is durable before `keep` answers for a file in it. */
  #ensureFolder(folder: string): Promise<void> {
    const making = this.#folders.get(folder) ?? makeFolderDurably(this.#path(folder));
    this.#folders.set(folder, making);
    return making;
  }
}

const shard = (name: string) => name.slice(0, 2);

async function write(path: string, body: AsyncIterable<Uint8Array> | Uint8Array): Promise<Digest> {
  const hash = createHash('sha256');
  let size = 0;
  await using file = await open(path, 'wx', 0o600);
  for await (const chunk of body instanceof Uint8Array ? [body] : body) {
    hash.update(chunk);
    size += chunk.length;
    await file.writeFile(chunk);
  }
  await file.sync();
  return { size, sha256: hash.digest('hex') };
}

/**
 * Makes a folder and syncs every folder that got a new entry: from the parent of `path` up to the parent of the first
 * folder made.
 */
async function makeFolderDurably(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === dirname(first)) return;
  }
}

/** Makes durable which entries a folder has. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, constants.O_RDONLY | constants.O_DIRECTORY);
  await folder.sync();
}

const openIfThere = (path: string): Promise<FileHandle | null> =>
  open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch(nullIfMissing);

const list = async (path: string): Promise<string[]> => (await readdir(path).catch(nullIfMissing)) ?? [];

const modificationTime = async (path: string) => (await stat(path).catch(nullIfMissing))?.mtimeMs ?? null;

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

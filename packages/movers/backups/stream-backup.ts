import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Digest,
  type FileStore,
  instant,
  isSame,
  PIPE,
  partOf,
  type RequestContext,
  type TarPart,
  tarOf,
} from '#platform';
import type { NamedFiles } from '../integrity/check-database.ts';
import type { CopiedFiles } from './copy.ts';
import { holdingRemovals } from './hold-removals.ts';
import {
  type BackupContent,
  type BackupParts,
  type CopiedKwit,
  copiedKwit,
  copiedOf,
  copySecrets,
  fileLines,
  manifestOfCopy,
  type NotedCopy,
} from './make-backup.ts';
import { BACKUP_PLACE, BackupRefused, type FileLine, textOfManifest } from './places/manifest.ts';
import { NewBackup } from './places/new-backup.ts';

/**
 * Makes the same backup as one tar archive, for a program that encrypts it or takes it elsewhere
 * (docs/rules/backups.md#as-an-archive). Unpacked it is a folder that can be checked and restored. The copy of the database
 * stands in the folder for temporary files until it is written, and is checked there; files are compared with their rows
 * while they go by.
 *
 * @param to is not ended. @throws BackupRefused when nobody reads it any more: the archive is not whole then.
 */
export async function streamBackup(
  parts: BackupParts,
  context: RequestContext<null>,
  content: BackupContent,
  to: Writable,
): Promise<NotedCopy> {
  const room = await mkdtemp(join(tmpdir(), 'kwit-backup-'));
  try {
    return await holdingRemovals(
      parts.runner,
      context,
      { place: { path: PIPE, needsTurns: false }, by: null },
      async (id) => {
        const backup = await NewBackup.begin(room, instant(parts.runner.clock.now()), []);
        const secrets = await copySecrets(backup, parts.dataDir, content);
        const database = await copiedOf(parts.runner, context, content, backup);
        const archive = new BackupArchive(backup, copiedKwit(database, NO_FILES, secrets));
        await pipeline(tarOf(archive.parts(parts, id)), to, { end: false });
        return archive.copied;
      },
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    throw new BackupRefused('Nobody read the archive to its end: it is not whole.');
  } finally {
    await rm(room, { recursive: true, force: true });
  }
}

const NO_FILES = { lines: [], bytes: 0, added: 0, mended: 0, problems: [] };

/** The files of one archive, in their order: the manifest last, which tells what all others are. */
class BackupArchive {
  readonly #backup: NewBackup;
  #copied: CopiedKwit;

  constructor(backup: NewBackup, copied: CopiedKwit) {
    this.#backup = backup;
    this.#copied = copied;
  }

  /** What is in it, once its parts were read. */
  get copied(): CopiedKwit {
    return this.#copied;
  }

  /** @param id under which the database knows the backup. */
  async *parts({ files: store, version: kwit }: BackupParts, id: string): AsyncGenerator<TarPart> {
    for (const [place, digest] of Object.entries(this.#backup.parts)) yield this.#partAt(place, digest);
    const { database, secrets } = this.#copied;
    const archived = new ArchivedFiles(store);
    for await (const part of archived.partsOf(database.named)) yield { ...part, name: this.#named(part.name) };
    this.#copied = copiedKwit(database, archived.copied, secrets);
    const { files: place, manifest } = BACKUP_PLACE;
    yield this.#partAt(place, await this.#backup.write(place, fileLines(archived.copied)));
    const text = textOfManifest(manifestOfCopy(this.#copied, this.#backup, { id, kwit }));
    yield this.#partAt(manifest, await this.#backup.write(manifest, text));
  }

  #partAt(place: string, { size }: Digest): TarPart {
    return { name: this.#named(place), size, body: createReadStream(this.#backup.pathOf(place)) };
  }

  #named(place: string): string {
    return `${this.#backup.name}/${place}`;
  }
}

/** The files of people, compared with what rows say of them while they are written. */
class ArchivedFiles {
  readonly #files: FileStore;
  readonly #lines: FileLine[] = [];
  readonly #problems: string[] = [];

  constructor(files: FileStore) {
    this.#files = files;
  }

  get copied(): CopiedFiles {
    const [lines, problems] = [this.#lines, this.#problems];
    const bytes = lines.reduce((sum, { size }) => sum + size, 0);
    return { lines, bytes, added: lines.length, mended: 0, problems };
  }

  async *partsOf(named: NamedFiles): AsyncGenerator<TarPart> {
    for (const name of [...named.keys()].toSorted()) {
      const file = await this.#files.open(name);
      if (file === null) {
        this.#problems.push(`the file ${name} is gone`);
        continue;
      }
      const { size } = file;
      const hash = createHash('sha256');
      const body = hashed(file.stream, hash);
      yield* partOf({ name: `files/${name.slice(0, 2)}/${name}`, file, body });
      const digest = { size, sha256: hash.digest('hex') };
      if (isSame(named.get(name) ?? digest, digest)) this.#lines.push({ name, ...digest });
      else this.#problems.push(`the file ${name} is not what its row says: its SHA-256 is another`);
    }
  }
}

async function* hashed(body: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of body) {
    hash.update(chunk);
    yield chunk;
  }
}

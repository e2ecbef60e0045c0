import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
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
import { hashing } from '../exports/open-format/format.ts';
import type { NamedFiles } from '../integrity/check-database.ts';
import { type CopiedFiles, copyDatabase } from './copy.ts';
import { holdingRemovals } from './hold-removals.ts';
import {
  type BackupContent,
  type BackupParts,
  type CopiedKwit,
  copiedKwit,
  copySecrets,
  fileLines,
  manifestOfCopy,
  type NotedCopy,
} from './make-backup.ts';
import { BACKUP_PLACE, BackupRefused, type FileLine, NewBackup, textOfManifest } from './places/manifest.ts';

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
  await using room = await mkdtempDisposable(join(tmpdir(), 'kwit-backup-'));
  const about = { place: { path: PIPE, needsTurns: false }, by: null };
  try {
    return await holdingRemovals(parts.runner, context, about, async (id) => {
      const backup = await NewBackup.begin(room.path, instant(parts.runner.clock.now()), []);
      const secrets = await copySecrets(backup, parts.dataDir, content);
      const database = await copyDatabase(parts.runner, context, backup, content);
      const archived: ArchivedFiles = { lines: [], bytes: 0, added: 0, mended: 0, problems: [] };
      const copied = () => copiedKwit(database, archived, secrets);
      const archive = archiveOf(parts, backup, { id, named: database.named, archived, copied });
      await pipeline(tarOf(archive), to, { end: false });
      return copied();
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    throw new BackupRefused('Nobody read the archive to its end: it is not whole.');
  }
}

type ArchivedFiles = CopiedFiles & { lines: FileLine[]; bytes: number; added: number; problems: string[] };

interface Archived {
  /** Under which the database knows the backup. */
  readonly id: string;
  readonly named: NamedFiles;
  /** The files of people, as far as they were read. */
  readonly archived: ArchivedFiles;
  copied(): CopiedKwit;
}

/** The files of one archive, in their order: the manifest last, which tells what all others are. */
async function* archiveOf(
  { files, version: kwit }: BackupParts,
  backup: NewBackup,
  { id, named, archived, copied }: Archived,
): AsyncGenerator<TarPart> {
  const placed = (place: string) => `${backup.name}/${place}`;
  const partAt = (place: string, { size }: Digest): TarPart => {
    return { name: placed(place), size, body: createReadStream(backup.pathOf(place)) };
  };
  for (const [place, digest] of Object.entries(backup.parts)) yield partAt(place, digest);
  for await (const part of filesOfPeople(files, named, archived)) yield { ...part, name: placed(part.name) };
  const { files: place, manifest } = BACKUP_PLACE;
  yield partAt(place, await backup.write(place, fileLines(archived)));
  const text = textOfManifest(manifestOfCopy(copied(), backup, { id, kwit }));
  yield partAt(manifest, await backup.write(manifest, text));
}

/** The files of people, compared with what rows say of them while they are written. */
async function* filesOfPeople(files: FileStore, named: NamedFiles, archived: ArchivedFiles): AsyncGenerator<TarPart> {
  for (const name of [...named.keys()].toSorted()) {
    const file = await files.open(name);
    if (file === null) {
      archived.problems.push(`the file ${name} is gone`);
      continue;
    }
    const hash = createHash('sha256');
    yield* partOf({ name: `files/${name.slice(0, 2)}/${name}`, file, body: hashing(file.stream, hash) });
    const digest = { size: file.size, sha256: hash.digest('hex') };
    if (isSame(named.get(name) ?? digest, digest)) {
      archived.lines.push({ name, ...digest });
      archived.bytes += digest.size;
      archived.added += 1;
    } else archived.problems.push(`the file ${name} is not what its row says: its SHA-256 is another`);
  }
}

import { hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Digest, digestIn, digestOf, type FileStore, isSame, keepOpened } from '#platform';
import { BackupRefused } from '../places/backup-refused.ts';
import { type FileLine, linesOfText } from '../places/file-lines.ts';
import { BACKUP_PLACE, type BackupManifest } from '../places/manifest.ts';

/** Copies a part of a backup, and reads the copy. @throws BackupRefused when it is not what the manifest says. */
export async function copyPart(from: string, to: string, place: string, expected: Digest): Promise<void> {
  const path = join(to, place);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  {
    await using file = await open(path, 'wx', 0o600);
    const source = createReadStream(join(from, place));
    try {
      for await (const chunk of source) await file.writeFile(chunk);
    } catch (error) {
      throw new BackupRefused(`${join(from, place)} cannot be read: ${(error as Error).message}.`);
    }
    await file.sync();
  }
  if (!isSame(await digestOf(createReadStream(path)), expected)) throw changedPart(join(from, place));
}

/** What a backup says of the files of people. @throws BackupRefused when that is not what the manifest says. */
export async function checkedLines(folder: string, { parts }: BackupManifest): Promise<FileLine[]> {
  const path = join(folder, BACKUP_PLACE.files);
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new BackupRefused(`${path} cannot be read: ${error.message}.`);
  });
  if (hash('sha256', text) !== parts[BACKUP_PLACE.files]?.sha256) throw changedPart(path);
  return linesOfText(text);
}

export const changedPart = (path: string) =>
  new BackupRefused(`${path} was changed: its SHA-256 is not that of the manifest.`);

/**
 * Brings the files of people into a store, those that it does not have yet. It removes none.
 *
 * @returns how many came. @throws BackupRefused when one is missing, or is not what the backup says.
 */
export async function copyBackFiles(lines: readonly FileLine[], from: FileStore, to: FileStore): Promise<number> {
  let came = 0;
  for (const line of lines) {
    const { name } = line;
    const there = await digestIn(to, name);
    if (there !== null && isSame(there, line)) continue;
    const file = await from.open(name);
    if (file === null) throw new BackupRefused(`The file ${name} is missing in the backup.`);
    if (!isSame(await keepOpened(to, file, name), line))
      throw new BackupRefused(`The file ${name} of the backup was changed: its SHA-256 is another.`);
    came += 1;
  }
  return came;
}

import { digestIn, type FileStore, isSame, keepOpened } from '#platform';
import type { NamedFiles } from '../integrity/named-files.ts';
import type { FileLine } from './places/file-lines.ts';

/** What became of the files that rows name. */
export interface CopiedFiles {
  /** Those that are in the backup and right, sorted by name. */
  readonly lines: readonly FileLine[];
  readonly bytes: number;
  /** How many came now, and how many were there and damaged. */
  readonly added: number;
  readonly mended: number;
  readonly problems: readonly string[];
}

/**
 * Brings files into the store of a backup that it does not have yet, and reads all of them there. A file never changes, so
 * one that is there and right is not copied again.
 *
 * @param named what each has to be; for a picture, what it is now.
 */
export async function copyFiles(named: NamedFiles, from: FileStore, to: FileStore): Promise<CopiedFiles> {
  const lines: FileLine[] = [];
  const problems: string[] = [];
  let [bytes, added, mended] = [0, 0, 0];
  for (const name of [...named.keys()].toSorted()) {
    const expected = named.get(name) ?? (await digestIn(from, name));
    const before = await digestIn(to, name);
    const isThere = expected !== null && isSame(before, expected);
    if (!isThere && expected !== null) await copyFile(name, from, to);
    const now = isThere ? before : await digestIn(to, name);
    if (expected === null || now === null) problems.push(`the file ${name} is gone`);
    else if (!isSame(now, expected)) problems.push(`the file ${name} is not what its row says: its SHA-256 is another`);
    else {
      lines.push({ name, ...now });
      bytes += now.size;
      if (before === null) added += 1;
      else if (!isThere) mended += 1;
    }
  }
  return { lines, bytes, added, mended, problems };
}

async function copyFile(name: string, from: FileStore, to: FileStore): Promise<void> {
  const file = await from.open(name);
  if (file !== null) await keepOpened(to, file, name);
}

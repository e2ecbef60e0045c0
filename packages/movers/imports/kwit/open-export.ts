import { createReadStream } from 'node:fs';
import { type ArchiveDamaged, readTar, type TarEntry } from '#platform';
import { type Manifest, PLACE } from '../../exports/open-format/format.ts';
import { ImportRefused } from '../import-refused.ts';
import { readManifest } from './read-manifest.ts';

/** The longest file that is read at once: manifest and end. */
const LONGEST_TEXT = 64 * 1024 * 1024;

/**
 * The files of an export after its manifest.
 *
 * @param ours the newest change of our schema.
 * @throws ImportRefused when it is no export. @throws ArchiveDamaged when it cannot be read to its end.
 */
export async function* openExport(path: string, ours: string): AsyncGenerator<{ manifest: Manifest; entry: TarEntry }> {
  let manifest: Manifest | null = null;
  for await (const entry of readTar(createReadStream(path))) {
    if (manifest !== null) yield { manifest, entry };
    else if (entry.name === PLACE.manifest) manifest = readManifest(await textOf(entry), ours);
    else
      throw new ImportRefused(`This is no export of Kwit: it begins with ${entry.name}, not with ${PLACE.manifest}.`);
  }
  if (manifest === null) throw new ImportRefused(`${path} is no export of Kwit: it is empty.`);
}

/** What is said when the file of an export cannot be read to its end. */
export function refusalOfArchive(path: string, { cause, message }: ArchiveDamaged): ImportRefused {
  const isUnreadable = cause instanceof Error && 'code' in cause && 'path' in cause;
  return new ImportRefused(
    isUnreadable ? `${path} cannot be read: ${message}.` : `${path} is damaged, or ends in the middle: ${message}`,
  );
}

/** The text of a small file. @throws ImportRefused when it is not small. */
export async function textOf({ name, size, body }: TarEntry): Promise<string> {
  if (size > LONGEST_TEXT) throw new ImportRefused(`${name} is larger than 64 MB.`);
  return Buffer.concat(await Array.fromAsync(body)).toString('utf8');
}

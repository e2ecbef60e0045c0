import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { ImportRefused } from './import-refused.ts';

/**
 * Unpacks files of a `tar.gz` into an empty folder.
 *
 * @param placeOf where in the folder an entry of this name goes; null to pass it over. What it gives must stay in the folder.
 * @throws ImportRefused for an archive that is damaged or ends early.
 */
export async function unpackArchive(
  path: string,
  folder: string,
  placeOf: (entry: string) => string | null,
): Promise<void> {
  const unpacking = unpackTar(folder, {
    strict: true,
    fmode: 0o600,
    dmode: 0o700,
    filter: (header) => header.type === 'file' && placeOf(header.name) !== null,
    map: (header) => ({ ...header, name: placeOf(header.name) ?? header.name }),
  });
  try {
    await pipeline(createReadStream(path), createGunzip(), unpacking);
  } catch (error) {
    throw new ImportRefused(`${path} is damaged, or ends in the middle: ${(error as Error).message}.`);
  }
}

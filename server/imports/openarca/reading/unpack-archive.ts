import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { unpackTar } from 'modern-tar/fs'
import { ImportRefused } from '../../import-refused.ts'

const DATABASE = /(?:^|\/)(data\.sqlite(?:-wal)?)$/
/** Uploads lie flat in their folder, under the names that OpenArca gave them. */
const UPLOAD = /(?:^|\/)uploads\/([\w-]+(?:\.\w+)?)$/

/**
 * Unpacks the database and the uploads of a backup into a folder. Only the names that OpenArca gives are made, so nothing
 * in the archive leads out of the folder; everything else in it is passed over.
 *
 * @throws ImportRefused for an archive that is damaged or ends early.
 */
export async function unpackArchive(archive: Readable, folder: string, name: string): Promise<void> {
  const unpacking = unpackTar(folder, {
    strict: true,
    fmode: 0o600,
    dmode: 0o700,
    filter: (header) => header.type === 'file' && placeOf(header.name) !== null,
    map: (header) => ({ ...header, name: placeOf(header.name) ?? header.name }),
  })
  try {
    await pipeline(archive, createGunzip(), unpacking)
  } catch (error) {
    throw new ImportRefused(`${name} is damaged, or ends in the middle: ${(error as Error).message}.`)
  }
}

/** Where in the folder an entry is unpacked; null when it is not. */
function placeOf(entry: string): string | null {
  const database = DATABASE.exec(entry)?.[1]
  if (database !== undefined) return `data/${database}`
  const upload = UPLOAD.exec(entry)?.[1]
  return upload === undefined ? null : `uploads/${upload}`
}

import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ImportRefused } from '../import-report.ts';
import type { FileBytes } from './csv-table.ts';

/** @throws ImportRefused when there is no such file. */
export async function fileOnDisk(path: string): Promise<FileBytes> {
  const is = await stat(path).catch(() => null);
  if (!is?.isFile()) throw new ImportRefused(`There is no file ${path}.`);
  return { name: basename(path), open: () => piecesOfFile(path) };
}

const PIECE_BYTES = 64 * 1024;

/** Each piece is in the memory of the one before, so a large file leaves none behind. */
async function* piecesOfFile(path: string): AsyncGenerator<Uint8Array> {
  await using file = await open(path);
  const memory = new Uint8Array(PIECE_BYTES);
  for (;;) {
    const { bytesRead } = await file.read(memory);
    if (bytesRead === 0) return;
    yield memory.subarray(0, bytesRead);
  }
}

export async function sha256Of(files: readonly FileBytes[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) for await (const chunk of file.open()) hash.update(chunk);
  return hash.digest('hex');
}

/** Finds a file by its name; null where it is not there. */
export type FindFile = (name: string) => Promise<string | null>;

/** Finds files in a folder; nothing outside of it, whatever the name. @param folder null where nobody named one. */
export async function filesInFolder(folder: string | null): Promise<FindFile | null> {
  if (folder === null) return null;
  const is = await stat(folder).catch(() => null);
  if (!is?.isDirectory()) throw new ImportRefused(`There is no folder ${folder}.`);
  return (name) => fileIn(folder, name);
}

/** The path of a file; null where there is none, and for a name that leads out of the folder. */
export async function fileIn(folder: string, name: string): Promise<string | null> {
  if (name === '' || /[/\\\0]/.test(name) || /^\.+$/.test(name)) return null;
  const path = join(folder, name);
  return (await stat(path).catch(() => null))?.isFile() ? path : null;
}

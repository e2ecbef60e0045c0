import { readFile } from 'node:fs/promises';
import type { FileStore } from '#platform';
import type { FileFigures } from '../import-report.ts';
import { type ImportedFile, keepFile } from '../keep-file.ts';
import type { TableFile, TableSource } from './table-source.ts';

/** The files that the store keeps, by the rows that name them. */
export class TableFiles {
  readonly #stored = new Map<string, ImportedFile>();

  get({ from, id }: Pick<TableFile, 'from' | 'id'>): ImportedFile | null {
    return this.#stored.get(`${from} ${id}`) ?? null;
  }

  put({ from, id }: TableFile, upload: ImportedFile): void {
    this.#stored.set(`${from} ${id}`, upload);
  }

  /** The stored names, so many at a time. */
  *names(most: number): Generator<string[]> {
    const all = [...this.#stored.values()].map(({ filename }) => filename);
    for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most);
  }
}

/**
 * Has the file store keep every file that a row names, before the rows are written (docs/rules/files.md#order-of-writes).
 *
 * @param files null for a trial, which reads every file and keeps none.
 * @param figures counts the files.
 * @param isKnown whether an earlier import brought the file of a row.
 */
export async function keepTableFiles(
  source: TableSource,
  files: FileStore | null,
  figures: FileFigures,
  isKnown: (file: TableFile) => boolean,
): Promise<TableFiles> {
  const stored = new TableFiles();
  for (const file of source.files()) {
    if (isKnown(file)) continue;
    figures.named += 1;
    const bytes = await bytesOf(file.path);
    if (bytes === null) {
      figures.missing += 1;
      continue;
    }
    stored.put(file, await keepFile(bytes, file, files));
    figures.kept += 1;
  }
  figures.unnamed = await source.unnamedFiles();
  return stored;
}

/** @returns null for a file that is missing. */
const bytesOf = async (path: string | null): Promise<Buffer | null> =>
  path === null
    ? null
    : readFile(path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
        throw error;
      });

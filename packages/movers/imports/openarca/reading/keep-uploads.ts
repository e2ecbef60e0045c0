import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cleanName, type FileStore } from '#platform';
import type { FileFigures } from '../../import-report.ts';
import { type ImportedFile, keepFile } from '../../keep-file.ts';
import { withoutMojibake } from '../../source-words.ts';
import type { OpenArcaSource } from './open-source.ts';
import { readSourceSetting } from './source-facts.ts';
import { SourceRow } from './source-row.ts';

/** The setting that names the logo, as if it were a row. */
export const LOGO = { table: 'settings', id: 'app_logo_filename' } as const;

const NAMING = [
  ['users', 'avatar_filename'],
  ['projects', 'icon_filename'],
] as const;

export const originalName = (row: SourceRow): string => cleanName(withoutMojibake(row.text('original_name', '')));

/** The uploads that the file store keeps, by the rows that name them. */
export class OpenArcaFiles {
  readonly #kept = new Map<string, ImportedFile>();

  get(table: string, id: string): ImportedFile | null {
    return this.#kept.get(`${table} ${id}`) ?? null;
  }

  put(table: string, id: string, upload: ImportedFile): void {
    this.#kept.set(`${table} ${id}`, upload);
  }

  /** The stored names, so many at a time. */
  *names(most: number): Generator<string[]> {
    const all = [...this.#kept.values()].map(({ filename }) => filename);
    for (let from = 0; from < all.length; from += most) yield all.slice(from, from + most);
  }
}

interface Named {
  readonly table: string;
  readonly id: string;
  readonly upload: string;
  /** What the uploader said that it is; null for a picture. */
  readonly claim: string | null;
  readonly originalName: string;
}

/**
 * Has the file store keep every file that a row of OpenArca names, before the rows are written
 * (docs/rules/files.md#order-of-writes).
 *
 * @param files null for a trial, which reads every file and keeps none.
 * @param found counts the files.
 * @param isKnown whether an earlier import brought the row.
 */
export async function keepUploads(
  { database, uploads }: Pick<OpenArcaSource, 'database' | 'uploads'>,
  files: FileStore | null,
  found: FileFigures,
  isKnown: (table: string, id: string) => boolean,
): Promise<OpenArcaFiles> {
  const kept = new OpenArcaFiles();
  const names = new Set<string>();
  for (const named of namedUploads(database)) {
    names.add(named.upload);
    if (isKnown(named.table, named.id)) continue;
    found.named += 1;
    const bytes = await readUpload(uploads, named.upload);
    if (bytes === null) {
      found.missing += 1;
      continue;
    }
    kept.put(named.table, named.id, await keepFile(bytes, named, files));
    found.kept += 1;
  }
  const there = uploads === null ? [] : await readdir(uploads);
  found.unnamed = there.filter((name) => !names.has(name)).length;
  return kept;
}

function* namedUploads(database: OpenArcaSource['database']): Generator<Named> {
  for (const row of database.rows('attachments')) {
    const read = new SourceRow('attachments', row, null);
    const upload = read.maybe('filename') ?? '';
    yield {
      table: 'attachments',
      id: read.id,
      upload,
      claim: read.maybe('mime_type') ?? '',
      originalName: originalName(read),
    };
  }
  for (const [table, column] of NAMING)
    for (const row of database.rows(table, [], ['id', column])) {
      const upload = row[column];
      if (upload) yield { table, id: String(row.id), upload: String(upload), claim: null, originalName: '' };
    }
  const logo = readSourceSetting(database, LOGO.id);
  if (logo) yield { ...LOGO, upload: logo, claim: null, originalName: '' };
}

/** The bytes of a file; null when it is missing, and for a name that leads out of the folder. */
async function readUpload(uploads: string | null, name: string): Promise<Buffer | null> {
  if (uploads === null || name === '' || /[/\\\0]/.test(name) || /^\.+$/.test(name)) return null;
  return readFile(join(uploads, name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
    throw error;
  });
}

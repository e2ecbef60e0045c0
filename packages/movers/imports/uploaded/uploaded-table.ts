import type { ImportOptions } from '#contract/imports.ts';
import type { TableColumn } from '#contract/table-words.ts';
import type { FileStore } from '#platform';
import type { ColumnChoice } from '../csv/column-names.ts';
import type { CsvForm } from '../csv/csv-table.ts';
import { type CsvRequest, CsvTickets } from '../csv/csv-tickets.ts';
import type { FileBytes } from '../csv/decode-text.ts';
import { TableRefused, tableProblem } from '../csv/table-problem.ts';
import { SourceWords } from '../source-words.ts';
import type { StoredImport } from './table-import-store.ts';

/** A table that lies in the file store. @throws TableRefused, while it is read, when it is there no more. */
export const storedTable = (
  files: FileStore,
  { name, filename }: Pick<StoredImport, 'name' | 'filename'>,
): FileBytes => ({
  name,
  async *open() {
    const file = await files.open(filename);
    if (file === null)
      throw new TableRefused(`${name} is not in the file store any more.`, [tableProblem({ code: 'no_such_file' })]);
    yield* file.stream;
  },
});

/** How options say that a table is written. */
export const tableFormOf = ({ encoding = 'utf-8', separator = null }: ImportOptions): CsvForm => ({
  encoding,
  separator,
});

/** Names that nobody has chosen are guessed; what nobody guesses is left out, and shown. */
export const GUESS: ColumnChoice = { meant: {}, ignoresUnknown: true };

/** Opens an uploaded table as its options say. @throws TableRefused for a header that cannot be used. */
export const openUploaded = (
  table: FileBytes,
  sha256: string,
  options: ImportOptions,
  columns: readonly (TableColumn | null)[],
): Promise<CsvTickets> => {
  const { meanings = [], zone = 'UTC', source = '' } = options;
  const request: CsvRequest = {
    ...{ tickets: table, comments: null, findFile: null, form: tableFormOf(options), choice: columns, zone },
    words: new SourceWords(new Map(meanings.map(({ list, word, means }) => [`${list}.${word}`, means]))),
    source: source.trim() === '' ? 'csv' : `csv:${source.trim()}`,
  };
  return CsvTickets.open(request, sha256);
};

import { resolve } from 'node:path';
import type { PeopleChoice, TableEncoding, TableSeparator } from '#contract/table-words.ts';
import { SourceWords } from '../source-words.ts';
import { CsvTickets } from './csv-tickets.ts';
import { fileOnDisk, filesInFolder, sha256Of } from './file-on-disk.ts';

/** What `kwit import csv` was asked for, as it is kept to go on with. Paths are whole. */
export interface CsvOptions {
  readonly product: 'csv';
  readonly path: string;
  readonly comments: string | null;
  readonly filesFolder: string | null;
  readonly encoding: TableEncoding;
  readonly separator: TableSeparator | null;
  readonly zone: string;
  readonly people: PeopleChoice;
  readonly columns: Readonly<Record<string, string>>;
  readonly ignoresUnknown: boolean;
  readonly meanings: Readonly<Record<string, string>>;
  /** Tells apart several tables whose ids would mix. */
  readonly source: string;
}

/** Opens the table that options name. @throws ImportRefused for a file or a header that cannot be read. */
export async function openCsv(options: CsvOptions): Promise<CsvTickets> {
  const tickets = await fileOnDisk(resolve(options.path));
  const comments = options.comments === null ? null : await fileOnDisk(options.comments);
  const findFile = options.filesFolder === null ? null : await filesInFolder(options.filesFolder);
  const request = {
    ...{ tickets, comments, findFile },
    form: { encoding: options.encoding, separator: options.separator },
    choice: { meant: options.columns, ignoresUnknown: options.ignoresUnknown },
    words: new SourceWords(new Map(Object.entries(options.meanings))),
    zone: options.zone,
    source: options.source === '' ? 'csv' : `csv:${options.source}`,
  };
  return CsvTickets.open(request, await sha256Of([tickets, ...(comments ? [comments] : [])]));
}

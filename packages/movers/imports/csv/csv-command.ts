import { resolve } from 'node:path';
import type { DateOrder, PeopleChoice, TableEncoding, TableSeparator } from '#contract/table-words.ts';
import { rejectedAt } from '../import-report.ts';
import type { IncomingPerson } from '../incoming/incoming-ticket.ts';
import type { OpenImport } from '../incoming/run-import.ts';
import { readPeople } from '../people-table.ts';
import { SourceWords } from '../source-words.ts';
import { CsvTickets, RejectedRows } from './csv-tickets.ts';
import { fileOnDisk, filesInFolder, sha256Of } from './table-files.ts';

export interface CsvOptions {
  readonly product: 'csv';
  readonly path: string;
  readonly comments: string | null;
  readonly filesFolder: string | null;
  readonly encoding: TableEncoding;
  readonly separator: TableSeparator | null;
  readonly zone: string;
  readonly people: PeopleChoice;
  /** A table of `login, email, name`, by which names are people; null for none. */
  readonly peoplePath: string | null;
  /** In which order days are written; null for `2026-11-22` alone. */
  readonly dates: DateOrder | null;
  readonly columns: Readonly<Record<string, string>>;
  readonly ignoresUnknown: boolean;
  readonly meanings: Readonly<Record<string, string>>;
  /** Tells apart several tables whose ids would mix. */
  readonly source: string;
}

/**
 * Opens the table that options name.
 *
 * @param rejectedPath where rows go that are rejected; null for nowhere.
 * @throws ImportRefused for a file or a header that cannot be read.
 */
export async function openCsv(options: CsvOptions, rejectedPath: string | null = null): Promise<OpenImport> {
  const tickets = await fileOnDisk(resolve(options.path));
  const comments = options.comments === null ? null : await fileOnDisk(options.comments);
  const findFile = options.filesFolder === null ? null : await filesInFolder(options.filesFolder);
  const request = {
    ...{ tickets, comments, findFile },
    form: { encoding: options.encoding, separator: options.separator },
    choice: { meant: options.columns, ignoresUnknown: options.ignoresUnknown },
    words: new SourceWords(new Map(Object.entries(options.meanings))),
    ...{ zone: options.zone, dates: options.dates ?? null },
    people: byNames(await readPeople(options.peoplePath ?? null)),
    source: options.source === '' ? 'csv' : `csv:${options.source}`,
  };
  const source = await CsvTickets.open(request, await sha256Of([tickets, ...(comments ? [comments] : [])]));
  return { name: options.path, people: options.people, source, ...rejectedFiles(source, rejectedPath) };
}

const byNames = (people: ReadonlyMap<string, IncomingPerson>): ReadonlyMap<string, IncomingPerson> =>
  new Map(
    [...people].flatMap(([login, person]) => [login, person.name?.toLowerCase() ?? login].map((key) => [key, person])),
  );

/** Has the rows that are rejected written into files, while they are read for the first time. */
function rejectedFiles(source: CsvTickets, path: string | null): Pick<OpenImport, 'trial' | 'said'> {
  const files = new Map<string, RejectedRows>();
  if (path !== null) {
    files.set('tickets', new RejectedRows(path, source.tickets));
    const beside = path.replace(/(\.\w+)?$/, '-comments$1');
    if (source.comments) files.set('comments', new RejectedRows(beside, source.comments));
  }
  const words = new Set<string>();
  const rows = () =>
    source.rows((of, row, why) => {
      files.get(of)?.add(row, why);
      for (const { code, column, value } of why.problems)
        if (code === 'unknown_word') words.add(`${column === 'urgency_reporter' ? 'priority' : column}.${value}`);
    });
  const end = async () => {
    for (const file of files.values()) await file.end();
  };
  const said = () => {
    const meanings = [...words].map((word) => `--map ${JSON.stringify(`${word}=…`)}`);
    const ready = words.size === 0 ? [] : [`Say what these words mean: ${meanings.join(' ')}`];
    return [...files.values()].flatMap(({ count, path }) => (count === 0 ? [] : rejectedAt(path, count))).concat(ready);
  };
  return { trial: { source: { name: source.name, sha256: source.sha256, rows }, end }, said };
}

import { resolve } from 'node:path';
import type { DateOrder, PeopleChoice, TableEncoding, TableSeparator } from '#contract/table-words.ts';
import { type CommandParts, contextOf, type ExitCode } from '#platform';
import { expectWritable, rejectedAt, showReport, writeReport } from '../import-report.ts';
import type { IncomingPerson, IncomingRow, TicketSource } from '../incoming/incoming-ticket.ts';
import { type ImportParts, runImport, tryImport } from '../incoming/run-import.ts';
import { memorySaver } from '../incoming/spare-memory.ts';
import { verifyTickets } from '../incoming/verify-tickets.ts';
import { readPeople } from '../people-table.ts';
import { SourceWords } from '../source-words.ts';
import { CsvTickets, RejectedRows } from './csv-tickets.ts';
import { fileOnDisk, filesInFolder, sha256Of } from './table-files.ts';

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
    ...{ zone: options.zone, dates: options.dates ?? null },
    people: byNames(await readPeople(options.peoplePath ?? null)),
    source: options.source === '' ? 'csv' : `csv:${options.source}`,
  };
  return CsvTickets.open(request, await sha256Of([tickets, ...(comments ? [comments] : [])]));
}

/** People by their logins, and by their names. */
const byNames = (people: ReadonlyMap<string, IncomingPerson>): ReadonlyMap<string, IncomingPerson> =>
  new Map(
    [...people].flatMap(([login, person]) => [login, person.name?.toLowerCase() ?? login].map((key) => [key, person])),
  );

/** How the command goes about it. */
export interface CommandManner {
  readonly isTrial: boolean;
  readonly asks: boolean;
  readonly reportPath: string | null;
  /** Where rejected rows go; null for nowhere. */
  readonly rejectedPath: string | null;
  /** Whether what came before is compared, and nothing is imported. */
  readonly verifies: boolean;
}

export const partsOf = ({ runner, files, source }: CommandParts, name: string): ImportParts => ({
  runner,
  files,
  settings: source,
  context: contextOf(name),
});

/** `kwit import csv`: says what it would do, asks, and does it. @throws ImportRefused when nothing was imported. */
export async function importFromCsv(
  parts: CommandParts,
  options: CsvOptions,
  { isTrial, asks, reportPath, rejectedPath, verifies }: CommandManner,
): Promise<ExitCode> {
  await expectWritable(reportPath);
  const source = await openCsv(options);
  const wanted = { people: options.people, options: JSON.stringify(options) };
  const rejected = rejectedFiles(source, rejectedPath);
  const context = partsOf(parts, 'import csv');
  if (verifies) return verifyTickets(context, parts.say, { ...wanted, source });
  const spare = memorySaver();
  const plan = await tryImport(context, { ...wanted, source: rejected.watched }, spare);
  await rejected.end();
  if (!isTrial && asks && parts.ask !== undefined) {
    parts.say(`${showReport(plan)}\nNothing was written yet.`);
    if (!(await parts.ask('Import it? '))) return 1;
  }
  const report = isTrial ? plan : await runImport(context, { ...wanted, source }, spare);
  await writeReport(reportPath, report);
  parts.say([showReport(report), ...rejected.said].join('\n'));
  if (isTrial) parts.say('This was a trial: nothing was written.');
  return report.lost === 0 ? 0 : 3;
}

/** Has the rows that are rejected written into files, while they are read for the first time. */
function rejectedFiles(source: CsvTickets, path: string | null) {
  const paths = path === null ? null : { tickets: path, comments: path.replace(/(\.\w+)?$/, '-comments$1') };
  const files =
    paths === null
      ? []
      : [
          { of: 'tickets', file: new RejectedRows(paths.tickets, source.tickets) },
          ...(source.comments ? [{ of: 'comments', file: new RejectedRows(paths.comments, source.comments) }] : []),
        ];
  const words = new Set<string>();
  const watched: TicketSource = {
    name: source.name,
    sha256: source.sha256,
    rows: (): AsyncIterable<IncomingRow> =>
      source.rows((of, row, why) => {
        files.find((one) => one.of === of)?.file.add(row, why);
        for (const { code, column, value } of why.problems)
          if (code === 'unknown_word') words.add(`${column === 'urgency_reporter' ? 'priority' : column}.${value}`);
      }),
  };
  return {
    watched,
    end: async () => {
      for (const { file } of files) await file.end();
    },
    get said(): string[] {
      const meanings = [...words].map((word) => `--map ${JSON.stringify(`${word}=…`)}`);
      const ready = words.size === 0 ? [] : [`Say what these words mean: ${meanings.join(' ')}`];
      return files.flatMap(({ file: { count, path } }) => (count === 0 ? [] : rejectedAt(path, count))).concat(ready);
    },
  };
}

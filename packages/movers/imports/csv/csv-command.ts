import { type CommandParts, contextOf, type ExitCode } from '#platform';
import type { IncomingRow, TicketSource } from '../incoming/incoming-ticket.ts';
import { type ImportParts, runImport, tryImport } from '../incoming/run-import.ts';
import { showReport } from '../show-report.ts';
import { expectWritable, rejectedAt, writeReport } from '../written-report.ts';
import { type CsvOptions, openCsv } from './csv-options.ts';
import type { CsvTickets } from './csv-tickets.ts';
import { RejectedRows } from './rejected-rows.ts';

/** How the command goes about it. */
export interface CommandManner {
  readonly isTrial: boolean;
  readonly asks: boolean;
  readonly reportPath: string | null;
  /** Where rejected rows go; null for nowhere. */
  readonly rejectedPath: string | null;
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
  { isTrial, asks, reportPath, rejectedPath }: CommandManner,
): Promise<ExitCode> {
  await expectWritable(reportPath);
  const source = await openCsv(options);
  const wanted = { people: options.people, options: JSON.stringify(options) };
  const rejected = rejectedFiles(source, rejectedPath);
  const context = partsOf(parts, 'import csv');
  const plan = await tryImport(context, { ...wanted, source: rejected.watched });
  await rejected.end();
  if (!isTrial && asks && parts.ask !== undefined) {
    parts.say(`${showReport(plan)}\nNothing was written yet.`);
    if (!(await parts.ask('Import it? '))) return 1;
  }
  const report = isTrial ? plan : await runImport(context, { ...wanted, source });
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
  const watched: TicketSource = {
    name: source.name,
    sha256: source.sha256,
    rows: (): AsyncIterable<IncomingRow> =>
      source.rows((of, row, why) => files.find((one) => one.of === of)?.file.add(row, why)),
  };
  return {
    watched,
    end: async () => {
      for (const { file } of files) await file.end();
    },
    get said(): string[] {
      return files.flatMap(({ file: { count, path } }) => (count === 0 ? [] : rejectedAt(path, count)));
    },
  };
}

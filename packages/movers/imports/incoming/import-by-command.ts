import type { CommandParts, ExitCode } from '#platform';
import { type CommandManner, partsOf } from '../csv/csv-command.ts';
import { expectWritable, showReport, writeReport } from '../import-report.ts';
import { runImport, type TicketImport, tryImport } from './run-import.ts';
import { memorySaver } from './spare-memory.ts';
import { verifyTickets } from './verify-tickets.ts';

/**
 * Says what an import would do, asks, and does it; or compares what came of it.
 *
 * @param name of the command, for the record.
 * @param sayMore what stands under the report.
 * @throws ImportRefused when nothing was imported.
 */
export async function importByCommand(
  parts: CommandParts,
  name: string,
  wanted: TicketImport,
  { isTrial, asks, reportPath, rejectedPath, verifies }: CommandManner,
  sayMore: () => Promise<readonly string[]> | readonly string[],
): Promise<ExitCode> {
  for (const path of [reportPath, rejectedPath]) await expectWritable(path);
  const context = partsOf(parts, name);
  if (verifies) return verifyTickets(context, parts.say, wanted);
  const spare = memorySaver();
  const plan = await tryImport(context, wanted, spare);
  if (!isTrial && asks && parts.ask !== undefined) {
    parts.say(`${showReport(plan)}\nNothing was written yet.`);
    if (!(await parts.ask('Import it? '))) return 1;
  }
  const report = isTrial ? plan : await runImport(context, wanted, spare);
  await writeReport(reportPath, report);
  parts.say([showReport(report), ...(await sayMore())].join('\n'));
  if (isTrial) parts.say('This was a trial: nothing was written.');
  return report.lost === 0 ? 0 : 3;
}

/** What to do about closed tickets without an answer. */
export const unansweredLines = (count: number): string[] =>
  count === 0
    ? []
    : [`${count} are closed without an answer. --answer last-comment takes the last public word of who worked on it.`];

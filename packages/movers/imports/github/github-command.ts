import { writeFile } from 'node:fs/promises';
import type { CommandParts, ExitCode } from '#platform';
import { type CommandManner, partsOf } from '../csv/csv-command.ts';
import { ImportRefused } from '../import-refused.ts';
import { runImport, tryImport } from '../incoming/run-import.ts';
import { showReport } from '../show-report.ts';
import { expectWritable, rejectedAt, writeReport } from '../written-report.ts';
import { type GithubOptions, isArchive, openGithub } from './github-options.ts';

/** `kwit import github`: says what it would do, asks, and does it. @throws ImportRefused when nothing was imported. */
export async function importFromGithub(
  parts: CommandParts,
  options: GithubOptions,
  { isTrial, asks, reportPath, rejectedPath }: CommandManner,
): Promise<ExitCode> {
  if (rejectedPath !== null && isArchive(options))
    throw new ImportRefused('--rejected is for lists of issues: what an archive has cannot be imported by itself.');
  await using opened = await openGithub(options);
  const { source, pullRequests } = opened;
  const wanted = { source, people: 'create', options: JSON.stringify(options) } as const;
  for (const path of [reportPath, rejectedPath]) await expectWritable(path);
  const context = partsOf(parts, 'import github');
  const plan = await tryImport(context, wanted);
  if (!isTrial && asks && parts.ask !== undefined) {
    parts.say(`${showReport(plan)}\nNothing was written yet.`);
    if (!(await parts.ask('Import it? '))) return 1;
  }
  const report = isTrial ? plan : await runImport(context, wanted);
  await writeReport(reportPath, report);
  const { rejected, unanswered } = source;
  const isWritten = rejectedPath !== null && rejected.length > 0;
  if (isWritten) await writeFile(rejectedPath, `${JSON.stringify(rejected, null, 2)}\n`, { mode: 0o600 });
  parts.say(
    [
      showReport(report),
      ...(isWritten ? [rejectedAt(rejectedPath, rejected.length)] : []),
      ...(pullRequests === 0 ? [] : [`${pullRequests} pull requests are no issues: they were passed over.`]),
      ...(unanswered === 0
        ? []
        : [`${unanswered} are closed without an answer. --answer last-comment takes their last comment.`]),
    ].join('\n'),
  );
  if (isTrial) parts.say('This was a trial: nothing was written.');
  return report.lost === 0 ? 0 : 3;
}

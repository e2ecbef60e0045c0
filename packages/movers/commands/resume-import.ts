import type { PeopleChoice } from '#contract/table-words.ts';
import type { CommandParts, ExitCode } from '#platform';
import { type CsvOptions, openCsv, partsOf } from '../imports/csv/csv-command.ts';
import { type GithubOptions, openGithub } from '../imports/github/github-command.ts';
import { ImportRefused, showReport } from '../imports/import-report.ts';
import { ImportBatchStore } from '../imports/import-store.ts';
import type { TicketSource } from '../imports/incoming/incoming-ticket.ts';
import { type ImportParts, runImport } from '../imports/incoming/run-import.ts';
import { memorySaver } from '../imports/incoming/spare-memory.ts';
import { type JiraOptions, openJira } from '../imports/jira/jira-command.ts';
import { openPastMail, type PastMailOptions } from '../imports/mail/mail-command.ts';
import { openRedmine, type RedmineOptions } from '../imports/redmine/redmine-command.ts';
import { openTrello, type TrelloOptions } from '../imports/trello/trello-command.ts';
import { UPLOADED } from '../imports/uploaded/uploaded-tables.ts';
import { openZammad, type ZammadOptions } from '../imports/zammad/zammad-command.ts';

interface OpenAgain extends AsyncDisposable {
  readonly source: TicketSource;
  readonly people: PeopleChoice;
  readonly name: string;
}

/** Opens what a run was reading. */
async function openAgain(
  options: CsvOptions | GithubOptions | JiraOptions | PastMailOptions | RedmineOptions | TrelloOptions | ZammadOptions,
  parts: ImportParts,
): Promise<OpenAgain> {
  if (options.product === 'csv') {
    const { path: name, people } = options;
    return { name, people, source: await openCsv(options), [Symbol.asyncDispose]: async () => {} };
  }
  if (options.product === 'jira' || options.product === 'trello') {
    const source = options.product === 'jira' ? await openJira(options, memorySaver()) : await openTrello(options);
    return { name: options.path, people: 'create', source, [Symbol.asyncDispose]: async () => {} };
  }
  if (options.product === 'mail')
    return { name: options.path, people: options.people, ...(await openPastMail(options)) };
  if (options.product === 'redmine')
    return { name: options.path, people: 'create', ...(await openRedmine(options, parts)) };
  if (options.product === 'zammad') return { name: options.path, people: 'create', ...(await openZammad(options)) };
  return { name: options.paths.join(', '), people: 'create', ...(await openGithub(options)) };
}

/** `kwit import resume`: goes on with the imports that were killed. @throws ImportRefused when a file is there no more. */
export async function resumeImport(parts: CommandParts): Promise<ExitCode> {
  const context = partsOf(parts, 'import resume');
  const unfinished = await parts.runner.read(context.context, (work) => work.of(ImportBatchStore).unfinished());
  const runs = unfinished.filter((run) => JSON.parse(run.options).product !== UPLOADED);
  if (runs.length < unfinished.length) parts.say('An import of the app waits to go on: continue it there, under Data.');
  if (runs.length === 0) parts.say('No import waits to go on.');
  let lost = 0;
  for (const { options: json, done_rows, file_sha256 } of runs) {
    await using opened = await openAgain(JSON.parse(json), context);
    const { source, name, people } = opened;
    if (source.sha256 !== file_sha256)
      throw new ImportRefused(`${name} is another file now: import it anew. What came of it stays.`);
    parts.say(`${name}: goes on after ${done_rows} rows.`);
    const report = await runImport(context, { source, people, options: json }, memorySaver());
    parts.say(showReport(report));
    lost += report.lost;
  }
  return lost === 0 ? 0 : 3;
}

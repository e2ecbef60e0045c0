import { type CommandParts, contextOf, type ExitCode } from '#platform';
import { CSV } from './csv/csv-command.ts';
import { GITHUB } from './github/github-command.ts';
import {
  expectWritable,
  ImportRefused,
  type ImportReport,
  showReport,
  unansweredLines,
  writeReport,
} from './import-report.ts';
import { ImportStore } from './import-store.ts';
import type { TicketSource } from './incoming/incoming-ticket.ts';
import { type ImportParts, type OpenImport, runImport, type TicketImport, tryImport } from './incoming/run-import.ts';
import { verifyTickets } from './incoming/verify-tickets.ts';
import { JIRA } from './jira/jira-command.ts';
import { MAIL } from './mail/mail-command.ts';
import { OPENARCA } from './openarca/openarca-command.ts';
import { OSTICKET } from './osticket/osticket-command.ts';
import type { Product } from './product.ts';
import { REDMINE } from './redmine/redmine-command.ts';
import { importTables, type OpenTables } from './tables/import-tables.ts';
import { verifyTables } from './tables/verify-tables.ts';
import { TRELLO } from './trello/trello-command.ts';
import { UPLOADED } from './uploaded/uploaded-tables.ts';
import { ZAMMAD } from './zammad/zammad-command.ts';
import { ZENDESK } from './zendesk/zendesk-command.ts';

/** The products that can be left for Kwit. */
export const PRODUCTS = {
  csv: CSV,
  github: GITHUB,
  jira: JIRA,
  mail: MAIL,
  openarca: OPENARCA,
  osticket: OSTICKET,
  redmine: REDMINE,
  trello: TRELLO,
  zammad: ZAMMAD,
  zendesk: ZENDESK,
};

/** The options of `kwit import`, as the run keeps them to go on with. */
export type ProductOptions = ReturnType<(typeof PRODUCTS)[keyof typeof PRODUCTS]['options']>;

export interface CommandManner {
  readonly isTrial: boolean;
  readonly asks: boolean;
  readonly reportPath: string | null;
  /** Where rejected rows go; null for nowhere. */
  readonly rejectedPath: string | null;
  /** Whether what came before is compared, and nothing is imported. */
  readonly verifies: boolean;
}

function openImport(
  options: ProductOptions,
  rejectedPath: string | null,
  parts: ImportParts,
): Promise<OpenImport | OpenTables> {
  const product: Product<ProductOptions> = PRODUCTS[options.product];
  return product.open(options, rejectedPath, parts);
}

export const importPartsOf = ({ runner, files, source }: CommandParts, name: string): ImportParts => ({
  runner,
  files,
  settings: source,
  context: contextOf(name),
});

/** `kwit import <product>`, and `verify` of it. @throws ImportRefused when nothing was imported. */
export async function importByCommand(
  parts: CommandParts,
  options: ProductOptions,
  manner: CommandManner,
): Promise<ExitCode> {
  await expectWritable(manner.reportPath);
  const context = importPartsOf(parts, `import ${options.product}`);
  const opened = await openImport(options, manner.rejectedPath, context);
  try {
    if ('tables' in opened) return await importWhole(parts, context, opened, manner);
    const order = { ...opened, ...choiceIn(options), options: JSON.stringify(options) };
    return await importOpened(parts, context, order, manner);
  } finally {
    await opened.close?.();
  }
}

/** Imports everything of a source, or nothing of it: there is nothing to ask. Or compares what came of it. */
async function importWhole(
  parts: CommandParts,
  context: ImportParts,
  opened: OpenTables,
  { isTrial, reportPath, verifies }: CommandManner,
): Promise<ExitCode> {
  for (const warning of opened.tables.warnings) parts.say(`Warning: ${warning}`);
  if (verifies) return verifyTables(context, parts.say, opened);
  const report = await importTables(context, opened, isTrial);
  await endImport(parts, report, { isTrial, reportPath });
  const isWhole = report.lost === 0 && (opened.allowsMissingFiles || report.files.missing === 0);
  return isWhole ? 0 : 3;
}

/** Says what an import would do, asks, and does it; or compares what came of it. */
async function importOpened(
  parts: CommandParts,
  context: ImportParts,
  opened: OpenImport & Pick<TicketImport, 'options' | 'restrictedTo' | 'makesFields'>,
  { isTrial, asks, reportPath, verifies }: CommandManner,
): Promise<ExitCode> {
  const { source, count } = counting(opened.source);
  const { trial, restrictedTo = [], said = unansweredLines } = opened;
  for (const warning of opened.source.warnings ?? []) parts.say(`Warning: ${warning}`);
  if (verifies) return verifyTickets(context, parts.say, opened);
  const order = { ...opened, source };
  const tried = trial && counting(trial.source);
  const plan = await tryImport(context, tried ? { ...opened, source: tried.source } : order);
  await trial?.end();
  const { restricted } = (tried ?? { count }).count;
  if (restricted > 0 && restrictedTo.length === 0)
    throw new ImportRefused(
      `${restricted} tickets are restricted there. Say who works on them here, else nobody does: --restricted-to <address of a developer>`,
    );
  if (!isTrial && asks && parts.ask !== undefined) {
    parts.say(`${showReport(plan)}\nNothing was written yet.`);
    if (!(await parts.ask('Import it? '))) return 1;
  }
  const report = isTrial ? plan : await runImport(context, order);
  await endImport(parts, report, { isTrial, reportPath }, () => said(count.unanswered));
  return report.lost === 0 ? 0 : 3;
}

/** A source that counts, among the tickets that were read last, the closed ones without an answer and the restricted ones. */
function counting({ rows: read, ...source }: TicketSource) {
  const count = { unanswered: 0, restricted: 0 };
  const rows = async function* () {
    Object.assign(count, { unanswered: 0, restricted: 0 });
    for await (const row of read()) {
      if ('ticket' in row && row.ticket.status === 'closed' && row.ticket.answer === null) count.unanswered += 1;
      if ('ticket' in row && row.ticket.isRestricted) count.restricted += 1;
      yield row;
    }
  };
  return { source: { ...source, rows }, count };
}

/** Options of the loader itself; those of an older Kwit may lack them. */
const choiceIn = (options: ProductOptions): Pick<TicketImport, 'restrictedTo' | 'makesFields'> => ({
  restrictedTo: 'restrictedTo' in options ? (options.restrictedTo ?? []) : [],
  makesFields: 'makesFields' in options ? (options.makesFields ?? false) : false,
});

/** Writes and says what an import did. @param said what stands under the report. */
async function endImport(
  { say }: Pick<CommandParts, 'say'>,
  report: ImportReport,
  { isTrial, reportPath }: Pick<CommandManner, 'isTrial' | 'reportPath'>,
  said: () => ReturnType<NonNullable<OpenImport['said']>> = () => [],
): Promise<void> {
  await writeReport(reportPath, report);
  say([showReport(report), ...(await said())].join('\n'));
  if (isTrial) say('This was a trial: nothing was written.');
}

/** `kwit import resume`: goes on with the imports that were killed. @throws ImportRefused when a file is there no more. */
export async function resumeImport(parts: CommandParts): Promise<ExitCode> {
  const context = importPartsOf(parts, 'import resume');
  const unfinished = await parts.runner.read(context.context, (work) => work.of(ImportStore).unfinished());
  const runs = unfinished.filter((run) => JSON.parse(run.options).product !== UPLOADED);
  if (runs.length < unfinished.length) parts.say('An import of the app waits to go on: continue it there, under Data.');
  if (runs.length === 0) parts.say('No import waits to go on.');
  let lost = 0;
  for (const { options, done_rows, file_sha256 } of runs) {
    const opened = await openImport(JSON.parse(options), null, context);
    if ('tables' in opened) throw new Error('What comes in one transaction is never half done.');
    try {
      const { source, name } = opened;
      if (source.sha256 !== file_sha256)
        throw new ImportRefused(`${name} is another file now: import it anew. What came of it stays.`);
      parts.say(`${name}: goes on after ${done_rows} rows.`);
      const order = { ...opened, ...choiceIn(JSON.parse(options)), options };
      const report = await runImport(context, order);
      parts.say(showReport(report));
      lost += report.lost;
    } finally {
      await opened.close?.();
    }
  }
  return lost === 0 ? 0 : 3;
}

import { type CommandParts, contextOf, type Work } from '#platform';
import { NAMES_AT_ONCE, namedFilesAmong } from '#service';
import { endImport } from '../import-command.ts';
import { expectWritable, ImportReport, NO_FILES } from '../import-report.ts';
import { ImportRun } from '../import-run.ts';
import { SourceWords } from '../source-words.ts';
import type { SettingsChoice } from './carry-settings.ts';
import { importOpenArca, openArcaSource } from './import-openarca.ts';
import { checkSource } from './reading/check-source.ts';
import { keepUploads, type OpenArcaFiles } from './reading/keep-uploads.ts';
import { type OpenArcaSource, openOpenArca } from './reading/open-source.ts';
import { verifyImport } from './verify-openarca.ts';

/** What `kwit import openarca` was asked for. */
export interface OpenArcaRequest {
  readonly path: string;
  readonly isTrial: boolean;
  /** Where the report is written as JSON; null for nowhere. */
  readonly reportPath: string | null;
  /** What the words mean that Kwit does not have: `status.resolved` is `waiting`. */
  readonly meanings: ReadonlyMap<string, string>;
  readonly renumbers: boolean;
  readonly settings: SettingsChoice;
  readonly allowsMissingFiles: boolean;
  readonly repairsLinks: boolean;
}

const CONTEXT = contextOf('import openarca');

/** `kwit import openarca`. @returns whether everything came along. @throws ImportRefused when nothing was imported. */
export async function importFromOpenArca(parts: CommandParts, request: OpenArcaRequest): Promise<boolean> {
  await expectWritable(request.reportPath);
  const source = await openOpenArca(request.path);
  try {
    if (source.warning !== null) parts.say(source.warning);
    const words = new SourceWords(request.meanings);
    checkSource(source.database, words, request.repairsLinks);
    const report = await run(parts, source, words, request);
    await endImport(parts, report, request);
    return isWhole(report, request);
  } finally {
    await source.close();
  }
}

async function run(
  parts: CommandParts,
  { database, uploads }: OpenArcaSource,
  words: SourceWords,
  { isTrial, renumbers, settings: wanted }: OpenArcaRequest,
): Promise<ImportReport> {
  const { runner, files } = parts;
  const about = { id: '', source: openArcaSource(database), now: '', isTrial: true };
  const known = await runner.read(CONTEXT, (work) => ImportRun.begin(work, about, new ImportReport()));
  const isKnown = (table: string, id: string) => table === 'attachments' && known.has('attachment', id);
  const found = { ...NO_FILES };
  const kept = await keepUploads({ database, uploads }, isTrial ? null : files, found, isKnown);
  const from = { database, uploads: kept, settings: parts.source };
  // A write that lost a race is run again, from the beginning.
  const operation = async (work: Work<null>) => {
    const report = new ImportReport(found);
    await importOpenArca(work, from, { words, renumbers, settings: wanted, isTrial }, report);
    return report;
  };
  if (isTrial) return runner.read(CONTEXT, operation);
  try {
    return await runner.write(CONTEXT, operation);
  } finally {
    await removeUnnamed(parts, kept);
  }
}

/** Removes the kept files that no row names: all of them when the import failed, else the pictures of people whom Kwit knew before. */
async function removeUnnamed({ runner, files }: CommandParts, kept: OpenArcaFiles): Promise<void> {
  for (const names of kept.names(NAMES_AT_ONCE)) {
    const named = await runner.read(CONTEXT, (work) => namedFilesAmong(work, names));
    for (const name of names) if (!named.has(name)) await files.remove(name);
  }
}

const isWhole = ({ lost, files }: ImportReport, { allowsMissingFiles }: OpenArcaRequest): boolean =>
  lost === 0 && (allowsMissingFiles || files.missing === 0);

const VERIFY_COMMAND_CONTEXT = contextOf('import verify openarca');

/** `kwit import verify openarca`. @returns whether every value is the same. */
export async function verifyOpenArca(
  { runner, source: settings, files, say }: CommandParts,
  { path, meanings }: OpenArcaRequest,
): Promise<boolean> {
  const source = await openOpenArca(path);
  try {
    if (source.warning !== null) say(source.warning);
    const words = new SourceWords(meanings);
    checkSource(source.database, words, true);
    const uploads = await keepUploads(source, null, { ...NO_FILES }, () => false);
    const from = { database: source.database, uploads, settings };
    const comparison = await runner.read(VERIFY_COMMAND_CONTEXT, (work) => verifyImport(work, from, files, words));
    for (const line of comparison.lines) say(line);
    return comparison.same === comparison.compared;
  } finally {
    await source.close();
  }
}

import { type CommandParts, contextOf, type Work } from '#platform';
import { NAMES_AT_ONCE, namedFilesAmong } from '#service';
import { endImport } from '../import-command.ts';
import { expectWritable, ImportReport, NO_FILES } from '../import-report.ts';
import { ImportRun } from '../import-run.ts';
import { SourceWords } from '../source-words.ts';
import { importOpenArca, type OpenArcaOptions, openArcaSource } from './import-openarca.ts';
import { checkSource } from './reading/check-source.ts';
import { keepUploads, type OpenArcaFiles } from './reading/keep-uploads.ts';
import { type OpenArcaSource, openOpenArca } from './reading/open-source.ts';
import { verifyImport } from './verify-openarca.ts';

/** What `kwit import openarca` was asked for. */
export interface OpenArcaRequest extends Omit<OpenArcaOptions, 'words'> {
  readonly path: string;
  /** Where the report is written as JSON; null for nowhere. */
  readonly reportPath: string | null;
  /** What the words mean that Kwit does not have: `status.resolved` is `waiting`. */
  readonly meanings: ReadonlyMap<string, string>;
  readonly allowsMissingFiles: boolean;
  readonly repairsLinks: boolean;
}

const CONTEXT = contextOf('import openarca');

/** Opens what the request names, and checks its words. @throws ImportRefused */
async function openChecked(
  { say }: CommandParts,
  { path, meanings }: OpenArcaRequest,
  repairsLinks: boolean,
): Promise<OpenArcaSource & { readonly words: SourceWords }> {
  const source = await openOpenArca(path);
  try {
    if (source.warning !== null) say(source.warning);
    const words = new SourceWords(meanings);
    checkSource(source.database, words, repairsLinks);
    return { ...source, words };
  } catch (error) {
    await source[Symbol.asyncDispose]();
    throw error;
  }
}

/** `kwit import openarca`. @returns whether everything came along. @throws ImportRefused when nothing was imported. */
export async function importFromOpenArca(parts: CommandParts, request: OpenArcaRequest): Promise<boolean> {
  await expectWritable(request.reportPath);
  await using source = await openChecked(parts, request, request.repairsLinks);
  const report = await run(parts, source, { ...request, words: source.words });
  await endImport(parts, report, request);
  return report.lost === 0 && (request.allowsMissingFiles || report.files.missing === 0);
}

async function run(parts: CommandParts, source: OpenArcaSource, options: OpenArcaOptions): Promise<ImportReport> {
  const { runner, files } = parts;
  const about = { id: '', source: openArcaSource(source.database), now: '', isTrial: true };
  const known = await runner.read(CONTEXT, (work) => ImportRun.begin(work, about, new ImportReport()));
  const isKnown = (table: string, id: string) => table === 'attachments' && known.has('attachment', id);
  const found = { ...NO_FILES };
  const uploads = await keepUploads(source, options.isTrial ? null : files, found, isKnown);
  const from = { database: source.database, uploads, settings: parts.source };
  // A write that lost a race is run again, from the beginning.
  const operation = async (work: Work<null>) => {
    const report = new ImportReport(found);
    await importOpenArca(work, from, options, report);
    return report;
  };
  if (options.isTrial) return runner.read(CONTEXT, operation);
  try {
    return await runner.write(CONTEXT, operation);
  } finally {
    await removeUnnamed(parts, uploads);
  }
}

/** Removes the kept files that no row names: all of them when the import failed, else the pictures of people whom Kwit knew before. */
async function removeUnnamed({ runner, files }: CommandParts, kept: OpenArcaFiles): Promise<void> {
  for (const names of kept.names(NAMES_AT_ONCE)) {
    const named = await runner.read(CONTEXT, (work) => namedFilesAmong(work, names));
    for (const name of names) if (!named.has(name)) await files.remove(name);
  }
}

/** `kwit import verify openarca`. @returns whether every value is the same. */
export async function verifyOpenArca(parts: CommandParts, request: OpenArcaRequest): Promise<boolean> {
  const { runner, source: settings, files, say } = parts;
  await using source = await openChecked(parts, request, true);
  const uploads = await keepUploads(source, null, { ...NO_FILES }, () => false);
  const from = { database: source.database, uploads, settings };
  const comparison = await runner.read(contextOf('import verify openarca'), (work) =>
    verifyImport(work, from, files, source.words),
  );
  for (const line of comparison.lines) say(line);
  return comparison.same === comparison.compared;
}

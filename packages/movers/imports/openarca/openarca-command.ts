import { type Actor, type CommandParts, contextOf, type FileStore, type ForeignDatabase, type Work } from '#platform';
import { INVENTORY, type TableName } from '#records';
import { NAMES_AT_ONCE, namedFilesAmong } from '#service';
import { canonicalJson } from '../../exports/open-format/format.ts';
import { endImport } from '../import-command.ts';
import { expectWritable, ImportReport, NO_FILES } from '../import-report.ts';
import { ImportRun } from '../import-run.ts';
import { type ImportedRow, ImportedRowStore } from '../imported-row-store.ts';
import { Comparison, shaOfFile, shownValue } from '../incoming/verify-tickets.ts';
import { SourceWords } from '../source-words.ts';
import { type Conversion, KNOWN_BEFORE, type TableImport } from './conversion.ts';
import {
  importOpenArca,
  OPENARCA_TABLES,
  type OpenArcaData,
  type OpenArcaOptions,
  openArcaSource,
  readConversion,
} from './import-openarca.ts';
import { checkSource } from './reading/check-source.ts';
import { keepUploads, type OpenArcaFiles } from './reading/keep-uploads.ts';
import { type OpenArcaSource, openOpenArca } from './reading/open-source.ts';
import { SourceRow } from './reading/source-row.ts';

/** Columns that Kwit works out from others, and so are no value of OpenArca. */
const DERIVED: ReadonlySet<string> = new Set(['priority_rank', 'status_since', 'public_updated_at', 'folded_name']);
/** Columns that name a file, whose bytes are compared. */
const FILES: ReadonlySet<string> = new Set(['filename', 'avatar_filename', 'icon_filename']);

interface Compared {
  readonly work: Work<Actor>;
  readonly files: FileStore;
  readonly comparison: Comparison;
}

/**
 * Reads an OpenArca again, and compares every value that came to Kwit with what Kwit has now, and the bytes of every file.
 * People whom Kwit knew before are left out: their values in Kwit stayed.
 *
 * @param from its files, read but not kept.
 */
async function verifyImport(
  work: Work<Actor>,
  from: OpenArcaData,
  files: FileStore,
  words: SourceWords,
): Promise<Comparison> {
  const about = { id: '', source: openArcaSource(from.database), now: work.now, isTrial: true };
  const run = await ImportRun.begin(work, about, new ImportReport());
  const conversion = await readConversion(work, from, run, words, 0);
  const compared = { work, files, comparison: new Comparison() };
  for (const table of OPENARCA_TABLES) await compareTable(compared, from.database, table, conversion);
  return compared.comparison;
}

async function compareTable(
  compared: Compared,
  source: ForeignDatabase,
  table: TableImport,
  anew: Conversion,
): Promise<void> {
  const { kind, to, from = to } = table;
  const { run } = anew;
  const comparing = { ...anew, isComparison: true };
  for (const row of source.rows(from, ['created_at'])) {
    const read = new SourceRow(from, row, null);
    const converted = table.convert(read, comparing);
    if ('leftOut' in converted || run.has(`${KNOWN_BEFORE}${kind}`, read.id)) continue;
    // What an import leaves out that is made now is not missing.
    if (!run.has(kind, read.id) && 'leftOut' in table.convert(read, anew)) continue;
    const id = run.idOf(kind, read.id);
    const values = comparable(converted.values);
    const here = await compared.work.of(ImportedRowStore).find(to, id === null ? values : { id });
    await compareRow(compared, to, { read, values, here: here ?? null }, anew);
  }
}

type Values = Readonly<Record<string, unknown>>;

const comparable = (values: Partial<ImportedRow<TableName>>): Values =>
  Object.fromEntries(Object.entries(values).filter(([column]) => !DERIVED.has(column)));

async function compareRow(
  { comparison, files }: Compared,
  table: TableName,
  { read: row, values, here }: { read: SourceRow; values: Values; here: Values | null },
  { uploads }: Conversion,
): Promise<void> {
  const columns: Readonly<Record<string, { readonly type: string }>> = INVENTORY[table].columns;
  const named = (what: string) => `${row.table} ${row.number === null ? row.id : `#${row.number}`}: ${what}.`;
  for (const [column, there] of Object.entries(values)) {
    const isSame =
      here !== null &&
      (FILES.has(column) && there !== null
        ? (await shaOfFile(files, here[column])) === uploads.get(row.table, row.id)?.sha256
        : plain(here[column], columns[column]?.type) === plain(there, columns[column]?.type));
    comparison.expect(isSame, () =>
      here === null
        ? named('it is not in Kwit')
        : named(`${column} is ${shownValue(here[column])}, and was ${shownValue(there)}`),
    );
  }
}

/** Both databases read flags as 0 or 1. PostgreSQL spaces JSON in a way of its own. */
function plain(value: unknown, type?: string): unknown {
  if (type === 'json' && typeof value === 'string') return canonicalJson(JSON.parse(value));
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

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

/** Says what the operator should know of a source, and checks it. @returns its words. @throws ImportRefused */
function checkedWords(
  { say }: CommandParts,
  { database, warning }: OpenArcaSource,
  meanings: ReadonlyMap<string, string>,
  repairsLinks: boolean,
): SourceWords {
  if (warning !== null) say(warning);
  const words = new SourceWords(meanings);
  checkSource(database, words, repairsLinks);
  return words;
}

/** `kwit import openarca`. @returns whether everything came along. @throws ImportRefused when nothing was imported. */
export async function importFromOpenArca(parts: CommandParts, request: OpenArcaRequest): Promise<boolean> {
  await expectWritable(request.reportPath);
  await using source = await openOpenArca(request.path);
  const words = checkedWords(parts, source, request.meanings, request.repairsLinks);
  const report = await run(parts, source, { ...request, words });
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
  await using source = await openOpenArca(request.path);
  const words = checkedWords(parts, source, request.meanings, true);
  const uploads = await keepUploads(source, null, { ...NO_FILES }, () => false);
  const from = { database: source.database, uploads, settings };
  const comparison = await runner.read(contextOf('import verify openarca'), (work) =>
    verifyImport(work, from, files, words),
  );
  for (const line of comparison.lines) say(line);
  return comparison.same === comparison.compared;
}

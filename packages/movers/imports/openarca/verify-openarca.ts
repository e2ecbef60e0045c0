import type { Actor, FileStore, ForeignDatabase, SettingsSource, Work } from '#platform';
import { INVENTORY, type TableName } from '#records';
import { readSettings } from '#settings';
import { canonicalJson } from '../../exports/open-format/format.ts';
import { Comparison, shaOfFile, shownValue } from '../comparison.ts';
import { ImportReport } from '../import-report.ts';
import { ImportRun } from '../import-run.ts';
import { ImportStore } from '../import-store.ts';
import { type ImportedRow, ImportedRowStore } from '../imported-row-store.ts';
import type { SourceWords } from '../source-words.ts';
import { type Conversion, KNOWN_BEFORE, makeConversion, offsetOf, type TableImport } from './conversion.ts';
import { openArcaSource } from './import-openarca.ts';
import { attachments, references, relations, tasks, telemetryEvents } from './parts-of-tickets.ts';
import { ImportedPeople, projects, templates, users } from './people-and-projects.ts';
import type { OpenArcaFiles } from './reading/keep-uploads.ts';
import { readFacts } from './reading/source-facts.ts';
import { SourceRow } from './reading/source-row.ts';
import { comments, history, tickets } from './tickets.ts';
import { TicketsInProgress } from './tickets-in-progress.ts';

/** Columns that Kwit works out from others, and so are no value of OpenArca. */
const DERIVED: ReadonlySet<string> = new Set(['priority_rank', 'status_since', 'public_updated_at', 'folded_name']);
/** Columns that name a file, whose bytes are compared. */
const FILES: ReadonlySet<string> = new Set(['filename', 'avatar_filename', 'icon_filename']);

interface Compared {
  readonly work: Work<Actor>;
  readonly files: FileStore;
  readonly run: ImportRun;
  readonly source: ForeignDatabase;
  readonly conversion: Conversion;
  /** As an import that is made now would convert: what it leaves out is not missing. */
  readonly anew: Conversion;
  readonly comparison: Comparison;
}

/**
 * Reads an OpenArca again, and compares every value that came to Kwit with what Kwit has now, and the bytes of every file.
 * People whom Kwit knew before are left out: their values in Kwit stayed.
 *
 * @param from its files, read but not kept.
 */
export async function verifyImport(
  work: Work<Actor>,
  from: { readonly database: ForeignDatabase; readonly uploads: OpenArcaFiles; readonly settings: SettingsSource },
  files: FileStore,
  words: SourceWords,
): Promise<Comparison> {
  const source = from.database;
  const about = { id: '', source: openArcaSource(source), now: work.now, isTrial: true };
  const run = await ImportRun.begin(work, about, new ImportReport());
  const facts = readFacts(source);
  const progress = await TicketsInProgress.read(work.of(ImportStore));
  const people = new ImportedPeople(run, await work.of(ImportStore).people());
  const { default_language: language } = await readSettings(work, from.settings);
  const offset = offsetOf(run, source, facts, progress, 0);
  const anew = makeConversion({ run, facts, offset, words, language, uploads: from.uploads, progress, people });
  // What the import brought is no reason to take a row for something else.
  const conversion = { ...anew, nobody: people.nobody, hasTask: () => false, areLinked: () => false };
  const comparison = new Comparison();
  const compared = { work, files, run, source, conversion, anew, comparison };
  await compareTable(compared, users);
  await compareTable(compared, projects);
  await compareTable(compared, templates);
  await compareTable(compared, tickets);
  await compareTable(compared, comments);
  await compareTable(compared, attachments);
  await compareTable(compared, history);
  await compareTable(compared, tasks);
  await compareTable(compared, relations);
  await compareTable(compared, references);
  await compareTable(compared, telemetryEvents);
  return comparison;
}

async function compareTable<T extends TableName>(compared: Compared, definition: TableImport<T>): Promise<void> {
  const { run, source, conversion, anew, work } = compared;
  for (const row of source.rows(definition.from, definition.orderBy)) {
    const read = SourceRow.silent(definition.from, row);
    const converted = definition.convert(read, conversion);
    if ('leftOut' in converted || run.has(`${KNOWN_BEFORE}${definition.kind}`, read.id)) continue;
    if (!run.has(definition.kind, read.id) && 'leftOut' in definition.convert(read, anew)) continue;
    const id = run.idOf(definition.kind, read.id);
    const values = comparable(converted.values);
    const here = await work.of(ImportedRowStore).find(definition.to, id === null ? values : { id });
    await compareRow(compared, definition.to, { read, values, here: here ?? null });
  }
}

const comparable = (values: Partial<ImportedRow<TableName>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([column]) => !DERIVED.has(column)));

interface ComparedRow {
  readonly read: SourceRow;
  readonly values: Readonly<Record<string, unknown>>;
  /** Null when it is not there. */
  readonly here: Readonly<Record<string, unknown>> | null;
}

async function compareRow(
  { comparison, conversion, files }: Compared,
  table: TableName,
  { read: row, values, here }: ComparedRow,
): Promise<void> {
  const columns: Readonly<Record<string, { readonly type: string }>> = INVENTORY[table].columns;
  const named = (what: string) => `${row.table} ${row.number === null ? row.id : `#${row.number}`}: ${what}.`;
  for (const [column, there] of Object.entries(values)) {
    const isSame =
      here !== null &&
      (FILES.has(column) && there !== null
        ? (await shaOfFile(files, here[column])) === conversion.upload(row.table, row.id)?.sha256
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

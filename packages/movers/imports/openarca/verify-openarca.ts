import { createHash } from 'node:crypto';
import type { Actor, FileStore, ForeignDatabase, SettingsSource, Work } from '#platform';
import { INVENTORY, type TableName } from '#records';
import { readSettings } from '#settings';
import { canonicalJson } from '../../exports/open-format/canonical-json.ts';
import { ImportReport } from '../import-report.ts';
import { ImportRun } from '../import-run.ts';
import { ImportStore } from '../import-store.ts';
import { type ImportedRow, ImportedRowStore } from '../imported-row-store.ts';
import type { SourceWords } from '../source-words.ts';
import type { Conversion, TableImport } from './conversion.ts';
import { attachments, references, relations, tasks, telemetryEvents } from './hanging-on-tickets.ts';
import { openArcaSource } from './import-openarca.ts';
import { KNOWN_BEFORE } from './import-rows.ts';
import { makeConversion, offsetOf } from './make-conversion.ts';
import { ImportedPeople } from './people.ts';
import { projects, templates, users } from './people-and-projects.ts';
import type { KeptUploads } from './reading/keep-uploads.ts';
import { readFacts } from './reading/source-facts.ts';
import { SourceRow } from './reading/source-row.ts';
import { comments, history, tickets } from './tickets.ts';
import { TicketsInProgress } from './tickets-in-progress.ts';

/** What a comparison found. */
export interface Comparison {
  compared: number;
  same: number;
  /** A sentence for each value that differs, the first hundred. */
  readonly differences: string[];
}

const MOST_LISTED = 100;

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
  from: { readonly database: ForeignDatabase; readonly uploads: KeptUploads; readonly settings: SettingsSource },
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
  const comparison: Comparison = { compared: 0, same: 0, differences: [] };
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
  const differs = (what: string) => {
    if (comparison.differences.length >= MOST_LISTED) return;
    const name = row.number === null ? row.id : `#${row.number}`;
    comparison.differences.push(`${row.table} ${name}: ${what}.`);
  };
  for (const [column, there] of Object.entries(values)) {
    comparison.compared += 1;
    const isSame =
      here !== null &&
      (FILES.has(column) && there !== null
        ? (await shaOfFile(files, here[column])) === conversion.upload(row.table, row.id)?.sha256
        : plain(here[column], columns[column]?.type) === plain(there, columns[column]?.type));
    if (isSame) comparison.same += 1;
    else if (here !== null) differs(`${column} is ${shown(here[column])}, and was ${shown(there)}`);
  }
  if (here === null) differs('it is not in Kwit');
}

/** Both databases read flags as 0 or 1. PostgreSQL spaces JSON in a way of its own. */
function plain(value: unknown, type?: string): unknown {
  if (type === 'json' && typeof value === 'string') return canonicalJson(JSON.parse(value));
  return typeof value === 'boolean' ? Number(value) : (value ?? null);
}

const shown = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 80);

async function shaOfFile(files: FileStore, name: unknown): Promise<string | null> {
  const file = typeof name === 'string' ? await files.open(name) : null;
  if (file === null) return null;
  const hash = createHash('sha256');
  for await (const chunk of file.stream) hash.update(chunk);
  return hash.digest('hex');
}

import type { Actor, FileStore, ForeignDatabase, Work } from '#platform';
import { INVENTORY, type TableName } from '#records';
import { canonicalJson } from '../../exports/open-format/format.ts';
import { Comparison, shaOfFile, shownValue } from '../comparison.ts';
import { ImportReport } from '../import-report.ts';
import { ImportRun } from '../import-run.ts';
import { type ImportedRow, ImportedRowStore } from '../imported-row-store.ts';
import type { SourceWords } from '../source-words.ts';
import { type Conversion, KNOWN_BEFORE, type TableImport } from './conversion.ts';
import { OPENARCA_TABLES, type OpenArcaData, openArcaSource, readConversion } from './import-openarca.ts';
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
export async function verifyImport(
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
    const read = SourceRow.silent(from, row);
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

const comparable = (values: Partial<ImportedRow<TableName>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([column]) => !DERIVED.has(column)));

interface ComparedRow {
  readonly read: SourceRow;
  readonly values: Readonly<Record<string, unknown>>;
  /** Null when it is not there. */
  readonly here: Readonly<Record<string, unknown>> | null;
}

async function compareRow(
  { comparison, files }: Compared,
  table: TableName,
  { read: row, values, here }: ComparedRow,
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

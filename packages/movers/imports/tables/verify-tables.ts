import type { Actor, FileStore, Work } from '#platform';
import { INVENTORY } from '#records';
import { NO_FILES } from '../import-report.ts';
import { ImportedRowStore } from '../imported-row-store.ts';
import { DERIVED_COLUMNS } from '../incoming/import-tickets.ts';
import type { ImportParts } from '../incoming/run-import.ts';
import { Comparison, plainValue, shaOfFile, shownValue } from '../incoming/verify-tickets.ts';
import { beginTrial, type OpenTables, readTablesHere, rowsInTurn } from './import-tables.ts';
import { KINDS, KNOWN_BEFORE, type Placed, placeRow, type TablesHere } from './placed-rows.ts';
import { keepTableFiles } from './table-files.ts';
import type { SourceTableRow } from './table-source.ts';

/** Columns that name a file, whose bytes are compared. */
const FILES: ReadonlySet<string> = new Set(['filename', 'avatar_filename', 'icon_filename']);

/**
 * Reads a source again, and compares every value that came to Kwit with what Kwit has now, and the bytes of every file.
 * People whom Kwit knew before are left out: their values in Kwit stayed.
 *
 * @returns 0 when every value is the same, else 1.
 */
export async function verifyTables(
  { runner, files, settings, context }: ImportParts,
  say: (text: string) => void,
  { tables: source }: Pick<OpenTables, 'tables'>,
): Promise<0 | 1> {
  source.check(true);
  const stored = await keepTableFiles(source, null, { ...NO_FILES }, () => false);
  const comparison = await runner.read(context, async (work) => {
    const run = await beginTrial(work, source);
    const here = await readTablesHere(work, settings, source, { run, files: stored, last: 0 });
    const compared = { work, files, comparison: new Comparison() };
    for await (const row of rowsInTurn(work, source, run)) await compareRow(compared, row, here);
    return compared.comparison;
  });
  for (const line of comparison.lines) say(line);
  return comparison.same === comparison.compared ? 0 : 1;
}

interface Compared {
  readonly work: Work<Actor>;
  readonly files: FileStore;
  readonly comparison: Comparison;
}

async function compareRow(compared: Compared, row: SourceTableRow, here: TablesHere): Promise<void> {
  const { run } = here;
  const kind = KINDS[row.to] ?? row.to;
  const placed = placeRow(row, { ...here, isComparison: true }, () => {});
  if ('leftOut' in placed || run.has(`${KNOWN_BEFORE}${kind}`, row.id)) return;
  // A row that an import made now would leave out is not missing.
  if (!run.has(kind, row.id) && 'leftOut' in placeRow(row, here, () => {})) return;
  const id = run.idOf(kind, row.id);
  const values = Object.fromEntries(Object.entries(placed.values).filter(([column]) => !DERIVED_COLUMNS.has(column)));
  const now = await compared.work.of(ImportedRowStore).find(row.to, id === null ? values : { id });
  await compareValues(compared, row, { there: values, now: now ?? null, sha256: here.files.get(row)?.sha256 });
}

async function compareValues(
  { comparison, files }: Compared,
  { to, from, id, number }: SourceTableRow,
  { there, now, sha256 }: { there: Placed; now: Placed | null; sha256: string | undefined },
): Promise<void> {
  const columns: Readonly<Record<string, { readonly type: string }>> = INVENTORY[to].columns;
  const named = (what: string) => `${from} ${number === null ? id : `#${number}`}: ${what}.`;
  for (const [column, value] of Object.entries(there)) {
    const isSame =
      now !== null &&
      (FILES.has(column) && value !== null
        ? (await shaOfFile(files, now[column])) === sha256
        : plainValue(now[column], columns[column]?.type) === plainValue(value, columns[column]?.type));
    comparison.expect(isSame, () =>
      now === null
        ? named('it is not in Kwit')
        : named(`${column} is ${shownValue(now[column])}, and was ${shownValue(value)}`),
    );
  }
}

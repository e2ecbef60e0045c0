import type { ForeignDatabase, Instant } from '#platform';
import type { TableName } from '#records';
import type { ImportRun } from '../import-run.ts';
import type { ImportedRow } from '../imported-row-store.ts';
import type { Conversion, TableImport } from './conversion.ts';
import { SourceRow } from './reading/source-row.ts';

/** What happens with the rows of a table besides being written. */
export interface RowObserver<T extends TableName> {
  /** Of a new row: the thing in Kwit that it is already, if any. */
  findHere?(values: Partial<ImportedRow<T>>): string | null;
  /** A row was written. @param id null for a row without one. */
  added?(row: SourceRow, values: Partial<ImportedRow<T>>, id: string | null): void;
  /** A row that an earlier run brought has changed there since. @returns a sentence that says what came of it. */
  changed?(row: SourceRow, values: Partial<ImportedRow<T>>, id: string | null): Promise<string>;
}

/** What other rows become one with: the people whom Kwit knew before. */
export const KNOWN_BEFORE = 'known_';

/** Imports the rows of one table, one after another, in the order in which they were written. */
export async function importRows<T extends TableName>(
  { run, source, conversion }: { run: ImportRun; source: ForeignDatabase; conversion: Conversion },
  definition: TableImport<T>,
  observer: RowObserver<T> = {},
): Promise<void> {
  const { from, kind, to, isNamed, hasId } = definition;
  const { report } = run;
  for (const values of source.rows(from, definition.orderBy)) {
    const row = new SourceRow(from, values, report);
    const thing = { kind, id: row.id, values };
    report.read(from);
    if (row.id === '') {
      report.leftOut(from, 'it has no id', { isLost: true, number: row.number });
      continue;
    }
    const isKnown = [kind, `${KNOWN_BEFORE}${kind}`].find((one) => run.has(one, row.id));
    if (isKnown !== undefined) {
      report.merged(from);
      if (isKnown === kind && run.hasChanged(thing))
        report.changedIn(from, await whatCame(definition, observer, row, run, conversion), {
          id: row.id,
          number: row.number,
        });
      continue;
    }
    const converted = definition.convert(row, conversion);
    if ('leftOut' in converted) {
      report.leftOut(from, converted.leftOut, { isLost: converted.isLost, id: row.id, number: row.number });
      continue;
    }
    const here = observer.findHere?.(converted.values) ?? null;
    if (here !== null) {
      run.note({ ...thing, kind: `${KNOWN_BEFORE}${kind}` }, here, true);
      report.merged(from);
    } else {
      const id = hasId ? run.newId(momentOf(converted.values, run.now)) : null;
      run.rows.add(to, {
        ...definition.constant,
        ...converted.values,
        ...(id === null ? {} : { id }),
      } as ImportedRow<T>);
      run.note(thing, id, isNamed);
      observer.added?.(row, converted.values, id);
      report.imported(from);
    }
    if (run.rows.isFull) await run.rows.flush();
  }
  await run.rows.flush();
}

/** When something came to be: `at` of telemetry, else `created_at`. */
function momentOf(values: object, instead: Instant): Instant {
  const { created_at, at } = values as { created_at?: Instant; at?: Instant };
  return created_at ?? at ?? instead;
}

async function whatCame<T extends TableName>(
  definition: TableImport<T>,
  observer: RowObserver<T>,
  row: SourceRow,
  run: ImportRun,
  conversion: Conversion,
): Promise<string> {
  const converted = definition.convert(row, conversion);
  if (observer.changed === undefined || 'leftOut' in converted) return 'it stays here as it was imported';
  return observer.changed(row, converted.values, run.idOf(definition.kind, row.id));
}

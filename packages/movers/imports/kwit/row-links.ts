import type { KeptTable } from '#records';
import { tablesOf } from '../../exports/open-format/format.ts';
import { ImportRefused } from '../import-refused.ts';
import type { ImportedValues, RowValue } from './read-row.ts';

/** The tables that a row of an export may name. */
const NAMED: ReadonlySet<string> = new Set(
  tablesOf({ events: true }).flatMap(({ columns }) => Object.values(columns).map(({ names }) => names ?? '')),
);

/** A row that names another one whose table comes later. */
interface Awaited {
  readonly table: string;
  readonly key: RowValue;
  readonly at: string;
}

/** Checks that rows come in the order of their keys, that what has to be unique is, and that no row names one that is not there. */
export class RowLinks {
  readonly #keys = new Map<string, Set<RowValue>>();
  readonly #unique = new Map<string, Set<RowValue>>();
  readonly #read = new Set<string>();
  #awaited: Awaited[] = [];
  #last: readonly RowValue[] = [];

  /** @param at file and line, for what is said. @throws ImportRefused naming line and field. */
  check(table: KeptTable, row: ImportedValues, at: string): void {
    const key = table.key.map((name) => row[name] ?? null);
    if (!isBefore(this.#last, key))
      throw new ImportRefused(`${at}: ${table.key.join(', ')} does not come after the last.`);
    this.#last = key;
    const [only = null] = key;
    if (NAMED.has(table.name)) setIn(this.#keys, table.name).add(only);
    for (const column of table.unique ?? []) this.#checkUnique(`${table.name}.${column}`, row[column] ?? null, at);
    for (const [name, { names }] of Object.entries(table.columns)) {
      const value = row[name] ?? null;
      if (names !== undefined && names !== 'file' && value !== null) this.#follow(names, value, `${at}: ${name}`);
    }
  }

  /** A table is at its end. @throws ImportRefused when a row names one that it does not have. */
  end(table: KeptTable): void {
    this.#last = [];
    this.#read.add(table.name);
    const due = this.#awaited.filter((one) => one.table === table.name);
    this.#awaited = this.#awaited.filter((one) => one.table !== table.name);
    for (const { key, at } of due) this.#follow(table.name, key, at);
  }

  #checkUnique(column: string, value: RowValue, at: string): void {
    const values = setIn(this.#unique, column);
    if (value !== null && values.has(value))
      throw new ImportRefused(`${at}: ${column.split('.')[1]} is that of an earlier line.`);
    values.add(value);
  }

  #follow(table: string, key: RowValue, at: string): void {
    if (setIn(this.#keys, table).has(key)) return;
    if (this.#read.has(table)) throw new ImportRefused(`${at} names a row of ${table} that is not there.`);
    this.#awaited.push({ table, key, at });
  }
}

function setIn(sets: Map<string, Set<RowValue>>, name: string): Set<RowValue> {
  const found = sets.get(name) ?? new Set();
  sets.set(name, found);
  return found;
}

/** Whether a key sorts before another; nothing sorts before everything. */
function isBefore(a: readonly RowValue[], b: readonly RowValue[]): boolean {
  const differing = a.findIndex((part, index) => part !== b[index]);
  const [left, right] = [a[differing] ?? '', b[differing] ?? ''];
  return a.length === 0 || (differing !== -1 && left < right);
}

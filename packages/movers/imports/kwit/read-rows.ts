import { UUID } from '#contract/words.ts';
import { isFileName, isInstant } from '#platform';
import { type ColumnEntry, nameColumn, type RecordedTable } from '#records';
import { canonicalJson, type JsonValue, type LineColumns, tablesOf } from '../../exports/open-format/format.ts';
import { ImportRefused } from '../import-report.ts';

/** The longest line that is read, in characters: no ticket with all its texts comes near. */
const LONGEST_LINE = 16 * 1024 * 1024;

/**
 * The lines of a file, as its bytes come. They are counted from 1.
 *
 * @param place the file, for what is said when it is refused.
 * @throws ImportRefused for a line that is too long, for bytes that are no UTF-8, and when the last line has no end.
 */
export async function* textLines(
  body: AsyncIterable<Uint8Array>,
  place: string,
): AsyncGenerator<{ number: number; text: string }> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let [rest, number] = ['', 0];
  for await (const chunk of body) {
    const lines = (rest + decoded(decoder, chunk, place)).split('\n');
    rest = lines.pop() ?? '';
    for (const text of lines) {
      number += 1;
      yield { number, text };
    }
    if (rest.length > LONGEST_LINE) throw new ImportRefused(`${place}, line ${number + 1} is longer than 16 MB.`);
  }
  rest += decoded(decoder, null, place);
  if (rest !== '') throw new ImportRefused(`${place} ends in the middle of line ${number + 1}.`);
}

/** @param chunk null at the end of the file. */
function decoded(decoder: TextDecoder, chunk: Uint8Array | null, place: string): string {
  try {
    return chunk === null ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch {
    throw new ImportRefused(`${place} is not UTF-8.`);
  }
}

export type RowValue = string | number | boolean | null;
export type RowValues = Readonly<Record<string, RowValue>>;

const ID = new RegExp(UUID);
const DAY = /^\d{4}-\d\d-\d\d$/;

/** The name of each type, and whether a value is of it. */
const TYPES: Readonly<Record<ColumnEntry['type'], readonly [string, (value: JsonValue) => boolean]>> = {
  id: ['an id', (value) => typeof value === 'string' && ID.test(value)],
  text: ['a text', isText],
  time: ['a time in UTC with milliseconds', isInstant],
  day: ['a day', (value) => typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))],
  flag: ['true or false', (value) => typeof value === 'boolean'],
  integer: ['a whole number', (value) => Number.isSafeInteger(value)],
  real: ['a number', (value) => Number.isFinite(value)],
  json: ['JSON that a database can keep: not deep, with finite numbers, without U+0000', (value) => isJson(value)],
};

/** A text that both databases can keep. */
function isText(value: JsonValue): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/** How deep JSON may be. Kwit's own is at most five deep. */
const DEEPEST = 100;

function isJson(value: JsonValue, depth = 0): boolean {
  if (typeof value === 'string') return isText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && Object.entries(value).every(([name, member]) => isText(name) && isJson(member, depth + 1));
}

/** A row, and its file and line for what is said. */
export interface ReadRow {
  readonly row: RowValues;
  readonly at: string;
}

/**
 * Reads the file of a table, in an export or in a backup. A column that is newer than the file is left to the database,
 * which gives it a first value.
 *
 * @param place the file, for what is said when a line is refused.
 * @throws ImportRefused naming file, line and field.
 */
export async function* readTableRows(
  columns: LineColumns,
  body: AsyncIterable<Uint8Array>,
  place: string,
): AsyncGenerator<ReadRow> {
  let there: LineColumns | null = null;
  for await (const { number, text } of textLines(body, place)) {
    const at = `${place}, line ${number}`;
    const line = readObject(text, at);
    there ??= columns.filter(([name, { isByDatabase }]) => name in line || !isByDatabase);
    const unknown = Object.keys(line).find((name) => !there?.some(([column]) => column === name));
    if (unknown !== undefined) throw new ImportRefused(`${at} has a field that Kwit does not know: ${unknown}.`);
    const values = there.map(([name, entry]) => [name, readValue(line[name], entry, `${at}: ${name}`)]);
    yield { at, row: Object.fromEntries(values) };
  }
}

/** @throws ImportRefused for what is no JSON. */
export function jsonOf(text: string, at: string): JsonValue {
  try {
    return JSON.parse(text);
  } catch {
    throw new ImportRefused(`${at} is no JSON.`);
  }
}

function readObject(text: string, at: string): { readonly [name: string]: JsonValue } {
  const value = jsonOf(text, at);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ImportRefused(`${at} is no JSON object.`);
  return value as { readonly [name: string]: JsonValue };
}

function readValue(
  value: JsonValue | undefined,
  { type, isNullable, words, names }: ColumnEntry,
  at: string,
): RowValue {
  if (value === undefined) throw new ImportRefused(`${at} is missing.`);
  if (value === null && isNullable) return null;
  const [called, fits] = TYPES[type];
  if (!fits(value)) throw new ImportRefused(`${at} is not ${called}.`);
  if (words && !words.includes(String(value)))
    throw new ImportRefused(`${at} is none of the words that Kwit knows: ${words.join(', ')}.`);
  if (names === 'file' && !isFileName(String(value)))
    throw new ImportRefused(`${at} is not the name of a stored file.`);
  return type === 'json' ? canonicalJson(value) : (value as RowValue);
}

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
  check(table: RecordedTable, row: RowValues, at: string): void {
    const key = table.key.map((name) => row[name] ?? null);
    if (!isBefore(this.#last, key))
      throw new ImportRefused(`${at}: ${table.key.join(', ')} does not come after the last.`);
    this.#last = key;
    if (NAMED.has(table.name)) setIn(this.#keys, table.name).add(row[nameColumn(table)] ?? null);
    for (const column of table.unique ?? []) this.#checkUnique(`${table.name}.${column}`, row[column] ?? null, at);
    for (const [name, { names }] of Object.entries(table.columns)) {
      const value = row[name] ?? null;
      if (names !== undefined && names !== 'file' && value !== null) this.#follow(names, value, `${at}: ${name}`);
    }
  }

  /** A table is at its end. @throws ImportRefused when a row names one that it does not have. */
  end(table: RecordedTable): void {
    this.#last = [];
    this.#read.add(table.name);
    const due = this.#awaited.filter((link) => link.table === table.name);
    this.#awaited = this.#awaited.filter((link) => link.table !== table.name);
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

const setIn = (sets: Map<string, Set<RowValue>>, name: string): Set<RowValue> =>
  sets.getOrInsertComputed(name, () => new Set());

/** Whether a key sorts before another, texts by their bytes as databases sort them; nothing sorts before everything. */
function isBefore(a: readonly RowValue[], b: readonly RowValue[]): boolean {
  const differing = a.findIndex((part, index) => part !== b[index]);
  const [left, right] = [a[differing] ?? '', b[differing] ?? ''];
  if (a.length === 0 || differing === -1) return a.length === 0;
  if (typeof left !== 'string' || typeof right !== 'string') return left < right;
  return Buffer.compare(Buffer.from(left), Buffer.from(right)) < 0;
}

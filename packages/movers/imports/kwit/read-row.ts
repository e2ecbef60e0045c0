import { UUID } from '#contract/scalars.ts';
import { isFileName, isInstant } from '#platform';
import type { ColumnEntry, KeptTable } from '#records';
import { canonicalJson, type JsonValue } from '../../exports/open-format/canonical-json.ts';
import { exportedColumns } from '../../exports/open-format/table-line.ts';
import { ImportRefused } from '../import-refused.ts';
import type { ExportLine } from './export-lines.ts';

/** A value as a database takes it. */
export type RowValue = string | number | boolean | null;
export type ImportedValues = Readonly<Record<string, RowValue>>;

const ID = new RegExp(UUID);
const DAY = /^\d{4}-\d\d-\d\d$/;

/** What a value of each type has to be, and how that is called. */
const TYPES: Readonly<Record<ColumnEntry['type'], readonly [string, (value: JsonValue) => boolean]>> = {
  id: ['an id', (value) => typeof value === 'string' && ID.test(value)],
  text: ['a text', isText],
  time: ['a time in UTC with milliseconds', isInstant],
  day: ['a day', (value) => typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))],
  flag: ['true or false', (value) => typeof value === 'boolean'],
  integer: ['a whole number', (value) => Number.isSafeInteger(value)],
  real: ['a number', (value) => typeof value === 'number'],
  json: ['JSON without the character U+0000', (value) => isText(JSON.stringify(value))],
};

/** A text that both databases can keep. */
function isText(value: JsonValue): boolean {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0') && !value.includes('\\u0000');
}

/**
 * Reads a line of a table.
 *
 * @param place the file, for what is said when the line is refused.
 * @throws ImportRefused naming line and field.
 */
export function readRow(table: KeptTable, { number, text }: ExportLine, place: string): ImportedValues {
  const at = `${place}, line ${number}`;
  const given = readObject(text, at);
  const columns = exportedColumns(table);
  const unknown = Object.keys(given).find((name) => !columns.some(([known]) => known === name));
  if (unknown !== undefined) throw new ImportRefused(`${at} has a field that Kwit does not know: ${unknown}.`);
  return Object.fromEntries(columns.map(([name, entry]) => [name, readValue(given[name], entry, `${at}: ${name}`)]));
}

function readObject(text: string, at: string): { readonly [name: string]: JsonValue } {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ImportRefused(`${at} is no JSON.`);
  }
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

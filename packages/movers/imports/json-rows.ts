import { type Instant, readInstant } from '#platform';
import { ImportRefused } from './import-report.ts';
import { keepable, markedAs } from './source-words.ts';

/** A row of another product: nothing of it is sure. */
export type JsonRow = Readonly<Record<string, unknown>>;

export const asRow = (value: unknown): JsonRow =>
  typeof value === 'object' && value !== null ? (value as JsonRow) : {};
export const asRows = (value: unknown): JsonRow[] => (Array.isArray(value) ? value.map(asRow) : []);

/** The first of these fields that has a text. */
export function textIn(row: JsonRow, ...names: readonly string[]): string | null {
  for (const name of names) if (typeof row[name] === 'string' && row[name] !== '') return keepable(row[name]);
  return null;
}

/** The first of these fields that has a moment. */
export function timeIn(row: JsonRow, ...names: readonly string[]): Instant | null {
  const text = textIn(row, ...names);
  return text === null ? null : readInstant(text);
}

/** The number of a field as text: an id. */
export const idIn = (row: JsonRow, name = 'id'): string | null => {
  const value = row[name];
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null;
};

/** A file is in UTF-8, or in what its mark says: PowerShell writes UTF-16. */
function decodedFile(bytes: Uint8Array, name: string): string {
  const encoding = markedAs(bytes) ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ImportRefused(`${name} is not ${encoding.toUpperCase()}. Save it as UTF-8.`);
  }
}

/** @param json a text, or the bytes of a file. @throws ImportRefused for what is no JSON. */
export function parseJson(json: string | Uint8Array, name: string): unknown {
  const text = typeof json === 'string' ? json : decodedFile(json, name);
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    throw new ImportRefused(`${name} is no JSON, or ends in the middle: ${(error as Error).message}.`);
  }
}

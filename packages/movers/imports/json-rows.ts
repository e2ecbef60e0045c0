import { type Instant, readInstant } from '#platform';
import { decodedText, type FileBytes } from './csv/csv-table.ts';
import { ImportRefused } from './import-report.ts';
import { keepable, markedAs } from './source-words.ts';

/** A row of another product: nothing of it is sure. */
export type JsonRow = Readonly<Record<string, unknown>>;

export const asRow = (value: unknown): JsonRow =>
  typeof value === 'object' && value !== null ? (value as JsonRow) : {};
export const asRows = (value: unknown): JsonRow[] => (Array.isArray(value) ? value.map(asRow) : []);

/**
 * The rows of a list that a service gives; none where it gives no answer.
 *
 * @param list where they stand in the answer; null where they are all of it.
 * @throws ImportRefused for an answer of anything else: read as an empty list, it would end one in the middle.
 */
export function listIn(answer: unknown, name: string, list: string | null = null): JsonRow[] {
  const rows = list === null ? answer : asRow(answer)[list];
  if (answer === null || Array.isArray(rows)) return asRows(rows);
  const said = JSON.stringify(answer).slice(0, 200);
  throw new ImportRefused(`${name} is no list${list === null ? '' : ` of ${list}`}, but ${said}. Fetch it once more.`);
}

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

/** The brackets around a row of a list: of one at the top, in one at the top, or of a member of an object. */
const AROUND_ROWS: readonly string[] = ['[', '[[', '{['];

/**
 * Reads a document of JSON without holding all of it.
 *
 * @param take is given each object in a list, with the name of the list, while the document is read.
 * @returns the document, which has 0 in the place of each of them. @throws ImportRefused for what is no JSON.
 */
export async function readJsonLists(file: FileBytes, take: (row: JsonRow, list: string) => void): Promise<unknown> {
  let [frame, around, list, row, depth] = ['', '', '', '', 0];
  let [isInText, isEscaped] = [false, false];
  for await (const chunk of decodedText(file, { encoding: 'utf-8', isSettled: true })) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const sign = chunk[at];
      if (isEscaped) isEscaped = false;
      else if (isInText) [isEscaped, isInText] = [sign === '\\', sign !== '"'];
      else if (sign === '"') isInText = true;
      else if (sign === '{' || sign === '[') {
        if (depth === 0 && sign === '{' && AROUND_ROWS.includes(around)) {
          frame += chunk.slice(from, at);
          from = at;
          depth = 1;
        } else if (depth > 0) depth += 1;
        else {
          list = /"([^"]*)"\s*:\s*$/.exec(`${frame.slice(-100)}${chunk.slice(from, at)}`)?.[1] ?? '';
          around += sign;
        }
      } else if (sign === '}' || sign === ']') {
        if (depth === 1) {
          take(asRow(parseJson(row + chunk.slice(from, at + 1), file.name)), list);
          [frame, row, from] = [`${frame}0`, '', at + 1];
        }
        if (depth > 0) depth -= 1;
        else around = around.slice(0, -1);
      }
    }
    if (depth > 0) row += chunk.slice(from);
    else frame += chunk.slice(from);
  }
  return parseJson(frame + row, file.name);
}

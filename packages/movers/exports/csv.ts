/** Tables as spreadsheets read them: UTF-8 with a byte order mark, RFC 4180. */

import type { Person } from '#platform';

type Separator = ',' | ';';

/** A text that people wrote, or a value that Kwit made. */
export type CsvCell = string | number | null;

/** Spreadsheets take the file for UTF-8 by it. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** The beginnings of a text that a spreadsheet may take for a formula, half of them at full width. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;

/** A text that no spreadsheet takes for a formula: one `'` stands before what looks like one. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text that was guarded: exactly one `'` less, where there is one too many. */
export const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;

/** One line, its end included. @param guards whether texts are guarded against being taken for formulas. */
export const csvLine = (cells: readonly CsvCell[], separator: Separator | '\t', guards: boolean): string =>
  `${cells.map((cell) => quoted(guards && typeof cell === 'string' ? guarded(cell) : String(cell ?? ''), separator)).join(separator)}\r\n`;

const quoted = (text: string, separator: string): string =>
  /["\r\n]/.test(text) || text.includes(separator) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;

/** The separator that a spreadsheet in the reader's language expects. */
export const separatorFor = ({ language }: Person, chosen: Separator | undefined): Separator =>
  chosen ?? (language === 'pl' ? ';' : ',');

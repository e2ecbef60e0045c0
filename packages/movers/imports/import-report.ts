import { constants } from 'node:fs';
import { access, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { RowProblem } from './csv/csv-table.ts';

/** An import cannot be made, and nothing was. The message says why and what to do. */
export class ImportRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ImportRefused';
  }
}

/** Counts of the rows of one table. `read` is the sum of the others. */
export interface RowFigures {
  read: number;
  imported: number;
  /** There is such a thing in Kwit already. */
  merged: number;
  left_out: number;
}

/** Rows that did not come along, or not as they were. */
export interface Remark {
  readonly table: string;
  /** Null when the remark is about several rows, or about one that has none. */
  readonly id: string | null;
  readonly number: number | null;
  count: number;
  readonly reason: string;
  /** The text before it was cleaned; its first 300 characters. */
  readonly value?: string;
  /** The reason of a rejected row, for people who read it in a language of theirs. */
  readonly problems?: readonly RowProblem[];
}

export interface LeftOutRows extends Remark {
  /** Whether somebody misses it: false for what Kwit keeps in another way, or not by its rules. */
  readonly is_lost: boolean;
}

export interface FileFigures {
  named: number;
  kept: number;
  missing: number;
  /** Files that no row names. They are not taken. */
  unnamed: number;
}

export const NO_FILES: Readonly<FileFigures> = { named: 0, kept: 0, missing: 0, unnamed: 0 };

/** Rows that are named for one reason. Those after them are counted together. */
const MOST_NAMED = 1000;
/** Reasons that are told apart. Rows with still other ones are counted together. */
const MOST_REASONS = 1000;

/** The result of an import, row by row (docs/rules/moving.md#the-report). */
export class ImportReport {
  readonly tables: Record<string, RowFigures> = {};
  readonly left_out: LeftOutRows[] = [];
  readonly repaired: Remark[] = [];
  /** Rows that the other product has changed since they were imported. */
  readonly changed: Remark[] = [];
  readonly files: Readonly<FileFigures>;
  readonly #named = new Map<string, { count: number; others: { count: number } | null }>();
  #lost = 0;
  #places: ReadonlyMap<string, string> = new Map();

  constructor(files: Readonly<FileFigures> = NO_FILES) {
    this.files = files;
  }

  /** A report that goes on: as JSON had it. */
  static from(json: string): ImportReport {
    const { tables, files, ...lists } = JSON.parse(json) as ImportReport;
    const report = new ImportReport({ ...files });
    Object.assign(report.tables, tables);
    for (const name of ['left_out', 'repaired', 'changed'] as const)
      for (const remark of lists[name]) report.#note<Remark>(report[name], { ...remark });
    report.#lost = report.left_out.reduce((sum, { is_lost, count }) => sum + (is_lost ? count : 0), 0);
    return report;
  }

  /** How many rows did not come along and are missed. */
  get lost(): number {
    return this.#lost;
  }

  /** Names rows by their lines from now on whose ids are made of their cells and tell a person nothing. */
  nameRows(places: ReadonlyMap<string, string>): void {
    this.#places = places;
  }

  get hasImported(): boolean {
    return Object.values(this.tables).some(({ imported }) => imported > 0);
  }

  read(table: string, count = 1): void {
    this.#figures(table).read += count;
  }

  imported(table: string): void {
    this.#figures(table).imported += 1;
  }

  merged(table: string): void {
    this.#figures(table).merged += 1;
  }

  leftOut(table: string, reason: string, row: RowName & { isLost: boolean; count?: number }): void {
    const { isLost, count = 1 } = row;
    this.#figures(table).left_out += count;
    if (isLost) this.#lost += count;
    if (count > 0) this.#note(this.left_out, { ...remarkOf(table, reason, row), is_lost: isLost });
  }

  repairedIn(table: string, reason: string, row: RowName): void {
    this.#note(this.repaired, remarkOf(table, reason, row));
  }

  changedIn(table: string, reason: string, row: RowName): void {
    this.#note(this.changed, remarkOf(table, reason, row));
  }

  /** @throws Error when rows are unaccounted for: the import itself is wrong then, and must not be committed. */
  expectSums(): void {
    for (const [table, { read, imported, merged, left_out }] of Object.entries(this.tables))
      if (read !== imported + merged + left_out)
        throw new Error(`${table}: ${read} rows were read, and ${imported + merged + left_out} are accounted for.`);
  }

  #note<T extends Remark>(list: T[], about: T): void {
    const noted = { ...about, id: this.#places.get(about.id ?? '') ?? about.id };
    const isTold = this.#named.size < MOST_REASONS || this.#named.has(`${noted.table} ${noted.reason}`);
    const remark = isTold ? noted : { ...noted, reason: 'other reasons' };
    const key = `${remark.table} ${remark.reason}`;
    const named = this.#named.getOrInsertComputed(key, () => ({ count: 0, others: null }));
    named.count += 1;
    if (named.others !== null) named.others.count += remark.count;
    else if (named.count <= MOST_NAMED) list.push(remark);
    else {
      const others = { ...remark, id: null, number: null };
      list.push(others);
      named.others = others;
    }
  }

  #figures(table: string): RowFigures {
    this.tables[table] ??= { read: 0, imported: 0, merged: 0, left_out: 0 };
    return this.tables[table];
  }
}

interface RowName {
  readonly id?: string | null;
  readonly number?: number | null;
  readonly count?: number;
  readonly value?: string;
  readonly problems?: readonly RowProblem[] | undefined;
}

const LONGEST_VALUE = 300;

const remarkOf = (
  table: string,
  reason: string,
  { id = null, number = null, count = 1, value, problems }: RowName,
): Remark => ({
  table,
  id,
  number,
  count,
  reason,
  ...(value === undefined ? {} : { value: [...value].slice(0, LONGEST_VALUE).join('') }),
  ...(problems === undefined ? {} : { problems }),
});

/** Rows that a line of the terminal names. The file of the report names all. */
const SHOW_REPORT_MOST_NAMED = 5;

/** A report as lines for the terminal: the figures of each table, then what was left out, repaired or changed, and why. */
export function showReport(report: ImportReport): string {
  const rows = Object.entries(report.tables).map(([table, { read, imported, merged, left_out }]) => [
    table,
    ...[read, imported, merged, left_out].map(String),
  ]);
  const { named, kept: stored, missing, unnamed } = report.files;
  return [
    ...tableOf([['', 'read', 'imported', 'merged', 'left out'], ...rows]),
    ...(named + unnamed === 0
      ? []
      : [`Files: ${named} named, ${stored} kept, ${missing} missing; ${unnamed} that no row names were not taken.`]),
    ...section('Left out', report.left_out),
    ...section('Repaired', report.repaired),
    ...section('Changed since the last import', report.changed),
  ].join('\n');
}

function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function section(title: string, remarks: readonly Remark[]): string[] {
  if (remarks.length === 0) return [];
  const groups = Map.groupBy(remarks, ({ table, reason }) => `${table}: ${reason}`);
  const lines = [...groups].map(([what, rows]) => `  ${count(rows)} × ${what}${namesOf(rows)}`);
  return [`${title}:`, ...lines];
}

const count = (rows: readonly Remark[]): number => rows.reduce((sum, row) => sum + row.count, 0);

function namesOf(rows: readonly Remark[]): string {
  const names = rows.flatMap(({ number, id }) => (number !== null ? [`#${number}`] : (id ?? [])));
  if (names.length === 0) return '';
  const more = names.length > SHOW_REPORT_MOST_NAMED ? ', …' : '';
  return ` (${names.slice(0, SHOW_REPORT_MOST_NAMED).join(', ')}${more})`;
}

/** Refuses, before anything is imported, a file that cannot be written after it. @throws ImportRefused */
export async function expectWritable(path: string | null): Promise<void> {
  if (path === null) return;
  const there = await stat(path).catch(() => null);
  if (there?.isDirectory()) throw new ImportRefused(`${path} is a folder: name a file.`);
  await access(there === null ? dirname(resolve(path)) : path, constants.W_OK).catch((error: Error) => {
    throw new ImportRefused(`${path} cannot be written: ${error.message}.`);
  });
}

/** Writes what an import did as JSON. @param path null for nowhere. */
export async function writeReport(path: string | null, report: unknown): Promise<void> {
  if (path !== null) await writeFile(path, `${JSON.stringify(report, null, 2)}\n`);
}

/** Advice on closed tickets without an answer. */
export const unansweredLines = (count: number): string[] =>
  count === 0
    ? []
    : [`${count} are closed without an answer. --answer last-comment takes the last public word of who worked on it.`];

export const rejectedAt = (path: string, count: number): string =>
  count === 1
    ? `1 rejected row is in ${path}: correct it there, and import that file.`
    : `${count} rejected rows are in ${path}: correct them there, and import that file.`;

import { createHash } from 'node:crypto';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ImportRefused } from '../import-report.ts';
import { keepable } from '../source-words.ts';
import { afterBlanks, decodedValue, lineAt, quotedAt, rowAt, type ValueSpan } from './mysql-values.ts';

/** A value that stays in the dump: its place, to be read when it is needed. */
export interface PlacedValue {
  readonly path: string;
  readonly span: ValueSpan;
}

/** A table's columns, in order; then its rows. */
export type DumpPart =
  | { readonly table: string; readonly columns: readonly string[] }
  | { readonly table: string; readonly row: Readonly<Record<string, string | null>> };

/** Which tables are read, and which of their columns stay in the dump as `PlacedValue` in JSON. */
export type WantedColumns = (table: string) => { readonly placed: readonly string[] } | null;

const PIECE = 256 * 1024;
/** So many bytes have what stands before the rows of an `INSERT`, but where its columns are very many. */
const USUAL_HEAD = 1024;
const CUT = 'ends in the middle: it was cut off. Make the dump anew.';

/** A piece of a file, which grows until the thing that begins it is whole. */
class FileWindow {
  bytes = Buffer.alloc(0);
  at = 0;
  /** Where in the file `bytes` begins. */
  from = 0;
  hasEnded = false;
  readonly path: string;
  readonly #file: FileHandle;
  /** Each piece is in the memory of the one before. */
  #room = Buffer.alloc(0);
  readonly #hash: ReturnType<typeof createHash>;

  constructor(path: string, file: FileHandle, hash: ReturnType<typeof createHash>) {
    this.path = path;
    this.#file = file;
    this.#hash = hash;
  }

  /** Reads on. It doubles, so that long things are looked at few times. */
  async grow(): Promise<void> {
    const rest = this.bytes.subarray(this.at);
    const size = rest.length + Math.max(PIECE, rest.length);
    const grown = this.#room.length < size ? Buffer.allocUnsafe(size) : this.#room;
    this.#room = grown;
    rest.copy(grown);
    const { bytesRead } = await this.#file.read(grown, rest.length);
    this.from += this.at;
    this.at = 0;
    this.bytes = grown.subarray(0, rest.length + bytesRead);
    this.#hash.update(grown.subarray(rest.length, this.bytes.length));
    this.hasEnded = bytesRead === 0;
  }

  /** Reads at this place, and goes on in the file while there is too little. @throws ImportRefused where the file ends before it. */
  async need<T>(read: (bytes: Buffer, at: number) => T | null): Promise<T> {
    for (;;) {
      const thing = read(this.bytes, this.at);
      if (thing !== null) return thing;
      if (this.hasEnded) throw new ImportRefused(`${basename(this.path)} ${CUT}`);
      await this.grow();
    }
  }
}

const HEAD = /^(?:INSERT|REPLACE)\s[^`"(]*?INTO\s+[`"]?([^`"\s(]+)[`"]?\s*(?:\(([^)]*)\)\s*)?VALUES?\s*(?=\()/i;
const COLUMN = /^\s*`([^`]+)`\s+\w/gm;
const CHARSETS: Readonly<Record<string, string>> = {
  latin1: 'windows-1252',
  latin2: 'iso-8859-2',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  greek: 'iso-8859-7',
};

/** A dump of MySQL or MariaDB: one file of statements, or a folder that `mysqldump --tab` wrote. It is never held whole. */
export class MysqlDump {
  readonly #wanted: WantedColumns;
  readonly #hash = createHash('sha256');
  readonly #columns = new Map<string, readonly string[]>();
  #decoder = new TextDecoder();
  /** The beginning of a dump announces these, and its end closes them: `Dump completed`, a transaction, locks, variables set back. */
  readonly #open = new Set<string>();

  constructor(columns: WantedColumns) {
    this.#wanted = columns;
  }

  get sha256(): string {
    return this.#hash.copy().digest('hex');
  }

  /** @throws ImportRefused for a dump that was cut, and for what is none. */
  async *read(path: string): AsyncGenerator<DumpPart> {
    const is = await stat(path).catch(() => null);
    if (is === null) throw new ImportRefused(`There is no ${path}.`);
    if (!is.isDirectory()) return yield* this.#statements(path);
    for (const name of (await readdir(path)).sort())
      if (name.endsWith('.sql')) {
        yield* this.#statements(join(path, name));
        const table = name.slice(0, -'.sql'.length);
        if (this.#wanted(table) !== null) yield* this.#lines(join(path, `${table}.txt`), table);
      }
  }

  async *#statements(path: string): AsyncGenerator<DumpPart> {
    await using file = await open(path);
    const window = new FileWindow(path, file, this.#hash);
    this.#open.clear();
    for (;;) {
      const isMore = await window.need((bytes, at) => this.#afterComments(window, bytes, at));
      if (!isMore) break;
      const word = await window.need((bytes, at) =>
        at + 16 <= bytes.length || window.hasEnded ? bytes.toString('latin1', at, at + 10) : null,
      );
      if (/^(?:INSERT|REPLACE)\s/i.test(word)) yield* this.#rows(window);
      else {
        const text = await window.need((bytes, at) => statementAt(bytes, at));
        window.at += text.length;
        yield* this.#statement(text.toString('utf8'));
      }
    }
    if (this.#open.size > 0) throw new ImportRefused(`${basename(path)} ${CUT}`);
  }

  /** Passes over blanks, comments and signs between statements. @returns whether a statement follows; null for more bytes. */
  #afterComments(window: FileWindow, bytes: Buffer, from: number): boolean | null {
    for (let at = from; ; ) {
      at = afterBlanks(bytes, at);
      window.at = at;
      if (bytes.length - at < 10 && !window.hasEnded) return null;
      const sign = bytes.toString('latin1', at, at + 3);
      if (sign === '') return false;
      if (sign.startsWith('--') || sign.startsWith('#')) {
        const end = bytes.indexOf(10, at);
        if (end < 0 && !window.hasEnded) return null;
        this.#comment(bytes.toString('utf8', at, end < 0 ? bytes.length : end));
        at = end < 0 ? bytes.length : end + 1;
      } else if (sign === '/*!') at += 3 + (/^\d*/.exec(bytes.toString('latin1', at + 3, at + 9))?.[0].length ?? 0);
      else if (sign.startsWith('/*')) {
        const end = bytes.indexOf('*/', at + 2);
        if (end < 0) return window.hasEnded ? true : null;
        at = end + 2;
      } else if (sign.startsWith('*/')) at += 2;
      else if (sign.startsWith(';')) at += 1;
      else return true;
    }
  }

  #comment(text: string): void {
    if (/^-- (?:MySQL|MariaDB) dump /.test(text)) this.#open.add('dump');
    if (/^-- Dump completed(?: on \d{4}-\d\d-\d\d [ \d]\d:\d\d:\d\d)?\s*$/.test(text)) this.#open.delete('dump');
  }

  *#statement(text: string): Generator<DumpPart> {
    if (/^START TRANSACTION/i.test(text)) this.#open.add('transaction');
    else if (/^COMMIT/i.test(text)) this.#open.delete('transaction');
    else if (/^LOCK TABLES/i.test(text)) this.#open.add('locks');
    else if (/^UNLOCK TABLES/i.test(text)) this.#open.delete('locks');
    else if (/@OLD_\w+\s*=\s*@@/.test(text)) this.#open.add('variables');
    else if (/=\s*@OLD_/.test(text)) this.#open.delete('variables');
    const [, charset] = /^SET NAMES\s+'?(\w+)/i.exec(text) ?? [];
    if (charset !== undefined) this.#decoder = new TextDecoder(CHARSETS[charset.toLowerCase()] ?? 'utf-8');
    const [, table] = /^CREATE TABLE (?:IF NOT EXISTS )?[`"]?([^`"\s(]+)/i.exec(text) ?? [];
    if (table === undefined || this.#wanted(table) === null) return;
    const columns = [...text.replaceAll(/'(?:[^'\\]|\\.|'')*'/gs, "''").matchAll(COLUMN)].map(([, name = '']) => name);
    this.#columns.set(table, columns);
    yield { table, columns };
  }

  /** The rows of an `INSERT`, thousands of which may stand in one. */
  async *#rows(window: FileWindow): AsyncGenerator<DumpPart> {
    const [head, table = '', named] = await window.need((bytes, at) => {
      const end =
        HEAD.exec(bytes.toString('utf8', at, at + USUAL_HEAD)) ?? HEAD.exec(bytes.toString('utf8', at, at + PIECE));
      if (end === null && bytes.length - at > PIECE)
        throw new ImportRefused('The dump has a statement that cannot be read.');
      return end;
    });
    window.at += Buffer.byteLength(head);
    const needed = this.#wanted(table);
    const columns =
      named?.split(',').map((name) => name.trim().replaceAll(/[`"]/g, '')) ?? this.#columns.get(table) ?? [];
    for (;;) {
      const { spans, end } = await window.need(rowAt);
      if (needed !== null) yield { table, row: this.#row(window, columns, spans, needed.placed) };
      window.at = end;
      const sign = await window.need((bytes, at) => {
        window.at = afterBlanks(bytes, at);
        return bytes[window.at] ?? null;
      });
      if (sign !== 44) return;
      window.at = await window.need((bytes, at) => {
        const next = afterBlanks(bytes, at + 1);
        return next < bytes.length ? next : null;
      });
    }
  }

  async *#lines(path: string, table: string): AsyncGenerator<DumpPart> {
    await using file = await open(path).catch(() => {
      throw new ImportRefused(`There is no ${path}: the folder is not whole.`);
    });
    const window = new FileWindow(path, file, this.#hash);
    const columns = this.#columns.get(table) ?? [];
    const placed = this.#wanted(table)?.placed ?? [];
    for (;;) {
      await window.need((bytes, at) => (at < bytes.length || window.hasEnded ? true : null));
      if (window.at >= window.bytes.length) return;
      const { spans, end } = await window.need(lineAt);
      yield { table, row: this.#row(window, columns, spans, placed) };
      window.at = end;
    }
  }

  #row(
    { path, bytes, from }: FileWindow,
    columns: readonly string[],
    spans: readonly ValueSpan[],
    placed: readonly string[],
  ) {
    if (spans.length !== columns.length)
      throw new ImportRefused(
        `${basename(path)} has a row of ${spans.length} values in a table of ${columns.length} columns.`,
      );
    return Object.fromEntries(
      spans.map((span, place): [string, string | null] => {
        const column = columns[place] ?? '';
        if (placed.includes(column)) {
          const value: PlacedValue = { path, span: { ...span, from: from + span.from, to: from + span.to } };
          return [column, JSON.stringify(value)];
        }
        const value = decodedValue(bytes.subarray(span.from, span.to), span.form);
        return [column, value && keepable(this.#decoder.decode(value))];
      }),
    );
  }
}

/** A statement up to its end, past what is quoted. @returns null where the bytes end before it. */
function statementAt(bytes: Buffer, from: number): Buffer | null {
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === 59) return bytes.subarray(from, at);
    if (byte === 39 || byte === 34 || byte === 96) {
      const span = quotedAt(bytes, at + 1, byte);
      if (span === null) return null;
      at = span.to;
    }
  }
  return null;
}

/** The bytes of values that stayed in the dump, all in one room: each is read behind those before, and decoded there. */
export async function readPlaced(values: readonly PlacedValue[]): Promise<Buffer> {
  const room = Buffer.allocUnsafe(values.reduce((sum, { span }) => sum + span.to - span.from, 0));
  let size = 0;
  for (const { path, span } of values) {
    await using file = await open(path);
    const written = room.subarray(size, size + span.to - span.from);
    await file.read(written, 0, written.length, span.from);
    size += decodedValue(written, span.form)?.copy(room, size) ?? 0;
  }
  return room.subarray(0, size);
}

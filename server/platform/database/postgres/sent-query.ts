import pg from 'pg';
import { type Shaper, shaperOf } from '../connection.ts';

const { builtins } = pg.types;

export type ValueReader = (value: string) => unknown;

const [DAY_END, SECOND_END, MILLISECOND_END] = [10, 19, 23];
const UTC = '+00';

/** In which each time is written. */
const time = Buffer.from('0000-00-00T00:00:00.000Z');
const [T, DOT, ZERO] = [0x54, 0x2e, 0x30];

/**
 * `2026-11-23 02:00:00.12+00` as RFC 3339: every session is told times in UTC, without zeros at the end. A `Date` reads
 * such a text seven times slower; it reads what is written in another way, as years of five digits and before Christ are.
 */
function readTime(value: string): string {
  if (value[DAY_END] !== ' ' || !value.endsWith(UTC)) return new Date(value).toISOString();
  time.write(value, 0, MILLISECOND_END, 'latin1');
  time[DAY_END] = T;
  for (let at = value.length - UTC.length; at < MILLISECOND_END; at++) time[at] = at === SECOND_END ? DOT : ZERO;
  return time.toString('latin1');
}

/** Reads native types as stores expect them: times in RFC 3339, flags as 0 or 1, plain numbers. */
const READ: ReadonlyMap<number, ValueReader> = new Map<number, ValueReader>([
  [builtins.TIMESTAMPTZ, readTime],
  [builtins.BOOL, (value) => (value === 't' ? 1 : 0)],
  [builtins.INT8, Number],
  [builtins.FLOAT8, Number],
]);

/** Types that stay as PostgreSQL writes them, days and JSON among them. */
const AS_WRITTEN: ReadonlySet<number> = new Set([
  builtins.TEXT,
  builtins.VARCHAR,
  builtins.UUID,
  builtins.DATE,
  builtins.JSONB,
]);

/** @returns what reads the values of a type; null where they stay as PostgreSQL writes them. */
export const readerOfType = (oid: number): ValueReader | null =>
  AS_WRITTEN.has(oid) ? null : (READ.get(oid) ?? pg.types.getTypeParser(oid, 'text'));

interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

interface Reading {
  readonly columns: readonly Column[];
  readonly shape: Shaper;
}

/** How the driver asks for a statement: it parses it where the session has not, binds, describes, executes, and syncs. */
const { prepare } = pg.Query.prototype as unknown as { prepare(this: pg.Query, connection: pg.Connection): void };

interface Session {
  /** The connection, without a request for a description of the columns. */
  readonly undescribed: pg.Connection;
  /** By the names of prepared statements. */
  readonly shapes: Map<string, Shaper>;
}

const sessions = new WeakMap<pg.Connection, Session>();

function sessionOf(connection: pg.Connection): Session {
  const before = sessions.get(connection);
  if (before) return before;
  const undescribed = Object.create(connection, { describe: { value: () => {} } }) as pg.Connection;
  const session = { undescribed, shapes: new Map<string, Shaper>() };
  sessions.set(connection, session);
  return session;
}

/** At most this many statements' rows are known. The oldest go first. */
const MOST_STATEMENTS = 1000;

const readings = new Map<string, Reading>();

const isOf = ({ columns }: Reading, sent: readonly Column[]): boolean =>
  columns.length === sent.length &&
  columns.every(({ name, dataTypeID }, index) => {
    const other = sent[index];
    return name === other?.name && dataTypeID === other.dataTypeID;
  });

/** How the rows of a statement are read. Another version of Kwit may change what a statement gives. */
function readingOf(text: string, columns: readonly Column[]): Reading {
  const before = readings.get(text);
  if (before && isOf(before, columns)) return before;
  const [oldest] = readings.keys();
  if (readings.size >= MOST_STATEMENTS && oldest !== undefined) readings.delete(oldest);
  const names = columns.map(({ name }) => name);
  const reading = {
    columns: columns.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
    shape: shaperOf(
      names,
      columns.map(({ dataTypeID }) => readerOfType(dataTypeID)),
    ),
  };
  readings.set(text, reading);
  return reading;
}

interface Sending {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Prepares the statement under this name, for as long as the session lasts. */
  readonly name: string | undefined;
}

export interface Answered {
  readonly rows: object[];
  /** How many rows there were or were changed. */
  readonly count: number;
}

/**
 * A statement on its way. The driver's own query copies property by property what it is told, looks up the types of the
 * columns each time, and sets each value of a row by its name.
 */
export class SentQuery extends pg.Query {
  readonly answered: Promise<Answered>;
  /** Under which name the statement is prepared. The driver reads it. */
  readonly name: string | undefined;
  readonly #text: string;
  readonly #rows: (readonly (string | null)[])[] = [];
  #shape: Shaper = () => [];
  #count = 0;

  constructor({ text, values, name }: Sending) {
    super(text);
    this.#text = text;
    this.name = name;
    this.answered = new Promise((resolve, reject) => {
      const callback = (failure: unknown) => {
        try {
          if (failure) throw failure;
          resolve({ rows: this.#shape(this.#rows), count: this.#count });
        } catch (error) {
          reject(error);
        }
      };
      Object.assign(this, { values, callback });
    });
  }

  /**
   * Sends the statement. The columns of one that the session has prepared stay the same: when a table has changed, PostgreSQL
   * refuses it. So it is described once.
   */
  prepare(connection: pg.Connection): void {
    const { shapes, undescribed } = sessionOf(connection);
    const shape = this.name === undefined ? undefined : shapes.get(this.name);
    if (shape) this.#shape = shape;
    prepare.call(this, shape ? undescribed : connection);
  }

  handleRowDescription({ fields }: { fields: readonly Column[] }): void {
    this.#shape = readingOf(this.#text, fields).shape;
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    this.#rows.push(fields);
  }

  /** `UPDATE 3`, `INSERT 0 3`, `SELECT 3`, `BEGIN`. */
  handleCommandComplete({ text }: { text: string }, connection: pg.Connection): void {
    if (this.name !== undefined) sessionOf(connection).shapes.set(this.name, this.#shape);
    this.#count = Number(/ (\d+)$/.exec(text)?.[1] ?? 0);
  }
}

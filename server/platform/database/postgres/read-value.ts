import pg from 'pg';

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
 * The text is of one piece: V8 writes an answer as JSON in its slow way when one text in it is joined of others.
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

import pg from 'pg'

const { builtins } = pg.types

export type ValueReader = (value: string) => unknown

/** Reads native types as stores expect them: times in RFC 3339, flags as 0 or 1, plain numbers. */
const READ: ReadonlyMap<number, ValueReader> = new Map<number, ValueReader>([
  [builtins.TIMESTAMPTZ, (value) => new Date(value).toISOString()],
  [builtins.BOOL, (value) => (value === 't' ? 1 : 0)],
  [builtins.INT8, Number],
  [builtins.FLOAT8, Number],
])

/** Types that stay as PostgreSQL writes them, days and JSON among them. */
const AS_WRITTEN: ReadonlySet<number> = new Set([
  builtins.TEXT,
  builtins.VARCHAR,
  builtins.UUID,
  builtins.DATE,
  builtins.JSONB,
])

/** @returns what reads the values of a type; null where they stay as PostgreSQL writes them. */
export const readerOfType = (oid: number): ValueReader | null =>
  AS_WRITTEN.has(oid) ? null : (READ.get(oid) ?? pg.types.getTypeParser(oid, 'text'))

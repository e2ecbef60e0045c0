import type { Compilable, Kysely } from 'kysely'
import type { Connection, ReadyQuery } from './connection.ts'
import type { Dialect } from './dialect.ts'
import type { Schema } from './schema.ts'

/** Stands for a parameter while a query is built. Every other value is written into the query: it is the same each time. */
export class Marker {
  readonly parameter: string
  constructor(parameter: string) {
    this.parameter = parameter
  }
}

const markers = new Proxy({}, { get: (_, name) => new Marker(String(name)) })

interface Shape {
  readonly sql: string
  readonly name: string
  readonly slots: readonly unknown[]
}

let named = 0

function shapeOf(query: { sql: string; parameters: readonly unknown[] }): Shape {
  named += 1
  return { sql: query.sql, name: `q${named}`, slots: query.parameters }
}

function fill<R>(shape: Shape, parameters: Record<string, unknown>): ReadyQuery<R> {
  const values = shape.slots.map((slot) => (slot instanceof Marker ? parameters[slot.parameter] : slot))
  return { sql: shape.sql, name: shape.name, parameters: values }
}

/**
 * The same query, which PostgreSQL plans anew each time: for conditions whose plan depends on what is asked, as a word
 * that is in every ticket and one that is in three.
 */
export const plannedAnew = <R>({ sql, parameters }: ReadyQuery<R>): ReadyQuery<R> => ({ sql, parameters })

type Build<P, R> = (db: Kysely<Schema>, parameters: P, dialect: Dialect) => Compilable<R>

/**
 * A query that is built once per database and then run with new parameters. Building costs 60 to 200 µs, more than
 * SQLite needs to answer. Inside `build` the parameters are markers: use them as values only, never decide by them.
 */
export function compiled<P extends object, R>(build: Build<P, R>) {
  const shapes = new Map<Dialect, Shape>()
  return (connection: Connection, parameters: P): ReadyQuery<R> => {
    const { dialect } = connection
    let shape = shapes.get(dialect)
    if (shape === undefined) {
      shape = shapeOf(build(dialect.builder, markers as P, dialect).compile())
      shapes.set(dialect, shape)
    }
    return fill(shape, parameters as Record<string, unknown>)
  }
}

/**
 * The same for a query with a few shapes: `form` names the shape (which filters, which order) and `build` may decide
 * by what the form was made from. At most 500 forms are kept.
 */
export function compiledForms<F, P extends object, R>(
  form: (wanted: F) => string,
  build: (db: Kysely<Schema>, parameters: P, wanted: F, dialect: Dialect) => Compilable<R>,
) {
  const shapes = new Map<Dialect, Map<string, Shape>>()
  return (connection: Connection, wanted: F, parameters: P): ReadyQuery<R> => {
    const { dialect } = connection
    const known = shapes.get(dialect) ?? new Map<string, Shape>()
    shapes.set(dialect, known)
    const name = form(wanted)
    let shape = known.get(name)
    if (shape === undefined) {
      shape = shapeOf(build(dialect.builder, markers as P, wanted, dialect).compile())
      if (known.size < 500) known.set(name, shape)
    }
    return fill(shape, parameters as Record<string, unknown>)
  }
}

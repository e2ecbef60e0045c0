import { PostgresQueryCompiler } from 'kysely'
import { Marker } from '../compiled.ts'

/** PostgreSQL keeps the plan of a statement when it costs no more than one for the values. So constants are written into the SQL. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Marker) super.appendValue(value)
    else this.appendImmediateValue(value)
  }
}

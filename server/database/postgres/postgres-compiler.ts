import { PostgresQueryCompiler } from 'kysely';
import { Marker } from '../compiled.ts';

/** Strings that no session reads as anything else, however it reads backslashes and quotes. */
const PLAIN = /^[\w-]*$/;

/** PostgreSQL keeps the plan of a statement when it costs no more than one for the values. So plain constants are written into the SQL. */
export class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Marker || (typeof value === 'string' && !PLAIN.test(value))) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

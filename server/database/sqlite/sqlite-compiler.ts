import { type LimitNode, SqliteQueryCompiler } from 'kysely';
import { Marker } from '../compiled.ts';

/**
 * SQLite plans a statement anew at each run when its plan may depend on a parameter: on a limit, or on a value that a
 * partial index is made for. So this compiler writes constants into the SQL and hides a limit in a sum.
 */
export class SqliteCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Marker) super.appendValue(value);
    else this.appendImmediateValue(value);
  }

  protected override visitLimit(node: LimitNode): void {
    super.visitLimit(node);
    this.append(' + 0');
  }
}

import type { TableName } from '#records';
import { type Instant, shifted } from '../clock.ts';
import { type StaleRows, Store } from '../work.ts';
import { type ColumnOf, deleteBefore } from './compiled.ts';

class StaleRowStore extends Store {
  forget(query: ReturnType<typeof deleteBefore>, before: Instant, most: number): Promise<number> {
    return this.connection.change(query, { before, most });
  }
}

/** For housekeeping: forgets the rows of a table whose `time` is so many milliseconds ago. */
export function olderThan<T extends TableName>(table: T, time: ColumnOf<T>, milliseconds: number): StaleRows[string] {
  const query = deleteBefore(table, time);
  return (work, most) => work.of(StaleRowStore).forget(query, shifted(work.now, -milliseconds), most);
}

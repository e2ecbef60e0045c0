import { type Kysely, sql } from 'kysely';
import { compiled, deleteBy, type Instant, insertInto, Store, updateById } from '#platform';
import type { NewRow, RowOf, Schema } from '#records';

/** An uploaded table with the run that imports it, as far as there is one. */
export interface StoredImport extends RowOf<'table_imports'> {
  readonly uploaded_by_name: string;
  readonly done_rows: number | null;
  readonly ended_at: Instant | null;
  /** JSON. */
  readonly report: string | null;
}

const COLUMNS = ['users.name as uploaded_by_name', 'import_runs.done_rows', 'import_runs.ended_at'] as const;

const stored = (db: Kysely<Schema>) =>
  db
    .selectFrom('table_imports')
    .innerJoin('users', 'users.id', 'table_imports.uploaded_by')
    .leftJoin('import_runs', 'import_runs.id', 'table_imports.id')
    .selectAll('table_imports')
    .select([...COLUMNS, 'import_runs.report']);

const listed = compiled((db) => stored(db).orderBy('table_imports.id', 'desc'));
const one = compiled((db, p: { id: string }) => stored(db).where('table_imports.id', '=', p.id));

const insert = insertInto('table_imports');
const change = updateById('table_imports');

const running = compiled((db, p: { now: Instant }) =>
  db
    .selectFrom('table_imports')
    .leftJoin('import_runs', 'import_runs.id', 'table_imports.id')
    .select('table_imports.id')
    .where('held_until', '>', p.now)
    .where('import_runs.ended_at', 'is', null)
    .limit(sql.lit(1)),
);

const waitingOf = compiled((db, p: { person: string }) =>
  db
    .selectFrom('table_imports')
    .select(['id', 'filename'])
    .where('uploaded_by', '=', p.person)
    .where('began_at', 'is', null),
);

const remove = deleteBy('table_imports', 'id');

const forgetWaiting = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('table_imports')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('table_imports')
        .select('id')
        .where('began_at', 'is', null)
        .where('uploaded_at', '<', p.before)
        .limit(p.most),
    ),
);

const forgetEnded = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('table_imports')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('table_imports')
        .innerJoin('import_runs', 'import_runs.id', 'table_imports.id')
        .select('table_imports.id')
        .where('import_runs.ended_at', '<', p.before)
        .limit(p.most),
    ),
);

type NewImport = Omit<NewRow<'table_imports'>, 'options' | 'row_count' | 'began_at' | 'held_until' | 'problems'>;

/** The tables that developers have uploaded to import them. Their files are in the file store. */
export class TableImportStore extends Store {
  /** Newest first. */
  list(): Promise<StoredImport[]> {
    return this.connection.all(listed);
  }

  find(id: string): Promise<StoredImport | undefined> {
    return this.connection.first(one, { id });
  }

  async add(row: NewImport): Promise<void> {
    const unknown = { options: '{}', row_count: null, began_at: null, held_until: null, problems: null };
    await this.connection.change(insert, { ...row, ...unknown });
  }

  async change(id: string, changes: Parameters<typeof change>[0]): Promise<void> {
    await this.connection.change(change(changes), { ...changes, id });
  }

  /** The one that a process is running. */
  async running(now: Instant): Promise<string | undefined> {
    return (await this.connection.first(running, { now }))?.id;
  }

  /** Those of a person whose import has not begun. */
  waitingOf(person: string): Promise<{ id: string; filename: string }[]> {
    return this.connection.all(waitingOf, { person });
  }

  async remove(id: string): Promise<void> {
    await this.connection.change(remove, { id });
  }

  /**
   * Housekeeping: those from before a moment whose import never began. The sweep removes their files.
   *
   * @returns how many it was.
   */
  forgetWaiting(before: Instant, most: number): Promise<number> {
    return this.connection.change(forgetWaiting, { before, most });
  }

  /** The same of those whose import ended before a moment. */
  forgetEnded(before: Instant, most: number): Promise<number> {
    return this.connection.change(forgetEnded, { before, most });
  }
}

import { type Kysely, sql } from 'kysely';
import { compiled, type Instant, tableStore } from '#platform';
import type { RowOf, Schema } from '#records';

/** An uploaded table with the run that imports it, as far as there is one. */
export interface StoredImport extends RowOf<'table_imports'> {
  readonly uploaded_by_name: string;
  readonly done_rows: number | null;
  readonly ended_at: Instant | null;
  readonly act_id: string | null;
  /** JSON. */
  readonly report: string | null;
}

const stored = (db: Kysely<Schema>) =>
  db
    .selectFrom('table_imports')
    .innerJoin('users', 'users.id', 'table_imports.uploaded_by')
    .leftJoin('import_runs', 'import_runs.id', 'table_imports.id')
    .selectAll('table_imports')
    .select(['users.name as uploaded_by_name', 'import_runs.report'])
    .select(['import_runs.done_rows', 'import_runs.ended_at', 'import_runs.act_id']);

const listed = compiled((db) => stored(db).orderBy('table_imports.id', 'desc'));
const byId = compiled((db, p: { id: string }) => stored(db).where('table_imports.id', '=', p.id));

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

/** The tables that developers have uploaded to import them. Their files are in the file store. */
export class TableImportStore extends tableStore('table_imports') {
  /** Newest first. */
  readonly list = this.all(listed);
  /** Whether a process is running one. */
  readonly isRunning = this.any(running);
  /** Tables of a person whose import has not begun. */
  readonly waitingOf = this.all(waitingOf);
  /** Housekeeping: those from before a moment whose import never began. The sweep removes their files. */
  readonly forgetWaiting = this.changes(forgetWaiting);
  /** Housekeeping: those whose import ended before a moment. */
  readonly forgetEnded = this.changes(forgetEnded);

  override find(id: string): Promise<StoredImport | undefined> {
    return this.connection.first(byId, { id });
  }
}

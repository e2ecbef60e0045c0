import { sql } from 'kysely';
import {
  compiled,
  compiledForms,
  DAY,
  deleteBefore,
  deleteBy,
  Failure,
  inParts,
  type NewLine,
  type StaleRows,
  selectBy,
  shifted,
  tableStore,
  type Work,
} from '#platform';
import { type ColumnEntry, INVENTORY, type RowOf, TABLES, type TableName } from '#records';
import { readSetting } from '#settings';
import type { StoredLine } from './act-store.ts';

/**
 * The tables of which rows go, and by which column they name what is removed, or a row of another table that goes with it.
 */
export type Dependants = {
  readonly [T in TableName]?: (keyof RowOf<T> & string) | readonly [keyof RowOf<T> & string, TableName, string];
};

/** Columns that name what is removed, and name nothing after that. */
export type Cleared = { readonly [T in TableName]?: keyof RowOf<T> & string };

/** Rows by their table. */
export type Rows = { readonly [T in TableName]?: readonly RowOf<T>[] };

type Row = Readonly<Record<string, unknown>>;
type Reference = readonly [table: TableName, column: string, by?: TableName, byColumn?: string];

const isNamed = ([, column, by, byColumn]: Reference, id: string) =>
  by === undefined
    ? sql`${sql.ref(column)} = ${id}`
    : sql`${sql.ref(column)} in (select id from ${sql.table(by)} where ${sql.ref(byColumn ?? 'id')} = ${id})`;

const naming = compiledForms(
  (reference: Reference) => reference.join(),
  (_, p: { id: string }, reference) =>
    sql<Row>`select * from ${sql.table(reference[0])} where ${isNamed(reference, p.id)}`,
);

const drop = compiledForms(
  (reference: Reference) => reference.join(),
  (_, p: { id: string }, reference) => sql`delete from ${sql.table(reference[0])} where ${isNamed(reference, p.id)}`,
);

const nameAgain = compiledForms(
  ([table, column]: Reference) => `${table} ${column}`,
  (_, p: { id: string; row: string }, [table, column]) => sql`update ${sql.table(table)}
    set ${sql.ref(column)} = ${p.id} where id = ${p.row} and ${sql.ref(column)} is null`,
);

const insert = compiledForms(
  (table: TableName) => table,
  (_, row: Row, table) => {
    const names = columnsOf(table).map(([name]) => name);
    const values = names.map((name) => row[name]);
    return sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(values)})`;
  },
);

const ofThing = selectBy('removed_rows', 'thing_id');
const forgetThing = deleteBy('removed_rows', 'thing_id');
const among = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('removed_rows')
    .select('thing_id')
    .distinct()
    .where(dialect.among(sql.ref('thing_id'), p.ids)),
);
const stale = deleteBefore('removed_rows', 'removed_at');
/** In the order in which rows can be added. */
const ORDER = Object.keys(INVENTORY) as TableName[];

/** Rows whose target may have gone meanwhile. */
const NAMED = ['tickets', 'comments', 'projects', 'teams', 'labels', 'fields', 'calendars'] as const;

/** Rows that only say which two things belong together: where one of them is gone, the other comes back without. */
const LINKS: ReadonlySet<TableName> = new Set(['ticket_labels', 'field_values']);

const place = ([table]: Reference): number => ORDER.indexOf(table);

/** The database counts events anew as they come back. */
const COUNTED: ReadonlySet<string> = new Set(['event_outbox position', 'event_outbox xid']);

const columnsOf = (table: TableName) =>
  Object.entries<ColumnEntry>(INVENTORY[table].columns).filter(([name]) => !COUNTED.has(`${table} ${name}`));

/** A row as it is inserted: flags are read as 0 or 1. */
const revived = (table: TableName, row: Row): Row =>
  Object.fromEntries(
    columnsOf(table).map(([name, { type }]) => {
      const value = row[name] ?? null;
      return [name, type === 'flag' && value !== null ? value === 1 : value];
    }),
  );

const there = compiledForms(
  (table: TableName) => table,
  (_, p: { ids: readonly string[] }, table, dialect) =>
    sql<{ id: string }>`select id from ${sql.table(table)} where ${dialect.among(sql.ref('id'), p.ids)}`,
);

/** Rows that are there, held so that they stay until the transaction ends. */
const staying = compiledForms(
  (table: TableName) => table,
  (db, p: { ids: readonly string[] }, table, dialect) =>
    dialect.shared(
      db
        .selectFrom(table as 'projects')
        .select('id')
        .where(dialect.among(sql.ref('id'), p.ids)),
    ),
);

const uses = compiledForms(
  ([table, column]: Reference) => `${table} ${column}`,
  (_, p: { ids: readonly string[] }, [table, column], dialect) => sql<{ id: string }>`
    select distinct ${sql.ref(column)} as id from ${sql.table(table)} where ${dialect.among(sql.ref(column), p.ids)}`,
);

class RemovedStore extends tableStore('removed_rows') {
  readonly among = this.all(among);
  readonly stale = this.changes(stale);

  there(table: TableName, ids: readonly string[]) {
    return this.connection.all(there(table), { ids });
  }

  uses(reference: Reference, ids: readonly string[]) {
    return this.connection.all(uses(reference), { ids });
  }

  rowsNaming(reference: Reference, id: string) {
    return this.connection.all(naming(reference), { id });
  }

  async take(reference: Reference, id: string): Promise<void> {
    await this.connection.change(drop(reference), { id });
  }

  /** The rows that were removed with a thing, in the order in which they can be added, and those that named it, by column. */
  async rowsOf(thing_id: string): Promise<{ rows: Rows; cleared: ReadonlyMap<string, Row[]> }> {
    const removed = await this.connection.all(ofThing, { thing_id });
    const byTable = new Map<string, Row[]>();
    for (const { table_name, content } of removed.sort((a, b) => (a.id < b.id ? -1 : 1)))
      byTable.set(table_name, [...(byTable.get(table_name) ?? []), JSON.parse(content)]);
    const rows = ORDER.filter((table) => byTable.has(table)).map((table) => [table, byTable.get(table)]);
    for (const [table] of rows) byTable.delete(table as string);
    return { rows: Object.fromEntries(rows), cleared: byTable };
  }

  /** Adds rows of a thing, and forgets that it was removed. @throws Failure `not_found` where what a row names is gone. */
  async restore(id: string, { rows, cleared }: Awaited<ReturnType<RemovedStore['rowsOf']>>): Promise<void> {
    const all = Object.entries(rows) as [TableName, readonly Row[]][];
    const back = new Set(all.flatMap(([, some]) => some.map((row) => row.id)));
    for (const [table, some] of all) {
      const loose = await this.#looseAmong(table, some, back);
      if (loose.size > 0 && !LINKS.has(table)) throw new Failure('not_found');
      for (const row of some) if (!loose.has(row)) await this.connection.change(insert(table), revived(table, row));
    }
    for (const [named, some] of cleared)
      for (const row of some)
        await this.connection.change(nameAgain(named.split('.') as unknown as Reference), { id, row: String(row.id) });
    await this.connection.change(forgetThing, { thing_id: id });
  }

  /** The rows that name what is gone. @param back the ids of what comes back with them. */
  async #looseAmong(table: TableName, rows: readonly Row[], back: ReadonlySet<unknown>): Promise<ReadonlySet<Row>> {
    const loose = new Set<Row>();
    for (const [name, { names }] of Object.entries<ColumnEntry>(INVENTORY[table].columns)) {
      const named = NAMED.find((columns) => columns === names);
      const naming = rows.filter((row) => named !== undefined && row[name] != null && !back.has(row[name]));
      const there = new Set<unknown>();
      await inParts([...new Set(naming.map((row) => String(row[name])))], async (part) => {
        for (const { id } of await this.connection.all(staying(named ?? 'tickets'), { ids: part })) there.add(id);
      });
      for (const row of naming) if (!there.has(row[name])) loose.add(row);
    }
    return loose;
  }
}

/** The line of the act for what is removed, and the person whose rows they are. */
export interface Removal extends Omit<NewLine, 'thing'> {
  readonly thing: { readonly type: string; readonly id: string; readonly name?: string | null };
  readonly personId?: string | null;
  /** Whose a row is, where they are of several people. */
  readonly personOf?: (row: Row) => string | null;
  /** Rows that have been taken out already. */
  readonly besides?: Rows;
}

const referencesOf = (named: Dependants): Reference[] =>
  (Object.entries(named) as [TableName, string | readonly [string, TableName, string]][]).map(([table, by]) =>
    typeof by === 'string' ? [table, by] : [table, ...by],
  );

/** A comment comes back before its replies. */
const inTime = (row: Row, other: Row): number => (String(row.id) < String(other.id) ? -1 : 1);

/**
 * Removes rows of a thing so that an undo brings them back (docs/rules/acts.md#what-was-removed).
 *
 * @returns the rows.
 */
export async function removeRows(
  work: Work,
  { personId = null, personOf = () => personId, besides = {}, ...line }: Removal,
  dependants: Dependants,
  cleared: Cleared = {},
): Promise<Rows> {
  const { id } = line.thing;
  const store = work.of(RemovedStore);
  const keep = (table_name: string, row: Row) => {
    const filename = (row.filename ?? row.icon_filename ?? null) as string | null;
    const about = { id: work.newId(), act_id: work.actId ?? '', thing_id: id, table_name, person_id: personOf(row) };
    return store.add({
      ...{ ...about, content: JSON.stringify(row), filename },
      ...{ bytes: Number(row.size ?? 0), removed_at: work.now },
    });
  };
  for (const [table, rows] of Object.entries(besides)) for (const row of rows) await keep(table, row);
  const removed: Partial<Record<TableName, readonly Row[]>> = {};
  for (const reference of referencesOf(cleared))
    for (const row of await store.rowsNaming(reference, id)) await keep(reference.join('.'), { id: row.id });
  const references = referencesOf(dependants).sort((a, b) => place(a) - place(b));
  for (const reference of references) {
    const rows = (await store.rowsNaming(reference, id)).toSorted(inTime);
    for (const row of rows) await keep(reference[0], row);
    removed[reference[0]] = rows;
  }
  for (const reference of references.toReversed()) await store.take(reference, id);
  work.lines.push({ old: true, ...line });
  return removed as unknown as Rows;
}

/** Keeps a file that a column names no more until it goes for good. @returns the id by which `whatIsThere` finds it. */
export async function setFileAside(work: Work, column: string, filename: string): Promise<string> {
  const id = work.newId();
  const about = { id, act_id: work.actId ?? '', thing_id: id, table_name: column, content: JSON.stringify({ id }) };
  await work.of(RemovedStore).add({ ...about, person_id: null, filename, bytes: 0, removed_at: work.now });
  return id;
}

/**
 * Brings the rows of a thing back.
 *
 * @param permit looks at them first.
 * @returns them.
 * @throws Failure `not_found` where what a row names is gone.
 */
export async function restoreRows(
  work: Work,
  thing: string,
  permit: (rows: Rows) => Promise<void> | void,
): Promise<Rows> {
  const removed = await work.of(RemovedStore).rowsOf(thing);
  await permit(removed.rows);
  await work.of(RemovedStore).restore(thing, removed);
  return removed.rows;
}

/** Which of these things there are, true, or can be brought back, null; others are gone. */
export async function whatIsThere(
  work: Work,
  table: TableName,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<string, true | null>> {
  const ids = [...new Set(lines.flatMap(({ thing_id }) => thing_id ?? []))];
  if (ids.length === 0) return new Map();
  const removed = new Set((await work.of(RemovedStore).among({ ids })).map(({ thing_id }) => thing_id));
  const there = new Set((await work.of(RemovedStore).there(table, ids)).map(({ id }) => id));
  return new Map(
    lines.flatMap(({ id, thing_id: thing }): [string, true | null][] => {
      if (thing !== null && there.has(thing)) return [[id, true]];
      return thing !== null && removed.has(thing) ? [[id, null]] : [];
    }),
  );
}

/** Rows in them say nothing of use: what was done, and what is worked out. */
const NO_USE = new Set<string>(['acts', 'act_lines', 'removed_rows', 'audit', 'notices']);

/** Which of these things a row of another table names. @param own tables whose rows belong to the things. */
export async function usedAmong(work: Work, table: TableName, own: readonly TableName[], ids: readonly string[]) {
  const columns = TABLES.filter(({ name }) => !NO_USE.has(name) && !own.includes(name)).flatMap((other) =>
    Object.entries(other.columns)
      .filter(([, { names }]) => names === table)
      .map(([column]): Reference => [other.name, column]),
  );
  const used = new Set<string>();
  for (const reference of columns) for (const { id } of await work.of(RemovedStore).uses(reference, ids)) used.add(id);
  return used;
}

/** The rows that can be taken back no more. */
export const staleRemovals: StaleRows = {
  'removed rows': async (work, most) => {
    const before = shifted(work.now, -(await readSetting(work, 'undo_days')) * DAY);
    return work.of(RemovedStore).stale({ before, most });
  },
};

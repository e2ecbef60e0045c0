import { sql } from 'kysely';
import {
  compiled,
  compiledForms,
  DAY,
  deleteBefore,
  deleteBy,
  Failure,
  type NewLine,
  type StaleRows,
  selectBy,
  shifted,
  tableStore,
  type Work,
} from '#platform';
import { type ColumnEntry, INVENTORY, type RowOf, type TableName } from '#records';
import { readSetting } from '#settings';
import type { StoredLine } from './act-store.ts';

/** The tables of which rows go, and by which column they name what is removed. */
export type Dependants = { readonly [T in TableName]?: keyof RowOf<T> & string };

/** Rows by their table. */
export type Rows = { readonly [T in TableName]?: readonly RowOf<T>[] };

type Row = Readonly<Record<string, unknown>>;
type Reference = readonly [table: TableName, column: string];

const naming = compiledForms(
  ([table, column]: Reference) => `${table} ${column}`,
  (_, p: { id: string }, [table, column]) =>
    sql<Row>`select * from ${sql.table(table)} where ${sql.ref(column)} = ${p.id}`,
);

const drop = compiledForms(
  ([table, column]: Reference) => `${table} ${column}`,
  (_, p: { id: string }, [table, column]) => sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${p.id}`,
);

const insert = compiledForms(
  (table: TableName) => table,
  (_, row: Row, table) => {
    const names = Object.keys(INVENTORY[table].columns);
    const values = names.map((name) => row[name]);
    return sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(values)})`;
  },
);

const ofAct = selectBy('removed_rows', 'act_id', 'thing_id');
const forgetOfAct = deleteBy('removed_rows', 'act_id', 'thing_id');
const among = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('removed_rows')
    .select(['act_id', 'thing_id'])
    .distinct()
    .where(dialect.among(sql.ref('thing_id'), p.ids)),
);
const stale = deleteBefore('removed_rows', 'removed_at');

/** In the order in which rows can be added. */
const ORDER = Object.keys(INVENTORY) as TableName[];

/** What may have gone meanwhile. */
const NAMED = ['comments', 'projects', 'teams', 'labels', 'fields'] as const;

const place = ([table]: Reference): number => ORDER.indexOf(table);

/** A row as it is inserted: flags are read as 0 or 1. */
const revived = (table: TableName, row: Row): Row =>
  Object.fromEntries(
    Object.entries(INVENTORY[table].columns).map(([name, { type }]) => {
      const value = row[name] ?? null;
      return [name, type === 'flag' && value !== null ? value === 1 : value];
    }),
  );

const COUNTED = { filename: 'filename', bytes: 'size' } as const;

const there = compiledForms(
  (table: TableName) => table,
  (_, p: { ids: readonly string[] }, table, dialect) =>
    sql<{ id: string }>`select id from ${sql.table(table)} where ${dialect.among(sql.ref('id'), p.ids)}`,
);

class RemovedStore extends tableStore('removed_rows') {
  readonly among = this.all(among);
  readonly stale = this.changes(stale);

  there(table: TableName, ids: readonly string[]) {
    return this.connection.all(there(table), { ids });
  }

  rowsNaming(reference: Reference, id: string) {
    return this.connection.all(naming(reference), { id });
  }

  async take(reference: Reference, id: string): Promise<void> {
    await this.connection.change(drop(reference), { id });
  }

  /** The rows that an act removed with a thing, in the order in which they can be added. */
  async rowsOf(act_id: string, thing_id: string): Promise<Rows> {
    const rows = await this.connection.all(ofAct, { act_id, thing_id });
    const inOrder = rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    const byTable = Map.groupBy(inOrder, ({ table_name }) => table_name as TableName);
    const read = ORDER.filter((table) => byTable.has(table)).map((table) => [
      table,
      byTable.get(table)?.map(({ content }) => JSON.parse(content)),
    ]);
    return Object.fromEntries(read);
  }

  /** Adds these rows, and forgets that the act removed them. @throws Failure `not_found` where what a row names is gone. */
  async restore(act_id: string, thing_id: string, rows: Rows): Promise<void> {
    for (const [table, some] of Object.entries(rows) as [TableName, readonly Row[]][])
      for (const row of some) {
        await this.#refuseLoose(table, row);
        await this.connection.change(insert(table), revived(table, row));
      }
    await this.connection.change(forgetOfAct, { act_id, thing_id });
  }

  async #refuseLoose(table: TableName, row: Row): Promise<void> {
    for (const [name, { names }] of Object.entries<ColumnEntry>(INVENTORY[table].columns)) {
      const named = NAMED.find((one) => one === names);
      if (named === undefined || row[name] == null) continue;
      if ((await this.there(named, [String(row[name])])).length === 0) throw new Failure('not_found');
    }
  }
}

/** What is removed: the line of the act without its values, and whose rows they are. */
export interface Removal extends Omit<NewLine, 'old' | 'new' | 'thing'> {
  readonly thing: { readonly type: string; readonly id: string; readonly name?: string | null };
  readonly personId: string | null;
}

/**
 * Removes rows of a thing so that an undo brings them back (docs/rules/acts.md#what-was-removed).
 *
 * @returns the rows.
 */
export async function removeRows(work: Work, removal: Removal, dependants: Dependants): Promise<Rows> {
  const { personId: person_id, ...line } = removal;
  const { id } = line.thing;
  const store = work.of(RemovedStore);
  const found: Partial<Record<TableName, readonly Row[]>> = {};
  const references = (Object.entries(dependants) as unknown as Reference[]).sort((a, b) => place(a) - place(b));
  for (const reference of references) {
    const [table] = reference;
    found[table] = await store.rowsNaming(reference, id);
    for (const row of found[table]) {
      const filename = table === 'attachments' ? String(row[COUNTED.filename]) : null;
      const about = { id: work.newId(), act_id: work.actId ?? '', thing_id: id, table_name: table, person_id };
      const bytes = filename === null ? 0 : Number(row[COUNTED.bytes]);
      await store.add({ ...about, content: JSON.stringify(row), filename, bytes, removed_at: work.now });
    }
  }
  for (const reference of references.toReversed()) await store.take(reference, id);
  work.lines.push({ ...line, old: true });
  return found as unknown as Rows;
}

/**
 * Brings the rows of a thing back that an act removed.
 *
 * @param permit looks at them first.
 * @returns them.
 * @throws Failure `not_found` where what a row names is gone.
 */
export async function restoreRows(
  work: Work,
  act: string,
  thing: string,
  permit: (rows: Rows) => Promise<void> | void,
): Promise<Rows> {
  const rows = await work.of(RemovedStore).rowsOf(act, thing);
  await permit(rows);
  await work.of(RemovedStore).restore(act, thing, rows);
  return rows;
}

/**
 * Which of these things are there, true, or were removed and can be brought back, null; others are gone. It is what lines of
 * their making and removal say of them.
 */
export async function whatIsThere(
  work: Work,
  table: TableName,
  lines: readonly StoredLine[],
): Promise<ReadonlyMap<string, true | null>> {
  const ids = [...new Set(lines.flatMap(({ thing_id }) => thing_id ?? []))];
  if (ids.length === 0) return new Map();
  const removed = await work.of(RemovedStore).among({ ids });
  const there = new Set((await work.of(RemovedStore).there(table, ids)).map(({ id }) => id));
  return new Map(
    lines.flatMap(({ id, act_id, thing_id, new_value }): [string, true | null][] => {
      if (there.has(thing_id ?? '')) return [[id, true]];
      const isKept = removed.some((row) => row.thing_id === thing_id && (new_value !== null || row.act_id === act_id));
      return isKept ? [[id, null]] : [];
    }),
  );
}

/** What can be taken back no more. */
export const staleRemovals: StaleRows = {
  'removed rows': async (work, most) => {
    const before = shifted(work.now, -(await readSetting(work, 'undo_days')) * DAY);
    return work.of(RemovedStore).stale({ before, most });
  },
};

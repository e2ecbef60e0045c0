import { sql } from 'kysely';
import { type Connection, compiled, compiledForms, Store } from '#platform';
import type { RecordedTable } from '#records';

export type StoredRow = Readonly<Record<string, string | number | null>>;

/** Rows that one query reads. On SQLite nothing else runs meanwhile. */
const PAGE = 250;

interface PageForm {
  readonly table: RecordedTable;
  readonly columns: readonly string[];
  readonly isFirst: boolean;
}

const page = compiledForms(
  ({ table: { name }, columns, isFirst }: PageForm) => `${name} ${isFirst} ${columns.join()}`,
  (_, after: Readonly<Record<string, unknown>>, { table, columns, isFirst }, { byBytes }) => {
    const key = sql.join(table.key.map((name) => keyPart(table, name, byBytes)));
    const place = sql.join(table.key.map((name) => sql`${after[name]}`));
    return sql<StoredRow>`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table.name)}
      ${isFirst ? sql`` : sql`where (${key}) > (${place})`} order by ${key} limit ${sql.lit(PAGE)}`;
  },
);

const keyPart = ({ columns }: RecordedTable, name: string, byBytes: Connection['dialect']['byBytes']) =>
  columns[name]?.type === 'text' ? byBytes(sql.ref<string>(name)) : sql.ref(name);

const newest = compiled((db) => db.selectFrom('migrations').select((eb) => eb.fn.max('name').as('name')));

export class TableRowStore extends Store {
  /** Every row of a table in the order of its key, page by page. @param columns which ones are read; its key is among them. */
  async *pages(table: RecordedTable, columns: readonly string[]): AsyncGenerator<readonly StoredRow[]> {
    let last: StoredRow = {};
    for (let isFirst = true; ; isFirst = false) {
      const rows = await this.connection.all(page({ table, columns, isFirst }), last);
      if (rows.length > 0) yield rows;
      const end = rows.at(-1);
      if (end === undefined || rows.length < PAGE) return;
      last = end;
    }
  }

  /** Which database it is, and the newest change of its schema. */
  async about(): Promise<{ database: string; schema: string }> {
    const { name } = await this.connection.only(newest);
    return { database: this.connection.dialect.name, schema: String(name) };
  }
}

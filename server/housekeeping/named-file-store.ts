import { sql } from 'kysely';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';

/** How many names one query asks for. */
export const NAMES_AT_ONCE = 100;

/**
 * Every column that names a file. A column that is missing here loses its files to the sweep; a test compares this list
 * with the tables.
 */
export const NAMING = [
  ['attachments', 'filename'],
  ['users', 'avatar_filename'],
  ['projects', 'icon_filename'],
  ['table_imports', 'filename'],
] as const;

/** The setting that names a file. */
const LOGO = 'app_logo';

const naming = NAMING.map(([table, column]) =>
  compiled((_, p: Record<string, string>) => {
    const wanted = Array.from({ length: NAMES_AT_ONCE }, (_, index) => p[`name${index}`]);
    return sql<{ name: string }>`
      select ${sql.ref(column)} as name from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(wanted)})`;
  }),
);

const logo = compiled((db) => db.selectFrom('settings').select('value').where('name', '=', LOGO));

/** The files that are in use. */
export class NamedFileStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The names among these that a row has. @param names at most 100. */
  async named(names: readonly string[]): Promise<ReadonlySet<string>> {
    const last = names.at(-1) ?? '';
    const parameters = Object.fromEntries(
      Array.from({ length: NAMES_AT_ONCE }, (_, index) => [`name${index}`, names[index] ?? last]),
    );
    const found = new Set<string>();
    for (const query of naming) for (const { name } of await this.#connection.all(query, parameters)) found.add(name);
    for (const { value } of await this.#connection.all(logo)) found.add(String(JSON.parse(value)?.filename));
    return found;
  }
}

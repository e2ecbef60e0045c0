import type { App } from '../../server/testing/start-app.ts';

const TABLES = {
  sqlite: "select name from pragma_table_list where type = 'table' and schema = 'main'",
  postgres: "select tablename as name from pg_tables where schemaname = 'public'",
} as const;

/**
 * Every row of every table, but for the indexes of words, which follow from rows. @returns one text, which stays the same
 * as long as nothing is written.
 */
export function everythingStored({ database }: App, name: keyof typeof TABLES): Promise<string> {
  return database.read(async (connection) => {
    const tables = await connection.rows<{ name: string }>({ sql: TABLES[name], parameters: [] });
    const lines: string[] = [];
    for (const table of tables) {
      const rows = await connection.rows({ sql: `select * from "${table.name}"`, parameters: [] });
      lines.push(`${table.name}:`, ...rows.map((row) => JSON.stringify(row)).sort());
    }
    return lines.join('\n');
  });
}

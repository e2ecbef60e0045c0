import type { RequestContext, Runner, Work } from '#platform';
import { type KeptTable, TABLES } from '#records';
import { lineWriterOf } from '../exports/open-format/table-line.ts';
import { TableRowStore } from '../exports/table-row-store.ts';
import type { CopiedDatabase } from './copy-database.ts';
import { insideOf } from './inside.ts';
import { BACKUP_PLACE } from './places/manifest.ts';
import type { NewBackup } from './places/new-backup.ts';

/** The tables whose rows a backup has as text. The others follow from them, or nobody misses them. */
export const COPIED_TABLES = TABLES.filter(({ backedUp }) => backedUp === 'as it is');

/** PostgreSQL numbers transactions itself: those of another server mean nothing. */
const OF_THE_SERVER = 'xid';

/** The columns of a table that a backup has, with their types. */
export const copiedColumns = ({ columns }: KeptTable): [string, KeptTable['columns'][string]][] =>
  Object.entries(columns).filter(([name]) => name !== OF_THE_SERVER);

/**
 * Writes every row of one moment into a backup as text, as an export does, but with secrets, which are sealed, and whatever
 * else one installation has; and checks the rows of that moment against one another
 * (docs/decisions/0071-backups-of-postgresql-are-text.md).
 */
export function copyTables(runner: Runner, context: RequestContext<null>, backup: NewBackup): Promise<CopiedDatabase> {
  return runner.snapshot(context, async (work) => {
    const madeAt = work.now;
    const columns: Record<string, Record<string, string>> = {};
    let bytes = 0;
    for (const table of COPIED_TABLES) {
      const copied = copiedColumns(table);
      columns[table.name] = Object.fromEntries(copied.map(([name, { type }]) => [name, type]));
      bytes += (await backup.write(BACKUP_PLACE.rows(table.name), linesOf(work, table))).size;
    }
    return { database: 'postgres', madeAt, bytes, columns, ...(await insideOf(work)) };
  });
}

async function* linesOf(work: Work<null>, table: KeptTable): AsyncGenerator<string> {
  const columns = copiedColumns(table);
  const lineOf = lineWriterOf(table, columns);
  const names = columns.map(([name]) => name);
  for await (const rows of work.of(TableRowStore).pages(table, names)) yield rows.map(lineOf).join('');
}

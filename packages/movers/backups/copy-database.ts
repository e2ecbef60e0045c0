import { chmod } from 'node:fs/promises';
import { type Instant, instant, ReadOnlySqlite, type RequestContext, type Runner } from '#platform';
import type { Checked } from '../integrity/checked.ts';
import { copyTables } from './copy-tables.ts';
import { factsOf, type Inside, insideOf } from './inside.ts';
import { BACKUP_PLACE } from './places/manifest.ts';
import type { NewBackup } from './places/new-backup.ts';

/** The copy of a database, and what stands in it. */
export interface CopiedDatabase extends Inside {
  /** Null where it is not copied. */
  readonly database: string | null;
  /** The moment whose state it has. */
  readonly madeAt: Instant;
  /** Null where it is not copied. */
  readonly bytes: number | null;
  /** The columns of each table and their types, where rows are kept as text. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** What the database names, for a backup of files alone. */
export const readWithoutCopy = (runner: Runner, context: RequestContext<null>): Promise<CopiedDatabase> =>
  runner.snapshot(context, async (work) => {
    const about = { database: null, madeAt: work.now, bytes: null, columns: {} };
    return { ...about, ...(await factsOf(work)), checks: [] };
  });

/** Copies the database into a backup: the file where it is one, else every row as text. */
export async function copyDatabase(
  runner: Runner,
  context: RequestContext<null>,
  backup: NewBackup,
): Promise<CopiedDatabase> {
  const path = backup.pathOf(BACKUP_PLACE.database);
  const madeAt = instant(runner.clock.now());
  if (!(await runner.copyDatabase(path))) return copyTables(runner, context, backup);
  await chmod(path, 0o600);
  const { size: bytes } = await backup.note(BACKUP_PLACE.database);
  return { database: 'sqlite', madeAt, bytes, columns: {}, ...(await readCopy(path, runner, context)) };
}

/** Opens the copy and checks it: the file, its links, and its rows against one another. */
async function readCopy(path: string, runner: Runner, context: RequestContext<null>): Promise<Inside> {
  const copy = new ReadOnlySqlite(path);
  try {
    const file: Checked = { name: 'database', text: 'the file', problems: copy.problems() };
    const inside = await runner.on(copy).read(context, insideOf);
    return { ...inside, checks: [file, ...inside.checks] };
  } finally {
    await copy.close();
  }
}

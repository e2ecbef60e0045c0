import type { Connection } from '../connection.ts';

/** The indexes of words. */
export const WORD_INDEXES = ['search_tickets', 'search_said', 'search_answers'] as const;

/** How many pages of 4 KB a step writes: 4 ms of CPU. */
const STEP_PAGES = 64;
/** FTS5 counts two changes of its own where it finds nothing to merge. */
const LEAST_CHANGES = 2;

const COUNT = { sql: 'select total_changes() as changes', parameters: [] };

/**
 * Merges parts of an index of words. Each commit leaves a part of its own, and FTS5 merges eight of a size at a time; a
 * search opens every part. Where two of a size are merged, few are left.
 *
 * @param pages how many a step writes. @returns whether there is more to merge.
 */
export async function mergeWords(connection: Connection, pages = STEP_PAGES): Promise<boolean> {
  const run = (sql: string) => connection.run({ sql, parameters: [] });
  const changes = async () => (await connection.rows<{ changes: number }>(COUNT))[0]?.changes ?? 0;
  for (const index of WORD_INDEXES) {
    await run(`insert into ${index} (${index}, rank) values ('usermerge', 2)`);
    const before = await changes();
    await run(`insert into ${index} (${index}, rank) values ('merge', ${pages})`);
    if ((await changes()) - before >= LEAST_CHANGES) return true;
  }
  return false;
}

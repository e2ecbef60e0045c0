import type { Connection, Runnable } from '../database/connection.ts'

/**
 * Changes an index of words. FTS5 keeps what it is told in memory, and writes a part of its own at each savepoint and each
 * commit, to be merged with others later; so writes that share a commit tell it at their end, and make one part together.
 */
export async function changeIndex(connection: Connection, query: Runnable<unknown>): Promise<void> {
  if (connection.changeLast) connection.changeLast(query)
  else await connection.change(query)
}

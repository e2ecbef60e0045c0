import type { Connection, Runnable } from '../database/connection.ts'

/**
 * Changes an index of words, right before the commit. FTS5 keeps what it is told in memory, and writes a part of its own at
 * each savepoint and each commit, to be merged with others later; so writes that share a commit make one part together. On
 * PostgreSQL rows of stems that many tickets have are held until the commit, and so by nobody who still waits for another.
 */
export async function changeIndex(connection: Connection, query: Runnable<unknown>): Promise<void> {
  if (connection.changeLast) connection.changeLast(query)
  else await connection.change(query)
}

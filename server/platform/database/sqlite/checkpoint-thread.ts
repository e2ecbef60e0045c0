/** A thread that runs checkpoints of one database, each when `checkpoints.ts` asks for it. */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';

/** `truncate` copies as `passive` does and then empties the log, which no write may use meanwhile. */
export type CheckpointMode = 'passive' | 'truncate';

/** How many pages are in the log, and how many of them the database file has; null when that failed: the disk is full, say. */
export type LogPages = { readonly log: number; readonly checkpointed: number } | null;

// `rw`: where the file is gone, none is made in its place.
const db = new DatabaseSync(new URL('?mode=rw', pathToFileURL(String(workerData))), { timeout: 0 });
db.exec('pragma synchronous = full');

function checkpoint(mode: CheckpointMode): LogPages {
  try {
    return db.prepare(`pragma wal_checkpoint(${mode})`).get() as unknown as LogPages;
  } catch {
    return null;
  }
}

parentPort?.on('message', (mode: CheckpointMode) => parentPort?.postMessage(checkpoint(mode)));

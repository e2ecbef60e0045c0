/** A thread that writes a database file anew, without a byte of what was removed, and says when it is done. */
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { WORD_INDEXES } from './sqlite-search.ts';

/** How long another process may hold the file, in milliseconds. */
const TIMEOUT_MS = 5000;

// `rw`: where the file is gone, none is made in its place.
using db = new DatabaseSync(new URL('?mode=rw', pathToFileURL(String(workerData))), { timeout: TIMEOUT_MS });
db.exec('pragma synchronous = full; pragma temp_store = memory');
// An index of words keeps what was removed from it until its parts are merged.
for (const index of WORD_INDEXES) db.exec(`insert into ${index} (${index}) values ('optimize')`);
db.exec('vacuum; pragma wal_checkpoint(truncate)');
parentPort?.postMessage('compact');

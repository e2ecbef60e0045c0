/** A thread that makes one backup, as its order says, and tells how that ended. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type BackupEnd, type BackupOrder, makeBackup, USUAL_KEEPING } from '#movers';
import { contextOf, openDatabase, openFileStore, systemClock } from '#platform';
import { runnerOn } from '../server/runner.ts';

async function make({ config, place, version, by }: BackupOrder): Promise<BackupEnd> {
  const database = await openDatabase(config, systemClock.now(), { isExclusive: false });
  try {
    const files = openFileStore(config.filesUrl ?? join(config.dataDir, 'files'));
    const parts = {
      runner: runnerOn(database, await database.sharedClock()),
      files,
      version,
      dataDir: config.dataDir,
    };
    const { problems } = await makeBackup(parts, contextOf('backup'), {
      place,
      keeping: USUAL_KEEPING,
      database: true,
      secrets: true,
      by,
    });
    return problems.length === 0 ? null : problems.join('; ');
  } finally {
    await database.close();
  }
}

parentPort?.postMessage(await make(workerData as BackupOrder));

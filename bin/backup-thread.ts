/** A thread that makes one backup, as its order says, and tells how that ended. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { BackupEnd, BackupOrder } from '../server/backups/backup-maker.ts';
import { USUAL_KEEPING } from '../server/backups/keep-backups.ts';
import { makeBackup } from '../server/backups/make-backup.ts';
import { systemClock } from '../server/clock.ts';
import { openFileStore } from '../server/files/open-file-store.ts';
import { openDatabase } from '../server/migrations/open-database.ts';
import { runnerOn } from '../server/runner.ts';
import { contextOf } from '../server/terminal-command.ts';

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

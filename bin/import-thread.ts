/** A thread that imports one uploaded table, as its order says, and tells how that ended. */
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type ImportEnd, type ImportOrder, runUploaded, STOP } from '#movers';
import { loadSecrets, openDatabase, openFileStore, systemClock } from '#platform';
import { runnerOn } from '../server/runner.ts';

class Stopped extends Error {}

async function run({ config, id, actId, context }: ImportOrder): Promise<ImportEnd> {
  let isStopping = false;
  parentPort?.on('message', (word) => {
    isStopping ||= word === STOP;
  });
  const database = await openDatabase(config, systemClock.now(), { isExclusive: false });
  try {
    const files = openFileStore(config.filesUrl ?? join(config.dataDir, 'files'));
    const settings = { given: config.settings, sealingKey: loadSecrets(config).sealingKey };
    const runner = runnerOn(database, await database.sharedClock());
    return await runUploaded({ runner, files, settings, context }, { id, actId }, () => {
      if (isStopping) throw new Stopped();
    });
  } catch (error) {
    if (error instanceof Stopped) return null;
    throw error;
  } finally {
    await database.close();
    // The thread ends when nobody can tell it anything any more.
    parentPort?.unref();
  }
}

parentPort?.postMessage(await run(workerData as ImportOrder));

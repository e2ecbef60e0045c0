import { chmodSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartRefused } from '../start-refused.ts';

/** What the service keeps in the folder itself, apart from people's files. */
const OWN_FILES = ['kwit.db', 'kwit.db-wal', 'kwit.db-shm', 'kwit.lock', 'secrets.json'];

/** Stands in a folder that was restored, and tells from which backup: everything in it was checked. */
export const RESTORED = 'restored.json';

/**
 * Makes the data folder when it is missing, and checks that this process can write to it. Takes the files of the
 * service from others' reach, which an older version or a restored backup left open.
 */
export function prepareDataFolder(dataDir: string): void {
  finishRestore(dataDir);
  try {
    makeFolder(dataDir);
    rmdirSync(mkdtempSync(join(dataDir, '.writable-')));
  } catch {
    throw new StartRefused(
      `Cannot write to the data folder ${dataDir}. Give this user write access to it, or set DATA_DIR.`,
    );
  }
  for (const name of OWN_FILES) closeToOthers(join(dataDir, name));
}

function closeToOthers(path: string): void {
  try {
    chmodSync(path, 0o600);
  } catch (error) {
    // The file is not there yet, or belongs to somebody else, who then decides.
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM') throw error;
  }
}

/** Makes one folder after the other: `recursive` tries for ever where no folder can be made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another node that starts at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A restore that was killed between its last two steps: everything is checked, and only has to get its name. */
function finishRestore(dataDir: string): void {
  const restored = `${dataDir}.restoring`;
  if (!existsSync(dataDir) && existsSync(join(restored, RESTORED))) renameSync(restored, dataDir);
}

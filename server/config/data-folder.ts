import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefused } from '../start-refused.ts'

/** Makes the data folder when it is missing, and checks that this process can write to it. */
export function prepareDataFolder(dataDir: string): void {
  try {
    makeFolder(dataDir)
    rmdirSync(mkdtempSync(join(dataDir, '.writable-')))
  } catch {
    throw new StartRefused(
      `Cannot write to the data folder ${dataDir}. Give this user write access to it, or set DATA_DIR.`,
    )
  }
}

/** Makes one folder after the other: `recursive` tries for ever where no folder can be made, as below /proc. */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another node that starts at the same moment may have made it.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

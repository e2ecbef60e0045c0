import { statSync } from 'node:fs'
import { SECOND } from '../../clock.ts'

/** How often Kwit looks whether the file is still there, in milliseconds. */
const LOOK_EVERY_MS = 10 * SECOND

/** The database file is not the one that is open: what is written would be nowhere. */
export class DatabaseFileGone extends Error {
  constructor(path: string) {
    super(
      `${path} was deleted or replaced while Kwit has it open. Nothing is written any more: put the file back, or stop Kwit and restore a backup.`,
    )
    this.name = 'DatabaseFileGone'
  }
}

/** Watches whether a path still leads to the file that was opened (docs/rules/service.md#a-database-that-is-gone). */
export class DatabaseFile {
  readonly #path: string
  readonly #opened: string | null
  readonly #timer: NodeJS.Timeout
  #isGone = false

  constructor(path: string) {
    this.#path = path
    this.#opened = identityOf(path)
    this.#timer = setInterval(() => {
      this.#isGone = identityOf(path) !== this.#opened
    }, LOOK_EVERY_MS).unref()
  }

  /** @throws DatabaseFileGone when the last look found another file, or none. */
  expect(): void {
    if (this.#isGone) throw new DatabaseFileGone(this.#path)
  }

  close(): void {
    clearInterval(this.#timer)
  }
}

/** Device and inode; null when there is no such file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev}:${found.ino}`
}

import { statSync } from 'node:fs';
import { SECOND } from '../../clock.ts';
import type { OperatorLog } from '../connection.ts';

/** How often Kwit looks at its files, in milliseconds. */
const LOOK_EVERY_MS = 10 * SECOND;
/** From so many bytes on, the log says that the write-ahead log is large. */
const LARGE_WAL_BYTES = 256 * 1024 * 1024;

/** The database file is not the one that is open: what is written would be nowhere. */
export class DatabaseFileGone extends Error {
  constructor(path: string) {
    super(
      `${path} was deleted or replaced while Kwit has it open. Nothing is written any more: put the file back, or stop Kwit and restore a backup.`,
    );
    this.name = 'DatabaseFileGone';
  }
}

/**
 * Watches whether a path still leads to the file that was opened, and how large the write-ahead log beside it is
 * (docs/rules/service.md#a-database-that-is-gone, docs/rules/service.md#the-write-ahead-log).
 */
export class DatabaseFile {
  readonly path: string;
  readonly #opened: string | null;
  readonly #timer: NodeJS.Timeout;
  #log: OperatorLog | null = null;
  #isGone = false;
  #isWalLarge = false;

  constructor(path: string) {
    this.path = path;
    this.#opened = identityOf(path);
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY_MS).unref();
  }

  /** How many bytes the write-ahead log takes up on the disk. */
  get walBytes(): number {
    return statSync(`${this.path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  }

  reportTo(log: OperatorLog): void {
    this.#log = log;
  }

  /** @throws DatabaseFileGone when the last look found another file, or none. */
  expect(): void {
    if (this.#isGone) throw new DatabaseFileGone(this.path);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#tellWhetherGone(identityOf(this.path) !== this.#opened);
    this.#tellWhetherLarge(this.walBytes);
  }

  #tellWhetherGone(isGone: boolean): void {
    if (isGone && !this.#isGone) this.#log?.error(new DatabaseFileGone(this.path).message);
    if (!isGone && this.#isGone) this.#log?.info(`${this.path} is back. Kwit writes again.`);
    this.#isGone = isGone;
  }

  #tellWhetherLarge(bytes: number): void {
    const isLarge = bytes >= LARGE_WAL_BYTES;
    if (isLarge && !this.#isWalLarge)
      this.#log?.warn(
        `${this.path}-wal has grown to ${Math.round(bytes / 1_000_000)} MB: a program has been reading the database for long. It shrinks when that ends.`,
      );
    this.#isWalLarge = isLarge;
  }
}

/** Device and inode; null when there is no such file. */
function identityOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}

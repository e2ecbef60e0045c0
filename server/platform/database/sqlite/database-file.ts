import { once } from 'node:events';
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { SECOND } from '../../clock.ts';
import { THREAD_FLAGS } from '../../config/environment.ts';
import type { OperatorLog } from '../connection.ts';
import { DiskTakesNoWrites } from '../disk-fault.ts';

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
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file === undefined ? null : `${file.dev}:${file.ino}`;
}

const BUSY = 5;
const READONLY = 8;
const IOERR = 10;
const FULL = 13;
/** The database file was moved or deleted, which `DatabaseFile` tells. */
const READONLY_DBMOVED = 1032;

/** How much room a disk that was full must have before it counts as good again, in bytes. */
const ROOM_BYTES = 16 * 1024 * 1024;

/**
 * Remembers that the disk refused a write, until it takes one (docs/rules/service.md#a-full-disk). A look at the free
 * space alone would not do: quotas, a disk that went read-only and one that fails refuse as well, and a full disk takes
 * what fits into the log that is there.
 */
export class DiskRoom {
  readonly #path: string;
  readonly #tryWrite: () => Promise<unknown>;
  #log: OperatorLog | null = null;
  #isFull = false;

  /** @param tryWrite writes something of no meaning, durably. */
  constructor(path: string, tryWrite: () => Promise<unknown>) {
    this.#path = path;
    this.#tryWrite = tryWrite;
  }

  reportTo(log: OperatorLog): void {
    this.#log = log;
  }

  /** Remembers a write that failed, if the disk is the cause. @param code of SQLite. @returns what to throw. */
  noteFailure(error: unknown, code: number): unknown {
    if (![READONLY, IOERR, FULL].includes(code & 0xff) || code === READONLY_DBMOVED) return error;
    const fault = new DiskTakesNoWrites(this.#path, error);
    if (!this.#isFull) this.#log?.error(fault.message);
    this.#isFull = true;
    return fault;
  }

  /** @throws DiskTakesNoWrites when the disk refused a write and would refuse another. */
  async expect(): Promise<void> {
    if (!this.#isFull) return;
    if (freeBytesAt(this.#path) < ROOM_BYTES) throw new DiskTakesNoWrites(this.#path);
    await this.#tryWrite().catch(() => {
      throw new DiskTakesNoWrites(this.#path);
    });
    this.#isFull = false;
    this.#log?.info(`The disk of ${this.#path} takes writes again.`);
  }
}

function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}

/**
 * Locks a file for this process, and makes it when it is missing. The operating system releases the lock when the process
 * ends, however it ends.
 *
 * @returns what releases it; null when another process has it. @throws Error when the file cannot be made or locked: a full disk, say.
 */
export function holdFile(path: string): (() => void) | null {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === BUSY) return null;
    throw error;
  }
  return () => lock.close();
}

/**
 * Writes a database file anew in a thread of its own, so that requests that read go on: of a large file it takes seconds.
 * Nobody of this process may write meanwhile.
 *
 * @throws Error when the disk is full, or another process keeps the file.
 */
export async function compactFile(path: string): Promise<void> {
  const thread = new Worker(new URL('./compact-thread.ts', import.meta.url), {
    workerData: path,
    execArgv: THREAD_FLAGS,
  });
  await once(thread, 'message');
  await thread.terminate();
}

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { OperatorLog } from '../connection.ts';

const READONLY = 8;
const IOERR = 10;
const FULL = 13;
/** The database file was moved or deleted, which `DatabaseFile` tells. */
const READONLY_DBMOVED = 1032;

/** How much room a disk that was full must have before it counts as good again, in bytes. */
const ROOM_BYTES = 16 * 1024 * 1024;

/** The disk of the database takes no writes. */
export class DiskTakesNoWrites extends Error {
  constructor(path: string) {
    super(`The disk of ${path} is full, or takes no writes. Kwit writes again by itself when there is room.`);
    this.name = 'DiskTakesNoWrites';
  }
}

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

  /** Remembers a write that failed, if the disk is the cause. @param code of SQLite. */
  noteFailure(code: number): void {
    if (![READONLY, IOERR, FULL].includes(code & 0xff) || code === READONLY_DBMOVED || this.#isFull) return;
    this.#isFull = true;
    this.#log?.error(new DiskTakesNoWrites(this.#path).message);
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

import type { Dialect } from '../dialect.ts';
import { DatabaseFileGone } from './database-file.ts';
import { DiskTakesNoWrites } from './disk-room.ts';

const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const FULL = 13;
const CANTOPEN = 14;
const UNIQUE = 2067;
const PRIMARY_KEY = 1555;

/** The code of an error of SQLite; 0 when it has none. */
export function codeOf(error: unknown): number {
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) : 0;
}

/** Tells what an error of the driver means. */
export const sqliteErrors: Pick<Dialect, 'isDuplicate' | 'isRetriable' | 'isUnavailable'> = {
  isDuplicate: (error) => [UNIQUE, PRIMARY_KEY].includes(codeOf(error)),
  isRetriable: () => false,
  isUnavailable: (error) =>
    error instanceof DatabaseFileGone ||
    error instanceof DiskTakesNoWrites ||
    [BUSY, LOCKED, READONLY, IOERR, FULL, CANTOPEN].includes(codeOf(error) & 0xff),
};

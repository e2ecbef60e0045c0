/** Read-only, disk full, and what the machine of a PostgreSQL server refuses. */
const SERVER_DISK_FAULT = /^(25006|53100|58030)$/;

/** The code of an error of PostgreSQL's or the system's; empty for any other. */
export const errorCodeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** The disk of the database takes no writes. */
export class DiskTakesNoWrites extends Error {
  constructor(path: string, cause?: unknown) {
    super(`The disk of ${path} is full, or takes no writes. Kwit writes again by itself when there is room.`, {
      cause,
    });
    this.name = 'DiskTakesNoWrites';
  }
}

/** Whether the disk of the database is full, takes no writes for another reason, or fails. */
export const isDiskFault = (error: unknown): boolean =>
  error instanceof DiskTakesNoWrites || SERVER_DISK_FAULT.test(errorCodeOf(error));

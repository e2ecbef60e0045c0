import { isServerDiskFault } from './postgres/postgres-errors.ts';
import { DiskTakesNoWrites } from './sqlite/database-file.ts';

/** Whether the disk of the database is full, takes no writes for another reason, or fails. */
export const isDiskFault = (error: unknown): boolean => error instanceof DiskTakesNoWrites || isServerDiskFault(error);

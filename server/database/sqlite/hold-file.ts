import { DatabaseSync } from 'node:sqlite';

/**
 * Locks a file for this process, and makes it when it is missing. The operating system releases the lock when the process
 * ends, however it ends.
 *
 * @returns what releases it; null when another process has it.
 */
export function holdFile(path: string): (() => void) | null {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch {
    lock.close();
    return null;
  }
  return () => lock.close();
}

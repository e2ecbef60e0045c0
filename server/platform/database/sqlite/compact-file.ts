import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { THREAD_FLAGS } from '../../config/thread-flags.ts';

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

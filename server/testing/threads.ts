import type { Worker } from 'node:worker_threads';

/** Waits until one of the threads has ended that this process starts from now on. */
export const aThreadEnds = () =>
  new Promise<void>((resolve) => {
    const watch = (thread: Worker) => {
      thread.once('exit', () => {
        process.off('worker', watch);
        resolve();
      });
    };
    process.on('worker', watch);
  });

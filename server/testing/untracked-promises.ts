/**
 * Is loaded before node:test, whose runner follows every promise so as to know of which test an error is that nobody catches.
 * That takes a twelfth of the CPU of our tests. Without it such an error has no name: it is printed with its stack, and ends the
 * run, because a test that waits for what will not come would wait for ever.
 */
import hooks, { createHook, type HookCallbacks } from 'node:async_hooks';
import { inspect } from 'node:util';

Object.assign(hooks, {
  createHook: (callbacks: HookCallbacks) => createHook({ ...callbacks, trackPromises: false }),
});

let cleanUp = async (): Promise<void> => {};

/** Says what is to be done before such an error ends the run. */
export function cleanUpBy(work: () => Promise<void>): void {
  cleanUp = work;
}

for (const moment of ['uncaughtException', 'unhandledRejection'])
  process.on(moment, (error: unknown) => {
    process.stderr.write(`An error that no test caught: ${inspect(error)}\n`);
    cleanUp().finally(() => process.exit(1));
  });

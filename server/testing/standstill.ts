import type { run } from 'node:test';
import { inspect } from 'node:util';
import { MINUTE, SECOND } from '#platform';

/** No test takes as long, even on a busy machine. */
const MOST_MINUTES = 10;
/** Handles that the last tests closed are gone by then; any that is left keeps the process, and everything that waits for it. */
const MOST_AFTER_MS = 15 * SECOND;
/** A test may have put another in its place. */
const later = setTimeout;

/** Ends a run in which no test has begun or ended for long, and says for which it has waited, and what is open. */
export function endAtStandstill(tests: ReturnType<typeof run>, file: () => string, cleanUp: () => Promise<void>): void {
  const running = new Map<number, string>();
  const end = () => {
    const of = inspect([...running.values()], { breakLength: Number.POSITIVE_INFINITY });
    process.stderr.write(`Nothing went on for ${MOST_MINUTES} minutes in ${file()}. Tests that have begun: ${of}\n`);
    process.stderr.write(`What is open: ${process.getActiveResourcesInfo().join(', ')}\n`);
    // If only something open is left, this brings out the report of the run.
    process.emit('beforeExit', 1);
    later(() => cleanUp().finally(() => process.exit(1)), SECOND);
  };
  // A test that waits keeps the process alive. Where nothing does, the runner itself says which test waits in vain.
  const timer = later(end, MOST_MINUTES * MINUTE).unref();
  tests.on('test:dequeue', ({ testId, name }) => {
    running.set(testId, name);
    timer.refresh();
  });
  tests.on('test:complete', ({ testId }) => {
    running.delete(testId);
    timer.refresh();
  });
}

/** Call it when no test is left. The run fails if something is open then that keeps the process: a timer, a connection. */
export function failIfKept(cleanUp: () => Promise<void>): void {
  later(() => {
    process.stderr.write(
      `The tests have ended, and this keeps the process: ${process.getActiveResourcesInfo().join(', ')}\n`,
    );
    cleanUp().finally(() => process.exit(1));
  }, MOST_AFTER_MS).unref();
}

import type { Actor } from '../actor.ts';
import { DAY } from '../clock.ts';
import type { FileStore } from '../files/file-store.ts';
import type { RequestContext, Runner, Work } from '../work.ts';
import { NAMES_AT_ONCE } from './named-file-store.ts';

/**
 * How old a file must be before the sweep removes it, in milliseconds. A file is kept before the row that names it, so
 * a younger one may belong to a request that still runs.
 */
const GRACE = DAY;

interface Sweep {
  readonly runner: Runner;
  readonly context: RequestContext<null>;
  readonly files: FileStore;
  areFilesHeld(work: Work<Actor>): Promise<boolean>;
  /** Whether to end; the sweep asks before each file. */
  isStopping(): boolean;
}

/**
 * Removes the files that no row names, a day after they were written: those that a crash, a full disk or a replaced
 * picture left behind (docs/rules/files.md#order-of-writes). It looks up a hundred names at a time, so it needs no more
 * memory for many files. It ends when a backup begins, which needs what rows named a moment ago.
 *
 * @returns how many files it removed.
 * @throws Error when none of the first hundred is in use: they look like the files of another database.
 */
export async function sweepFiles({ runner, context, files, areFilesHeld, isStopping }: Sweep): Promise<number> {
  let [removed, inUse, isHeld] = [0, 0, false];
  const sweep = async (names: readonly string[]) => {
    const named = await runner.read(context, (work) => work.namedFiles.named(names));
    // In this order: a backup that begins after it copies no file that is unnamed by now.
    isHeld = await runner.read(context, areFilesHeld);
    if (isHeld) return;
    const unnamed = names.filter((name) => !named.has(name));
    inUse += names.length - unnamed.length;
    if (inUse === 0)
      throw new Error('Not one of these files is in use. Is this the right FILES_URL? None was removed.');
    for (const name of unnamed) {
      if (isStopping()) return;
      await files.remove(name);
      removed += 1;
    }
  };
  let old: string[] = [];
  for await (const { name, modifiedAt } of files.names()) {
    if (isStopping() || isHeld) return removed;
    if (modifiedAt <= runner.clock.now() - GRACE) old.push(name);
    if (old.length < NAMES_AT_ONCE) continue;
    await sweep(old);
    old = [];
  }
  if (old.length > 0) await sweep(old);
  return removed;
}

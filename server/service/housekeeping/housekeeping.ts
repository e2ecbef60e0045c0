import { LEASE_MS } from '#events/serving';
import { mergeIndexedWords, topUpReportWords } from '#memory';
import { LONGEST_VALID_MINUTES, type SessionUse } from '#people';
import {
  type Actor,
  DAY,
  type FileStore,
  HOUR,
  type Log,
  MINUTE,
  Recurring,
  type RequestContext,
  type Runner,
  type SettingsSource,
  type StaleRows,
  shifted,
  type Work,
} from '#platform';
import { JobStore, MisdatedStore, NAMES_AT_ONCE, NamedFileStore } from './housekeeping-store.ts';

/**
 * How old a file must be before the sweep removes it, in milliseconds. A file is kept before the row that names it, so
 * a younger one may belong to a request that still runs.
 */
const GRACE = DAY;

interface Sweep extends Pick<Parts, 'runner' | 'files' | 'areFilesHeld'> {
  readonly context: RequestContext<null>;
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
    const named = await runner.read(context, (work) => work.of(NamedFileStore).named(names));
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

/** How often a node looks whether a job is due, in milliseconds. */
const LOOK_EVERY_MS = 5 * MINUTE;
/** How many rows one transaction forgets at most, so that no request waits long for it. */
const BATCH = 500;
/** How many steps of merging the indexes of words one hour takes at most. */
const MOST_MERGES = 2000;

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'housekeeping', source: 'housekeeping' };

/** The duties of housekeeping for the rest of the service. */
export interface Duties {
  readonly stale: StaleRows;
  /** Whether no file may be removed now, since a backup is being made. */
  areFilesHeld(work: Work<Actor>): Promise<boolean>;
  /**
   * Further jobs, by their names in the log. Every node runs each of them at each look, in a transaction of its own;
   * the job finds out by itself whether anything is due.
   */
  readonly jobs: Readonly<Record<string, (work: Work<Actor>, source: SettingsSource) => Promise<void>>>;
  /** Duties in steps, each in a transaction of its own, by their names in the log. A step answers whether there is another. */
  readonly steps: Readonly<Record<string, (runner: Runner, context: RequestContext<null>) => Promise<boolean>>>;
}

interface Parts extends Duties {
  readonly runner: Runner;
  readonly files: FileStore;
  readonly source: SettingsSource;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** Notes of the requests to this process. */
  readonly sessionUse: SessionUse;
}

/** The work of housekeeping, by name: how many rows it forgot, how many files it removed. */
export type Tidied = Readonly<Record<string, number>>;

/**
 * The jobs that the service does by itself (docs/rules/service.md#housekeeping): every hour it forgets what is stale,
 * every day it removes the files that no row names. The first one of several nodes does a job; the others see that it
 * has begun.
 */
export class Housekeeping extends Recurring {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    super(LOOK_EVERY_MS);
    this.#parts = parts;
  }

  /** Runs the jobs that are due. It logs a job that fails, and runs it again when it is next due. */
  async runDue(): Promise<Tidied> {
    const { runner, source, sessionUse, jobs, steps, areFilesHeld } = this.#parts;
    if (await runner.isReadOnly()) return {};
    await this.#run('session use', () => sessionUse.write(runner));
    for (const [name, job] of Object.entries(jobs))
      await this.#run(name, () => runner.write(CONTEXT, (work) => job(work, source)));
    for (const [name, step] of Object.entries(steps)) await this.#run(name, () => this.#inSteps(step));
    const forgotten = await this.#due('forget', HOUR, () => this.#forget());
    const merged = await this.#due('merge words', HOUR, async () => ({ 'parts of words': await this.#mergeWords() }));
    await this.#due('reporters of words', 30 * DAY, async () => ({ tickets: await this.#topUp() }));
    const isHeld = await runner.read(CONTEXT, areFilesHeld);
    const swept = isHeld ? {} : await this.#due('sweep files', DAY, async () => ({ files: await this.#sweep() }));
    return { ...forgotten, ...merged, ...swept };
  }

  async #inSteps(step: Duties['steps'][string]): Promise<void> {
    while (!this.isStopping && (await step(this.#parts.runner, CONTEXT)));
  }

  async #run(name: string, job: () => Promise<void>): Promise<void> {
    try {
      if (!this.isStopping) await job();
    } catch (error) {
      this.#parts.log.error({ err: error, job: name }, 'could not do a job');
    }
  }

  async #due(name: string, every: number, job: () => Promise<Tidied>): Promise<Tidied> {
    const { runner, log } = this.#parts;
    try {
      const isOurs =
        !this.isStopping &&
        (await runner.write(CONTEXT, (work) =>
          work.of(JobStore).begin({ name, now: work.now, before: shifted(work.now, -every) }),
        ));
      if (!isOurs) return {};
      const tidied = await job();
      log.info({ job: name, tidied }, 'tidied up');
      return tidied;
    } catch (error) {
      log.error({ err: error, job: name }, 'could not tidy up');
      return {};
    }
  }

  async #forget(): Promise<Tidied> {
    const { runner, source, stale } = this.#parts;
    const tidied: Record<string, number> = {};
    for (const [what, forget] of Object.entries(stale)) {
      let count = BATCH;
      tidied[what] = 0;
      while (count === BATCH && !this.isStopping) {
        count = await runner.write(CONTEXT, (work) => forget(work, BATCH, source));
        tidied[what] += count;
      }
    }
    return tidied;
  }

  /** Goes in small steps, so that no write waits long. */
  async #mergeWords(): Promise<number> {
    let steps = 0;
    const isMore = () => this.#parts.runner.write(CONTEXT, (work) => mergeIndexedWords(work));
    while (steps < MOST_MERGES && !this.isStopping && (await isMore())) steps += 1;
    return steps;
  }

  /** Words whose reporters were counted less far by the version before get the others. @returns up to which ticket. */
  async #topUp(): Promise<number> {
    let last = 0;
    for (let next: number | null = 0; next !== null && !this.isStopping; ) {
      last = next;
      next = await this.#parts.runner.write(CONTEXT, (work) => topUpReportWords(work, last));
    }
    return last;
  }

  #sweep(): Promise<number> {
    return sweepFiles({ ...this.#parts, context: CONTEXT, isStopping: () => this.isStopping });
  }
}

/** How far the clocks of two processes may be apart, in milliseconds: what is dated no later is left as it is. */
const TOLERANCE_MS = 5 * MINUTE;
/** Longer than a delivery ever waits: retries, receivers and `mail_delay_minutes` ask for an hour at most, and a fifth more. */
const LONGEST_WAIT_MS = 2 * HOUR;

/**
 * Mends what was written while a clock was ahead, and would otherwise have effect for as long as it was ahead: deliveries
 * that wait for a day that is far, leases that do not end, limits that keep people from signing in, codes that
 * outlive their time (docs/rules/service.md#time).
 */
export async function mendMisdated(work: Work<Actor>): Promise<void> {
  const after = (milliseconds: number) => shifted(work.now, milliseconds + TOLERANCE_MS);
  await work.of(MisdatedStore).mend(work.now, { due: after(LONGEST_WAIT_MS), leases: after(LEASE_MS) });
  await work.of(MisdatedStore).drop(after(0), after(LONGEST_VALID_MINUTES * MINUTE));
}

import type { Actor } from '../actor.ts';
import { DAY, HOUR, MINUTE, shifted } from '../clock.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import type { FileStore } from '../files/file-store.ts';
import type { SessionUse } from '../sign-in/session-use.ts';
import type { StaleRows } from '../stale-rows.ts';
import type { RequestContext, Runner, Work } from '../work.ts';
import { sweepFiles } from './sweep-files.ts';

/** How often a node looks whether a job is due, in milliseconds. */
const LOOK_EVERY_MS = 5 * MINUTE;
/** How many rows one transaction forgets at most, so that no request waits long for it. */
const BATCH = 500;
/** How many steps of merging the indexes of words one hour takes at most. */
const MOST_MERGES = 2000;

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'housekeeping', source: 'housekeeping' };

/** What housekeeping does for the rest of the service. */
export interface Duties {
  readonly stale: StaleRows;
  /** Whether no file may be removed now, since a backup is being made. */
  areFilesHeld(work: Work<Actor>): Promise<boolean>;
  /**
   * Further jobs, by their names in the log. Every node runs each of them at each look, in a transaction of its own;
   * the job finds out by itself whether anything is due.
   */
  readonly jobs: Jobs;
}

interface Parts extends Duties {
  readonly runner: Runner;
  readonly files: FileStore;
  readonly source: SettingsSource;
  readonly log: Log;
  /** What the requests to this process have noted. */
  readonly sessionUse: SessionUse;
}

type Jobs = Readonly<Record<string, Job>>;

type Job = (work: Work<Actor>, source: SettingsSource) => Promise<void>;

interface Log {
  info(what: object, words: string): void;
  error(what: object, words: string): void;
}

/** What housekeeping did, by name: how many rows it forgot, how many files it removed. */
export type Tidied = Readonly<Record<string, number>>;

/**
 * The jobs that the service does by itself (docs/rules/service.md#housekeeping): every hour it forgets what is stale,
 * every day it removes the files that no row names. Of several nodes, the first one does a job; the others see that it
 * has begun.
 */
export class Housekeeping {
  readonly #parts: Parts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #isStopping = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  start(): void {
    const look = () => {
      this.#running = this.#running.then(() => this.runDue());
    };
    this.#timer = setInterval(look, LOOK_EVERY_MS).unref();
  }

  /** Waits until the running step has ended, and begins no other. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Runs the jobs that are due. It logs a job that fails, and runs it again when it is next due. */
  async runDue(): Promise<Tidied> {
    const { runner, source, sessionUse, jobs, areFilesHeld } = this.#parts;
    await this.#run('session use', () => sessionUse.write(runner));
    for (const [name, job] of Object.entries(jobs))
      await this.#run(name, () => runner.write(CONTEXT, (work) => job(work, source)));
    const forgotten = await this.#due('forget', HOUR, () => this.#forget());
    const merged = await this.#due('merge words', HOUR, async () => ({ 'parts of words': await this.#mergeWords() }));
    const isHeld = await runner.read(CONTEXT, areFilesHeld);
    const swept = isHeld ? {} : await this.#due('sweep files', DAY, async () => ({ files: await this.#sweep() }));
    return { ...forgotten, ...merged, ...swept };
  }

  async #run(name: string, job: () => Promise<void>): Promise<void> {
    try {
      if (!this.#isStopping) await job();
    } catch (error) {
      this.#parts.log.error({ err: error, job: name }, 'could not do a job');
    }
  }

  async #due(name: string, every: number, job: () => Promise<Tidied>): Promise<Tidied> {
    const { runner, log } = this.#parts;
    try {
      const isOurs =
        !this.#isStopping &&
        (await runner.write(CONTEXT, (work) => work.jobs.begin(name, work.now, shifted(work.now, -every))));
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
      while (count === BATCH && !this.#isStopping) {
        count = await runner.write(CONTEXT, (work) => forget(work, BATCH, source));
        tidied[what] += count;
      }
    }
    return tidied;
  }

  /** Goes in small steps, so that no write waits long. */
  async #mergeWords(): Promise<number> {
    let steps = 0;
    const isMore = () => this.#parts.runner.write(CONTEXT, (work) => work.search.mergeWords());
    while (steps < MOST_MERGES && !this.#isStopping && (await isMore())) steps += 1;
    return steps;
  }

  #sweep(): Promise<number> {
    return sweepFiles({ ...this.#parts, context: CONTEXT, isStopping: () => this.#isStopping });
  }
}

import { once } from 'node:events';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { SECOND } from '../../clock.ts';
import { THREAD_FLAGS } from '../../config/environment.ts';
import type { CheckpointMode, LogPages } from './checkpoint-thread.ts';
import type { DatabaseFile } from './database-file.ts';
import type { SqliteWriter } from './sqlite-connection.ts';

/** A checkpoint begins at so many pages, 16 MB: the more is written between two, the less often the same page is copied. */
const CHECKPOINT_PAGES = 4000;
/** The size of the log on the disk, in bytes, when all of it is in the database file. */
export const LOG_KEPT_BYTES = 64 * 1024 * 1024;
/** How often the thread copies while writes go on. */
const PASSES = 2;
/** How long a checkpoint that a reader holds up rests, in milliseconds. */
const REST_MS = SECOND;

/** Commits run checkpoints themselves, as SQLite does by default. */
export function checkpointInCommits(writing: DatabaseSync): void {
  writing.exec(`pragma wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
}

interface Parts {
  readonly file: DatabaseFile;
  readonly writing: DatabaseSync;
  /** A connection that has no transaction open between two turns of the event loop. */
  readonly reading: DatabaseSync;
  readonly writer: SqliteWriter;
}

/**
 * Brings what the log has into the database file, in a thread of its own, so that no request waits for the disk meanwhile
 * (docs/decisions/0063-checkpoints-in-a-thread.md). The thread starts when the log is first long enough.
 */
export class Checkpoints {
  readonly #parts: Parts;
  readonly #counting: StatementSync;
  #thread: Worker | null = null;
  #running: Promise<void> | null = null;
  #resting: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#counting = parts.reading.prepare('pragma wal_checkpoint(noop)');
    parts.writing.exec('pragma wal_autocheckpoint = 0');
    parts.writer.onCommit = () => this.#begin();
  }

  /** Resolves when no checkpoint runs. */
  async idle(): Promise<void> {
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#resting) clearTimeout(this.#resting);
    await this.#running;
    await this.#thread?.terminate();
  }

  #begin(): void {
    if (this.#running || this.#resting || this.#isClosed) return;
    this.#running = this.#run()
      .catch(() => this.#runInCommits())
      .finally(() => {
        this.#running = null;
      });
  }

  /**
   * Writes go on while the thread copies, and add to the log. Each pass has less to copy than the one before; the last one
   * next to nothing, so writes wait for it. After it the next write begins the log anew.
   */
  async #run(): Promise<void> {
    const pages = this.#counting.get() as unknown as LogPages;
    if (pages === null || pages.log < CHECKPOINT_PAGES) return;
    for (let pass = 0; pass < PASSES; pass += 1) if (!(await this.#checkpoint('passive'))) return this.#rest();
    const { file, writer } = this.#parts;
    const mode = file.walBytes > LOG_KEPT_BYTES ? 'truncate' : 'passive';
    if (!(await writer.between(() => this.#checkpoint(mode)))) this.#rest();
  }

  /** @returns whether the database file has the whole log by now: no reader needs what it had before. */
  async #checkpoint(mode: CheckpointMode): Promise<boolean> {
    this.#thread ??= this.#startThread();
    this.#thread.ref();
    this.#thread.postMessage(mode);
    const [pages]: LogPages[] = await once(this.#thread, 'message');
    this.#thread.unref();
    return pages ? pages.log === pages.checkpointed : false;
  }

  /** It tries again by itself: nobody may write after the reader that it waits for. */
  #rest(): void {
    if (this.#isClosed) return;
    this.#resting = setTimeout(() => {
      this.#resting = null;
      this.#begin();
    }, REST_MS).unref();
  }

  /** There is no thread. */
  #runInCommits(): void {
    this.#parts.writer.onCommit = () => {};
    if (!this.#isClosed) checkpointInCommits(this.#parts.writing);
  }

  /** It takes none of the process's other flags, and little memory. */
  #startThread(): Worker {
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: this.#parts.file.path,
      execArgv: THREAD_FLAGS,
      resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
    });
    // Without this listener an error at rest would end the process.
    thread.on('error', () => {});
    thread.once('exit', () => {
      this.#thread = null;
    });
    return thread;
  }
}

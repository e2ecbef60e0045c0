import { Worker } from 'node:worker_threads';
import { type Config, Failure, THREAD_FLAGS } from '#platform';

/** What the thread is told. */
export interface BackupOrder {
  readonly config: Config;
  /** The folder of backups. */
  readonly place: string;
  readonly version: string;
  /** Who asked for it. */
  readonly by: string;
}

/** How a backup in a thread ended: null when it is whole, else what to say to operators. */
export type BackupEnd = string | null;

interface Log {
  info(words: string): void;
  error(what: object, words: string): void;
}

/** After so many seconds it may be asked again. */
const RETRY_AFTER = 30;

/**
 * Makes backups for the service, one at a time, in a thread of its own: copying a database keeps its thread until it is done,
 * and requests go on.
 */
export class BackupMaker {
  readonly #config: Config;
  readonly #version: string;
  readonly #log: Log;
  #isRunning = false;

  constructor(parts: { config: Config; version: string; log: Log }) {
    this.#config = parts.config;
    this.#version = parts.version;
    this.#log = parts.log;
  }

  get canMake(): boolean {
    return this.#config.backupDir !== null;
  }

  /** Begins a backup. @throws Failure `no_backup_folder`, `service_unavailable` while another one is made. */
  begin(by: string): void {
    const { backupDir } = this.#config;
    if (backupDir === null) throw new Failure('no_backup_folder');
    if (this.#isRunning)
      throw new Failure('service_unavailable', {
        message: 'A backup is being made; wait for as many seconds as Retry-After says.',
        retryAfter: RETRY_AFTER,
      });
    this.#isRunning = true;
    const order: BackupOrder = { config: this.#config, place: backupDir, version: this.#version, by };
    const thread = new Worker(new URL('../../../bin/backup-thread.ts', import.meta.url), {
      workerData: order,
      execArgv: THREAD_FLAGS,
    });
    thread.on('message', (problem: BackupEnd) => {
      if (problem === null) this.#log.info('made a backup');
      else this.#log.error({ problem }, 'the backup is not whole');
    });
    thread.on('error', (error) => this.#log.error({ err: error }, 'could not make a backup'));
    thread.once('exit', () => {
      this.#isRunning = false;
    });
    // It does not keep the process: what it leaves, the next backup removes.
    thread.unref();
  }
}

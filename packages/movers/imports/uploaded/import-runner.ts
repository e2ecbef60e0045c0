import { Worker } from 'node:worker_threads';
import type { TableProblem } from '#contract/imports.ts';
import { type Config, type Instant, type RequestContext, type Runner, shifted, THREAD_FLAGS } from '#platform';
import { TableImportStore } from './table-import-store.ts';
import { HELD_FOR_MS } from './uploaded-tables.ts';

export interface ImportOrder {
  readonly config: Config;
  readonly id: string;
  /** The act of a run that begins. */
  readonly actId: string;
  readonly context: Pick<RequestContext, 'actor' | 'correlationId' | 'source'>;
}

/** How a run in a thread ended: null when it is done or has stopped, else why the table was refused. */
export type ImportEnd = readonly TableProblem[] | null;

/** The message to the thread when the service stops: it ends after the transaction that it is in. */
export const STOP = 'stop';

interface RunnerParts {
  readonly config: Config;
  readonly runner: Runner;
  readonly log: { error(what: object, words: string): void };
}

const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'import', source: 'import' };

/**
 * Runs imports of uploaded tables for the service, in a thread of its own, so that requests go on. The row of the import
 * says until when this process has it; a process that dies says nothing more, and the import can be gone on with.
 */
export class ImportRunner {
  readonly #parts: RunnerParts;
  /** One, and for a moment those that are done and have not said so. */
  readonly #running = new Map<Worker, Promise<void>>();

  constructor(parts: RunnerParts) {
    this.#parts = parts;
  }

  /** Begins an import that `startImport` has given to this process. */
  begin({ id, actId, context: { actor, correlationId, source } }: Omit<ImportOrder, 'config'>): void {
    const { config, log } = this.#parts;
    const order: ImportOrder = { config, id, actId, context: { actor, correlationId, source } };
    const thread = new Worker(new URL('../../../../bin/import-thread.ts', import.meta.url), {
      workerData: order,
      execArgv: THREAD_FLAGS,
    });
    const hold = setInterval(() => this.#renew(id), HELD_FOR_MS / 3);
    let end: ImportEnd = null;
    thread.on('message', (said: ImportEnd) => {
      end = said;
    });
    thread.on('error', (error) => log.error({ err: error, import: id }, 'an import broke off'));
    const exited = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
    const ended = exited.then(async () => {
      clearInterval(hold);
      await this.#release(id, end);
      this.#running.delete(thread);
    });
    this.#running.set(thread, ended);
  }

  /** Lets the run of this process finish its transaction, and waits for that. */
  async stop(): Promise<void> {
    await Promise.all(
      [...this.#running].map(([thread, ended]) => {
        thread.postMessage(STOP);
        return ended;
      }),
    );
  }

  #renew(id: string): Promise<void> {
    return this.#change(id, 'is running', (now) => ({ held_until: shifted(now, HELD_FOR_MS) }));
  }

  #release(id: string, end: ImportEnd): Promise<void> {
    const problems = end === null ? null : JSON.stringify(end);
    return this.#change(id, 'has ended', (now) => ({ held_until: now, problems }));
  }

  async #change(
    id: string,
    what: string,
    changes: (now: Instant) => Parameters<TableImportStore['change']>[1],
  ): Promise<void> {
    const { runner, log } = this.#parts;
    await runner
      .write(CONTEXT, (work) => work.of(TableImportStore).change(id, changes(work.now)))
      .catch((error) => log.error({ err: error, import: id }, `could not say that an import ${what}`));
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import { LEASE_MS } from '#events/serving';
import type { App } from '../../server/testing/start-app.ts';
import type { FromWorker, ToWorker } from './messages.ts';

interface Worker {
  readonly name: string;
  readonly process: ChildProcess;
  readonly skew: number;
  /** The clock's offset at which the worker last said that it had nothing to do. */
  idleAt: number | null;
  isResting: boolean;
  isStopped: boolean;
  /** Whether it was stopped at some time. */
  hasStopped: boolean;
}

/** Milliseconds by which every second worker's clock is ahead. */
const SKEW_MS = 7000;

/** The workers of a proof, each a process of its own. */
export class Workers {
  /** Workers that run, or are stopped for a while. */
  readonly active: Worker[] = [];
  /** Names of workers that were killed or stopped at some time. What such a worker sent last may be sent again. */
  readonly disturbed = new Set<string>();
  /** Attempts whose end was not kept although their worker was never disturbed. */
  readonly unsettled = new Set<string>();
  /** Every worker that ever began, by name. */
  readonly #all = new Map<string, Worker>();
  readonly #app: App;
  readonly #receiver: string;
  readonly #program: string;
  /** How far the workers' clock is ahead of the machine's, in milliseconds. */
  offset = 0;
  #spare: Worker | undefined;
  #count = 0;

  /** @param program the worker's file. */
  constructor(app: App, receiver: string, program: string) {
    this.#app = app;
    this.#program = program;
    this.#receiver = receiver;
    // The workers' clock begins where the test's clock is.
    this.offset = app.clock.now() - Date.now() + 1000;
  }

  /** Begins one more worker. A process takes long to start, so a spare one is started for the next time. */
  begin(): void {
    const worker = this.#spare ?? this.#fork();
    this.#spare = this.#fork();
    this.active.push(worker);
    this.#send(worker, 'begin');
  }

  #fork(): Worker {
    const name = `w${this.#count++}`;
    const child = fork(this.#program, {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        // The program has a new name in each run: what is compiled of it stays beside it, for the next worker.
        NODE_COMPILE_CACHE: dirname(this.#program),
        WORKER: name,
        RECEIVER: this.#receiver,
        DATA_DIR: this.#app.dataDir,
        ...(this.#app.databaseUrl ? { DATABASE_URL: this.#app.databaseUrl } : {}),
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const skew = this.#count % 2 === 0 ? SKEW_MS : 0;
    const worker: Worker = {
      ...{ name, process: child, skew },
      ...{ idleAt: null, isResting: false, isStopped: false, hasStopped: false },
    };
    this.#all.set(name, worker);
    child.on('message', (message: FromWorker) => {
      if (message.say === 'idle') worker.idleAt = message.offset - skew;
      else if (message.say === 'resting') worker.isResting = true;
      else this.unsettled.add(message.attempt);
    });
    child.on('exit', () => {
      this.active.splice(this.active.indexOf(worker), 1);
      this.disturbed.add(name);
    });
    return worker;
  }

  /** Kills one worker. */
  kill(): void {
    this.active[0]?.process.kill('SIGKILL');
  }

  /** Lets stopped workers continue. */
  continueStopped(): void {
    for (const worker of this.active.filter(({ isStopped }) => isStopped)) {
      worker.isStopped = false;
      worker.idleAt = null;
      worker.process.kill('SIGCONT');
    }
  }

  /** Stops one worker and lets the one that was stopped before continue. */
  stopOne(): void {
    this.continueStopped();
    const worker = this.active.at(-1);
    if (worker === undefined || this.active.length < 2) return;
    worker.isStopped = true;
    worker.hasStopped = true;
    this.disturbed.add(worker.name);
    worker.process.kill('SIGSTOP');
  }

  /** Whether a worker sends a delivery after the lease under which it claimed it, because it was stopped since. */
  isLate({ worker: name, offset }: { worker: string; offset: number }): boolean {
    const worker = this.#all.get(name);
    return worker?.hasStopped === true && this.offset + worker.skew - offset >= LEASE_MS;
  }

  /** Whether every worker that is not stopped has nothing to do, by the clock as it is now. */
  get areIdle(): boolean {
    const running = this.#running;
    return running.length > 0 && running.every(({ idleAt }) => idleAt === this.offset);
  }

  /** Asks every worker to claim nothing more until the clock goes on: a worker that was idle may have found something since. */
  rest(): void {
    for (const worker of this.active) {
      worker.idleAt = null;
      worker.isResting = false;
      this.#send(worker, 'rest');
    }
  }

  /** Whether every worker that is not stopped has ended the attempts that it began before the rest. */
  get areResting(): boolean {
    return this.#running.every(({ isResting }) => isResting);
  }

  get #running(): Worker[] {
    return this.active.filter(({ isStopped }) => !isStopped);
  }

  /** Moves the workers' clock. */
  advance(milliseconds: number): void {
    this.offset += milliseconds;
    for (const worker of this.active) this.#send(worker, 'clock');
  }

  #send({ process: child, skew }: Worker, say: ToWorker['say']): void {
    if (child.connected) child.send({ say, offset: this.offset + skew } satisfies ToWorker, () => {});
  }

  async killAll(): Promise<void> {
    await Promise.all(
      [...this.active, ...(this.#spare ? [this.#spare] : [])].map(async ({ process: child }) => {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }),
    );
  }
}

import { type Clock, type Instant, instant, SECOND, type WakeSignal } from '#platform';
import { FIRST_RETRY_MS, LAST_RETRY_MS } from './backoff.ts';
import { LEASE_MS } from './claim.ts';
import { BATCH_SIZE, DeliveryPass, type DeliveryPassParts } from './delivery-pass.ts';
import { DeliveryStats, type Summary } from './delivery-stats.ts';
import { type LineLog, OutboxLog } from './outbox-log.ts';
import { WorkerRuntime } from './worker-runtime.ts';

interface Parts extends DeliveryPassParts {
  readonly wakeSignal: WakeSignal;
  readonly clock: Clock;
  /** Milliseconds between two looks at the record when no wake signal comes. */
  readonly pollMs: number;
  /** Whether the loop is to run at all. */
  readonly enabled: boolean;
}

/** Milliseconds after a wake signal before the next batch is claimed: events that come meanwhile join it. */
const GATHER_MS = 20;
/**
 * After a batch the worker rests as long as the batch took, at most so many milliseconds: on SQLite requests wait while the
 * worker works.
 */
const MAX_REST_MS = 100;
/** Milliseconds that a stop leaves to the attempts that run, before it aborts them. */
const STOP_GRACE_MS = 5 * SECOND;

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Delivers recorded events: at least once, in order for each ticket and destination. Every node may run one. */
export class OutboxWorker {
  readonly runtime: WorkerRuntime;
  readonly #parts: Parts;
  readonly #log = new OutboxLog();
  #loop: Promise<void> | null = null;
  #stopping = false;
  #isDue = false;
  #wake = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
    this.runtime = new WorkerRuntime();
  }

  /** Tells this log from now on what is given up, and when the worker cannot work. */
  reportTo(log: LineLog): void {
    this.#log.reportTo(log);
  }

  /** The worker's configuration as operators see it. */
  get config() {
    const { enabled, pollMs, rule } = this.#parts;
    return {
      worker_enabled: enabled,
      poll_ms: pollMs,
      batch_size: BATCH_SIZE,
      max_attempts: rule.maxAttempts,
      processing_timeout_ms: LEASE_MS,
      retry_base_ms: FIRST_RETRY_MS,
      retry_max_ms: LAST_RETRY_MS,
    };
  }

  /** Begins to work, until `stop`; does nothing when the worker is switched off. */
  start(): void {
    if (!this.#parts.enabled) return;
    this.#stopping = false;
    this.runtime.isRunning = true;
    this.#loop ??= this.#run();
  }

  /** Claims nothing more, lets attempts that run end for a while, then aborts them and gives up their leases. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wakeUp();
    await this.#loop;
    this.#loop = null;
  }

  /** Delivers what is due now, whether or not the loop runs. */
  async runOnce(): Promise<Summary> {
    const stats = new DeliveryStats();
    const pass = new DeliveryPass(this.#parts, stats, this.runtime, this.#log);
    this.runtime.tick(this.#now());
    await pass.recover();
    for (;;) {
      // An attempt that is settled while the batch is claimed makes the ticket's next event due: only a batch that found
      // nothing while nothing ran is the last.
      const wasIdle = pass.isIdle;
      if ((await pass.runBatch()) === 0 && wasIdle) return stats.summary;
      await pass.oneSettled();
    }
  }

  #wakeUp(): void {
    this.#isDue = true;
    this.#wake();
  }

  async #run(): Promise<void> {
    const pass = new DeliveryPass(this.#parts, this.runtime, this.#log);
    pass.onSettled = () => this.#wakeUp();
    const stopListening = this.#parts.wakeSignal.onWake(() => this.#wakeUp());
    let polledAt = Number.NEGATIVE_INFINITY;
    while (!this.#stopping) {
      const began = performance.now();
      const isPoll = began - polledAt >= this.#parts.pollMs;
      if (isPoll) polledAt = began;
      if ((await this.#runBatch(pass, isPoll)) === 0) await this.#wait(this.#parts.pollMs);
      else await after(Math.min(performance.now() - began, MAX_REST_MS));
    }
    stopListening();
    const grace = setTimeout(() => void pass.release(), STOP_GRACE_MS);
    while (!pass.isIdle) await pass.oneSettled();
    clearTimeout(grace);
    this.runtime.isRunning = false;
  }

  async #runBatch(pass: DeliveryPass, recovers: boolean): Promise<number> {
    this.#isDue = false;
    this.runtime.tick(this.#now());
    try {
      if (recovers) await pass.recover();
      const claimed = await pass.runBatch();
      this.#log.worked();
      return claimed;
    } catch (error) {
      this.runtime.failed(error);
      this.#log.failed(error);
      return 0;
    }
  }

  /** Until a wake signal comes or an attempt is settled, at most so many milliseconds. */
  async #wait(milliseconds: number): Promise<void> {
    if (!this.#isDue && !this.#stopping) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#wake = () => {};
    }
    if (!this.#stopping) await after(GATHER_MS);
  }

  #now(): Instant {
    return instant(this.#parts.clock.now());
  }
}

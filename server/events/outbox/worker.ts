import { setTimeout as after } from 'node:timers/promises';
import { type Clock, Failure, type Instant, instant, type Log, type Runner, SECOND, type WakeSignal } from '#platform';
import { LEASE_MS } from './claim-store.ts';
import {
  BATCH_SIZE,
  type DeadLetter,
  type DeliveryObserver,
  DeliveryPass,
  type DeliveryPassParts,
  DeliveryStats,
  type Summary,
} from './delivery-pass.ts';
import { errorText, FIRST_RETRY_MS, LAST_RETRY_MS, type Settled } from './settle.ts';

/**
 * Tells operators in the log what the outbox gave up, and when it cannot work: once, not at each try. It tells ids and
 * nobody's words (docs/rules/service.md#logs).
 */
export class OutboxLog implements Partial<DeliveryObserver> {
  #log: Log | null = null;
  #isFailing = false;

  reportTo(log: Log): void {
    this.#log = log;
  }

  gaveUp({ entryId, destination }: DeadLetter): void {
    this.#log?.warn({ entry_id: entryId, destination }, 'gave up a delivery');
  }

  failed(error: unknown): void {
    if (!this.#isFailing) this.#log?.error({ err: error }, 'the outbox cannot work');
    this.#isFailing = true;
  }

  worked(): void {
    if (this.#isFailing) this.#log?.info({}, 'the outbox works again');
    this.#isFailing = false;
  }
}

/** The deliveries of this process since it started, by its worker and on request (docs/rules/events.md#operators). */
export class WorkerRuntime extends DeliveryStats {
  isRunning = false;
  #ticks = 0;
  #processed = 0;
  #lastTickAt: Instant | null = null;
  #lastError: string | null = null;

  tick(at: Instant): void {
    this.#ticks += 1;
    this.#lastTickAt = at;
  }

  /** It lives as long as the process, so it remembers no entry. */
  override claimed(): void {}

  override settled(status: Settled['delivery'], isSent: boolean, error?: unknown): void {
    super.settled(status, isSent);
    this.#processed += 1;
    if (error !== undefined) this.failed(error);
  }

  override failed(error: unknown): void {
    this.#lastError = errorText(error);
  }

  get snapshot() {
    const { succeeded, retried, dead_lettered, recovered_stuck } = this.summary;
    return {
      is_running: this.isRunning,
      ticks_total: this.#ticks,
      processed_total: this.#processed,
      succeeded_total: succeeded,
      retried_total: retried,
      dead_letter_total: dead_lettered,
      recovered_stuck_total: recovered_stuck,
      last_tick_at: this.#lastTickAt,
      last_error: this.#lastError,
    };
  }
}

interface Parts extends DeliveryPassParts {
  readonly wakeSignal: WakeSignal;
  readonly clock: Clock;
  /** Milliseconds between two looks at the record when no wake signal comes. */
  readonly pollMs: number;
  readonly enabled: boolean;
  /** Work that is done on the minute, before anything is delivered. It answers whether there is more. */
  readonly punctual?: (runner: Runner) => Promise<boolean>;
}

/** Milliseconds before the next batch is claimed, after a wake signal or a settled attempt: what comes meanwhile joins it. */
const GATHER_MS = 5;
/**
 * After a batch the worker rests as long as the batch took, at most so many milliseconds: on SQLite requests wait while the
 * worker works.
 */
const MAX_REST_MS = 100;
/** Milliseconds for which a pass on request claims: whoever asked waits, and a retry may be due while others run. */
const LONGEST_RUN_MS = 20 * SECOND;
/** Milliseconds that a stop leaves to the attempts that run, before it aborts them. */
const STOP_GRACE_MS = 5 * SECOND;

/** Delivers recorded events: at least once, in order for each ticket and destination. Every node may run one. */
export class OutboxWorker {
  readonly runtime = new WorkerRuntime();
  readonly #parts: Parts;
  readonly #log = new OutboxLog();
  #loop: Promise<void> | null = null;
  #stopping = false;
  #isDue = false;
  /** Whether more of what is punctual waits to be done. */
  #isBehind = false;
  #wake = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Tells this log from now on what is given up, and when the worker cannot work. */
  reportTo(log: Log): void {
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

  /** Delivers what is due, whether or not the loop runs; after 20 seconds it claims nothing more. */
  async runOnce(): Promise<Summary> {
    const stats = new DeliveryStats();
    const pass = new DeliveryPass(this.#parts, stats, this.runtime, this.#log);
    this.runtime.tick(this.#now());
    await pass.recover();
    const until = this.#parts.clock.now() + LONGEST_RUN_MS;
    while ((await this.#doPunctual()) && this.#parts.clock.now() < until);
    for (;;) {
      // An attempt that is settled while the batch is claimed makes the ticket's next event due: only a batch that found
      // nothing while nothing ran is the last.
      const wasIdle = pass.isIdle;
      const claimed = this.#parts.clock.now() < until ? await pass.runBatch() : 0;
      if (claimed === 0 && wasIdle) return stats.summary;
      await pass.oneSettled();
    }
  }

  async #doPunctual(): Promise<boolean> {
    return (await this.#parts.punctual?.(this.#parts.runner)) ?? false;
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
      if (recovers || this.#isBehind) this.#isBehind = await this.#doPunctual();
      if (this.#isBehind) this.#isDue = true;
      const claimed = await pass.runBatch();
      this.#log.worked();
      return claimed;
    } catch (error) {
      // Work that waits while Kwit is read-only is no fault.
      if (error instanceof Failure && error.code === 'read_only') return 0;
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

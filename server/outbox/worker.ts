import type { Clock, Instant } from '../clock.ts'
import { instant, SECOND } from '../clock.ts'
import type { WakeSignal } from '../database/wake-signal.ts'
import { LEASE } from './claim.ts'
import { DeliveryPass, type DeliveryPassParts } from './delivery-pass.ts'
import { DeliveryStats, type Summary } from './delivery-stats.ts'
import { WorkerRuntime } from './worker-runtime.ts'

interface Parts extends DeliveryPassParts {
  readonly wakeSignal: WakeSignal
  readonly clock: Clock
  /** Milliseconds between two looks when no bell rings. */
  readonly pollMs: number
  /** Whether the loop is to run at all. */
  readonly enabled: boolean
}

/** Milliseconds after a bell in which further events join the same round: less work each, and still soon. */
const GATHER = 20
/**
 * Milliseconds. Between two steps with much to do the worker rests as long as the last one took, and never longer than
 * this: what waits is not to keep requests waiting.
 */
const LONGEST_PAUSE = 100
/** How long a stop waits for deliveries that run, before it cuts them off. */
const GRACE = 5 * SECOND

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Delivers what was recorded: at least once, in order for each ticket and destination. Several may run at once. */
export class OutboxWorker {
  readonly runtime: WorkerRuntime
  readonly #parts: Parts
  #loop: Promise<void> | null = null
  #stopping = false
  #isRung = false
  #wake = () => {}

  constructor(parts: Parts) {
    this.#parts = parts
    this.runtime = new WorkerRuntime()
  }

  /** As operators see it. */
  get config() {
    const { enabled, pollMs, rule } = this.#parts
    const lease_seconds = LEASE / SECOND
    return { worker_enabled: enabled, poll_ms: pollMs, max_attempts: rule.maxAttempts, lease_seconds }
  }

  /** Works until `stop`, unless it is switched off. */
  start(): void {
    if (!this.#parts.enabled) return
    this.#stopping = false
    this.runtime.isRunning = true
    this.#loop ??= this.#run()
  }

  /** Takes nothing more, lets what runs end for a while, then cuts it off and gives its leases back. */
  async stop(): Promise<void> {
    this.#stopping = true
    this.#wakeUp()
    await this.#loop
    this.#loop = null
  }

  /** Does what is due now, whether or not the loop runs, and tells what it did. */
  async runOnce(): Promise<Summary> {
    const tally = new DeliveryStats()
    const round = new DeliveryPass(this.#parts, tally)
    await round.recover()
    while ((await round.runBatch()) > 0 || !round.isIdle) await round.oneSettled()
    return tally.summary
  }

  #wakeUp(): void {
    this.#isRung = true
    this.#wake()
  }

  async #run(): Promise<void> {
    const round = new DeliveryPass(this.#parts, this.runtime)
    round.onSettled = () => this.#wakeUp()
    const silence = this.#parts.wakeSignal.onWake(() => this.#wakeUp())
    let looked = Number.NEGATIVE_INFINITY
    while (!this.#stopping) {
      const isTime = performance.now() - looked >= this.#parts.pollMs
      if (isTime) looked = performance.now()
      const began = performance.now()
      if ((await this.#step(round, isTime)) === 0) await this.#rest(this.#parts.pollMs)
      else await after(Math.min(performance.now() - began, LONGEST_PAUSE))
    }
    silence()
    const grace = setTimeout(() => void round.release(), GRACE)
    while (!round.isIdle) await round.oneSettled()
    clearTimeout(grace)
    this.runtime.isRunning = false
  }

  async #step(round: DeliveryPass, recovers: boolean): Promise<number> {
    this.#isRung = false
    this.runtime.tick(this.#now())
    try {
      if (recovers) await round.recover()
      return await round.runBatch()
    } catch (error) {
      this.runtime.failed(error)
      return 0
    }
  }

  /** Until a bell, the end of a delivery, or the next look. */
  async #rest(milliseconds: number): Promise<void> {
    if (!this.#isRung && !this.#stopping) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds)
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#wake = () => {}
    }
    if (!this.#stopping) await after(GATHER)
  }

  #now(): Instant {
    return instant(this.#parts.clock.now())
  }
}

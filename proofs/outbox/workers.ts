import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { LEASE_MS } from '../../server/outbox/claim.ts'
import type { App } from '../../server/testing/start-app.ts'
import type { FromWorker, ToWorker } from './messages.ts'

interface Hand {
  readonly name: string
  readonly process: ChildProcess
  readonly skew: number
  idleAt: number | null
  isResting: boolean
  stopped: boolean
  /** Whether it was, at some time. */
  hasStopped: boolean
}

/** Milliseconds by which every second clock is ahead. */
const SKEW = 7000

/** The workers of a proof, each a process of its own. */
export class Hands {
  readonly hands: Hand[] = []
  /** All that ever began, by name. */
  readonly #all = new Map<string, Hand>()
  /** Workers that were killed or stopped at some time: what they sent last may be sent again. */
  readonly unwell = new Set<string>()
  /** Deliveries whose end was not written down, though whoever was at them is well. */
  readonly unheard = new Set<string>()
  readonly #app: App
  readonly #receiver: string
  offset = 0
  #ready: Hand | undefined
  #count = 0

  constructor(app: App, receiver: string) {
    this.#app = app
    this.#receiver = receiver
    // The workers' clocks begin where the test's clock is.
    this.offset = app.clock.now() - Date.now() + 1000
  }

  /** One more begins: another stands ready by then, for a process takes long to start. */
  hire(): void {
    const hand = this.#ready ?? this.#fork()
    this.#ready = this.#fork()
    this.hands.push(hand)
    this.#tell(hand, 'begin')
  }

  #fork(): Hand {
    const name = `w${this.#count++}`
    const worker = fork(new URL('./worker-process.ts', import.meta.url), {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        WORKER: name,
        RECEIVER: this.#receiver,
        DATA_DIR: this.#app.dataDir,
        ...(this.#app.databaseUrl ? { DATABASE_URL: this.#app.databaseUrl } : {}),
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const skew = this.#count % 2 === 0 ? SKEW : 0
    const hand: Hand = {
      name,
      process: worker,
      skew,
      idleAt: null,
      isResting: false,
      stopped: false,
      hasStopped: false,
    }
    this.#all.set(name, hand)
    worker.on('message', (message: FromWorker) => {
      if (message.say === 'idle') hand.idleAt = message.offset - skew
      else if (message.say === 'resting') hand.isResting = true
      else this.unheard.add(message.delivery)
    })
    worker.on('exit', () => {
      this.hands.splice(this.hands.indexOf(hand), 1)
      this.unwell.add(name)
    })
    return hand
  }

  kill(): void {
    this.hands[0]?.process.kill('SIGKILL')
  }

  /** Lets those go on that were stopped. */
  wake(): void {
    for (const hand of this.hands.filter(({ stopped }) => stopped)) {
      hand.stopped = false
      hand.idleAt = null
      hand.process.kill('SIGCONT')
    }
  }

  /** Stops one and lets another, that was stopped, go on. */
  stopOne(): void {
    this.wake()
    const hand = this.hands.at(-1)
    if (hand === undefined || this.hands.length < 2) return
    hand.stopped = true
    hand.hasStopped = true
    this.unwell.add(hand.name)
    hand.process.kill('SIGSTOP')
  }

  /** Whether a worker sends what it claimed before its lease ran out, because it was stopped since. */
  isLate({ worker, offset }: { worker: string; offset: number }): boolean {
    const hand = this.#all.get(worker)
    return hand?.hasStopped === true && this.offset + hand.skew - offset >= LEASE_MS
  }

  /** Whether everybody who can has nothing to do, by the clock as it is now. */
  get areIdle(): boolean {
    const working = this.#working
    return working.length > 0 && working.every(({ idleAt }) => idleAt === this.offset)
  }

  /** Asks everybody to take nothing more until the clock goes on: who was idle may have found something since. */
  rest(): void {
    for (const hand of this.hands) {
      hand.idleAt = null
      hand.isResting = false
      this.#tell(hand, 'rest')
    }
  }

  /** Whether everybody who can has ended what was begun before the rest. */
  get areResting(): boolean {
    return this.#working.every(({ isResting }) => isResting)
  }

  get #working(): Hand[] {
    return this.hands.filter(({ stopped }) => !stopped)
  }

  advance(milliseconds: number): void {
    this.offset += milliseconds
    for (const hand of this.hands) this.#tell(hand, 'clock')
  }

  #tell({ process: worker, skew }: Hand, say: ToWorker['say']): void {
    if (worker.connected) worker.send({ say, offset: this.offset + skew } satisfies ToWorker, () => {})
  }

  async dismiss(): Promise<void> {
    await Promise.all(
      [...this.hands, ...(this.#ready ? [this.#ready] : [])].map(async ({ process: worker }) => {
        worker.kill('SIGKILL')
        await once(worker, 'exit')
      }),
    )
  }
}

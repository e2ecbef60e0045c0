import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { App } from '../../server/testing/start-app.ts'
import type { FromWorker, ToWorker } from './messages.ts'

interface Hand {
  readonly name: string
  readonly process: ChildProcess
  readonly skew: number
  idleAt: number | null
  stopped: boolean
}

/** The workers of a proof, each a process of its own. */
export class Hands {
  readonly hands: Hand[] = []
  /** Workers that were killed or stopped at some time: what they sent last may be sent again. */
  readonly unwell = new Set<string>()
  readonly #app: App
  readonly #receiver: string
  offset = 0
  #count = 0

  constructor(app: App, receiver: string) {
    this.#app = app
    this.#receiver = receiver
    // The workers' clocks begin where the test's clock is.
    this.offset = app.clock.now() - Date.now() + 1000
  }

  hire(): void {
    const name = `w${this.#count++}`
    const skew = this.#count % 2 === 0 ? 7000 : 0
    const worker = fork(new URL('./worker-process.ts', import.meta.url), {
      env: {
        ...process.env,
        NODE_OPTIONS: '',
        WORKER: name,
        RECEIVER: this.#receiver,
        DATA_DIR: this.#app.dataDir,
        START: String(this.offset + skew),
        ...(this.#app.databaseUrl ? { DATABASE_URL: this.#app.databaseUrl } : {}),
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const hand: Hand = { name, process: worker, skew, idleAt: null, stopped: false }
    worker.on('message', (message: FromWorker) => {
      hand.idleAt = message.offset - skew
    })
    worker.on('exit', () => {
      this.hands.splice(this.hands.indexOf(hand), 1)
      this.unwell.add(name)
    })
    this.hands.push(hand)
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
    this.unwell.add(hand.name)
    hand.process.kill('SIGSTOP')
  }

  /** Whether everybody who can has nothing to do, by the clock as it is now. */
  get areIdle(): boolean {
    const working = this.hands.filter(({ stopped }) => !stopped)
    return working.length > 0 && working.every(({ idleAt }) => idleAt === this.offset)
  }

  advance(milliseconds: number): void {
    this.offset += milliseconds
    for (const { process: worker, skew } of this.hands) {
      if (worker.connected) worker.send({ say: 'clock', offset: this.offset + skew } satisfies ToWorker, () => {})
    }
  }

  async dismiss(): Promise<void> {
    await Promise.all(
      [...this.hands].map(async ({ process: worker }) => {
        worker.kill('SIGKILL')
        await once(worker, 'exit')
      }),
    )
  }
}

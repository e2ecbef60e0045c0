import pg from 'pg'
import { WakeSignal } from './wake-signal.ts'

const CHANNEL = 'kwit_recorded'
/** Milliseconds until a lost connection is made anew. */
const PAUSE = 1000

/** A bell that all nodes hear, by NOTIFY. Rings that come while one is on its way become one. */
export class PostgresWakeSignal extends WakeSignal {
  readonly #pool: pg.Pool
  readonly #connectionString: string
  #ear: pg.Client | undefined
  #sending = false
  #again = false
  #closed = false

  constructor(pool: pg.Pool, connectionString: string) {
    super()
    this.#pool = pool
    this.#connectionString = connectionString
  }

  override onWake(listener: () => void): () => void {
    if (this.#ear === undefined && !this.#closed) this.#listen()
    return super.onWake(listener)
  }

  override wake(): void {
    super.wake()
    this.#send()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#ear?.end().catch(() => {})
  }

  #send(): void {
    this.#again = this.#sending
    if (this.#sending || this.#closed) return
    this.#sending = true
    this.#pool
      .query(`notify ${CHANNEL}`)
      // Who did not hear it looks by itself.
      .catch(() => {})
      .finally(() => {
        this.#sending = false
        if (this.#again) this.#send()
      })
  }

  #listen(): void {
    const ear = new pg.Client({ connectionString: this.#connectionString, keepAlive: true })
    this.#ear = ear
    ear.on('notification', () => super.wake())
    ear.on('error', () => {})
    ear.once('end', () => this.#listenAgain(ear))
    ear
      .connect()
      .then(() => ear.query(`listen ${CHANNEL}`))
      // What was recorded while nobody listened is heard of now.
      .then(() => super.wake())
      .catch(() => ear.end().catch(() => {}))
  }

  #listenAgain(lost: pg.Client): void {
    if (this.#closed || this.#ear !== lost) return
    setTimeout(() => {
      if (!this.#closed) this.#listen()
    }, PAUSE).unref()
  }
}

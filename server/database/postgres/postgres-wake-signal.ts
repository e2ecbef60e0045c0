import pg from 'pg'
import { WakeSignal } from '../wake-signal.ts'

const CHANNEL = 'kwit_recorded'
/** Milliseconds until a lost connection is made anew. */
const RECONNECT_AFTER_MS = 1000

/** A wake signal that reaches all nodes, by NOTIFY. Calls of `wake` while a NOTIFY is under way become one more. */
export class PostgresWakeSignal extends WakeSignal {
  readonly #pool: pg.Pool
  readonly #connectionString: string
  #listening: pg.Client | undefined
  #sending = false
  #again = false
  #closed = false

  constructor(pool: pg.Pool, connectionString: string) {
    super()
    this.#pool = pool
    this.#connectionString = connectionString
  }

  override onWake(listener: () => void): () => void {
    if (this.#listening === undefined && !this.#closed) this.#listen()
    return super.onWake(listener)
  }

  override wake(): void {
    super.wake()
    this.#send()
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#listening?.end().catch(() => {})
  }

  #send(): void {
    this.#again = this.#sending
    if (this.#sending || this.#closed) return
    this.#sending = true
    this.#pool
      .query(`notify ${CHANNEL}`)
      // A node that missed the signal looks from time to time anyway.
      .catch(() => {})
      .finally(() => {
        this.#sending = false
        if (this.#again) this.#send()
      })
  }

  #listen(): void {
    const client = new pg.Client({ connectionString: this.#connectionString, keepAlive: true })
    this.#listening = client
    client.on('notification', () => super.wake())
    client.on('error', () => {})
    client.once('end', () => this.#listenAgain(client))
    client
      .connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      // Events that were recorded while this node did not listen have to be noticed now.
      .then(() => super.wake())
      .catch(() => client.end().catch(() => {}))
  }

  #listenAgain(lost: pg.Client): void {
    if (this.#closed || this.#listening !== lost) return
    setTimeout(() => {
      if (!this.#closed) this.#listen()
    }, RECONNECT_AFTER_MS).unref()
  }
}

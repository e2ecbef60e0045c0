import type { Instant } from '../clock.ts'
import type { DeliveryObserver } from './delivery-stats.ts'
import { errorText, type Settled } from './settle.ts'

interface ChannelCounts {
  delivered: number
  retried: number
  dead: number
}

/** What this process's worker has done since it started (docs/rules/events.md#operators). */
export class WorkerRuntime implements DeliveryObserver {
  isRunning = false
  /** By kind of channel: `mail`, `webhook`. */
  readonly channels = new Map<string, ChannelCounts>()
  #ticks = 0
  #processed = 0
  #succeeded = 0
  #retried = 0
  #dead = 0
  #recovered = 0
  #lastTickAt: Instant | null = null
  #lastError: string | null = null

  tick(at: Instant): void {
    this.#ticks += 1
    this.#lastTickAt = at
  }

  recovered(count: number): void {
    this.#recovered += count
  }

  claimed(): void {}

  settled(how: Settled['delivery'], isSent: boolean, error?: unknown, channel?: string): void {
    this.#processed += 1
    if (isSent) this.#succeeded += 1
    if (how === 'pending') this.#retried += 1
    if (how === 'failed') this.#dead += 1
    if (error !== undefined) this.failed(error)
    if (channel !== undefined) this.#count(channel.split(':', 1)[0] ?? '', how)
  }

  failed(error: unknown): void {
    this.#lastError = errorText(error)
  }

  get snapshot() {
    return {
      is_running: this.isRunning,
      ticks_total: this.#ticks,
      processed_total: this.#processed,
      succeeded_total: this.#succeeded,
      retried_total: this.#retried,
      dead_letter_total: this.#dead,
      recovered_stuck_total: this.#recovered,
      last_tick_at: this.#lastTickAt,
      last_error: this.#lastError,
    }
  }

  #count(kind: string, how: Settled['delivery']): void {
    const counts = this.channels.get(kind) ?? { delivered: 0, retried: 0, dead: 0 }
    this.channels.set(kind, counts)
    counts[how === 'delivered' ? 'delivered' : how === 'pending' ? 'retried' : 'dead'] += 1
  }
}

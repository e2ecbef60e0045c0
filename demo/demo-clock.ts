import type { Clock } from '../server/clock.ts'

/** The last two months pass while the stories are played, so that every date is where it belongs. */
export class DemoClock implements Clock {
  #now: number
  constructor(start: number) {
    this.#now = start
  }
  now(): number {
    return this.#now
  }
  moveTo(moment: number): void {
    this.#now = Math.max(this.#now, moment)
  }
}

import type { Clock } from '#platform';

/** A clock on which the last two months pass while the stories run, so that every date is right. */
export class DemoClock implements Clock {
  #now: number;
  constructor(start: number) {
    this.#now = start;
  }
  now(): number {
    return this.#now;
  }
  moveTo(moment: number): void {
    this.#now = Math.max(this.#now, moment);
  }
}

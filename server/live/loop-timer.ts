import { setImmediate as nextTurn } from 'node:timers/promises'

/** Paces a loop: it rests between two rounds, and the next one comes when somebody calls for it or it is time. */
export class LoopTimer {
  #isRung = false
  #isUrgent = false
  #wake = () => {}

  /** Something may be new: the next round comes after the rest. */
  makeDue(): void {
    this.#isRung = true
    this.#wake()
  }

  /** Somebody waits: the next round comes now. */
  makeDueNow(): void {
    this.#isUrgent = true
    this.#wake()
  }

  /** Not before `least` unless somebody is in a hurry, then when it rings, or after `most` (milliseconds). */
  async pause(least: number, most: number): Promise<void> {
    await this.#until(least, () => this.#isUrgent)
    await this.#until(most - least, () => this.#isUrgent || this.#isRung)
    this.#isRung = false
    this.#isUrgent = false
    // Whoever rang gets their own answer first.
    await nextTurn()
  }

  async #until(milliseconds: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#wake = () => {
        if (!isOver()) return
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = () => {}
  }
}

import { setImmediate as nextTurn } from 'node:timers/promises';

/** Times the passes of a loop: a rest after each pass, then the next one when somebody asks for it or the wait is over. */
export class LoopTimer {
  #isDue = false;
  #isDueNow = false;
  #wake = () => {};

  /** There may be something to do: the next pass begins after the rest. */
  makeDue(): void {
    this.#isDue = true;
    this.#wake();
  }

  /** Somebody waits for the next pass: it begins at once. */
  makeDueNow(): void {
    this.#isDueNow = true;
    this.#wake();
  }

  /**
   * Resolves when the next pass is to begin.
   *
   * @param rest milliseconds, which only `makeDueNow` shortens.
   * @param longest milliseconds after which the pass begins although nobody asked for it.
   */
  async pause(rest: number, longest: number): Promise<void> {
    await this.#wait(rest, () => this.#isDueNow);
    await this.#wait(longest - rest, () => this.#isDueNow || this.#isDue);
    this.#isDue = false;
    this.#isDueNow = false;
    // The request that recorded the event is answered first.
    await nextTurn();
  }

  async #wait(milliseconds: number, isOver: () => boolean): Promise<void> {
    if (isOver()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => {
        if (!isOver()) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = () => {};
  }
}

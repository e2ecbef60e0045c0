import { type Durations, FEWEST_FOR_SHARES } from '#contract/figures.ts';

const SHARES = [0.5, 0.85, 0.95] as const;

/** How many cases there are, and how long they took. It keeps no more of the minutes than it tells. */
export class FigureSpread {
  /** Those without minutes among them. */
  cases = 0;
  #count = 0;
  #taken = 0;
  /** Where, in the order of minutes, half of all lie before, and so on: the nearest rank. */
  #ranks: readonly number[] = [];
  readonly #shares: [number, number, number] = [0, 0, 0];
  readonly #points: number[] = [];

  /** Says how many cases there are, before any of their minutes. @param count of how many the minutes follow. */
  expect(cases: number, count: number): void {
    this.cases += cases;
    this.#count += count;
  }

  /** Takes the minutes of one case, none of which are fewer than those before. */
  take(minutes: number): void {
    if (this.#taken === 0) this.#ranks = SHARES.map((share) => Math.ceil(share * this.#count));
    this.#taken += 1;
    if (this.#count < FEWEST_FOR_SHARES) this.#points.push(minutes);
    else {
      if (this.#taken === this.#ranks[0]) this.#shares[0] = minutes;
      if (this.#taken === this.#ranks[1]) this.#shares[1] = minutes;
      if (this.#taken === this.#ranks[2]) this.#shares[2] = minutes;
    }
  }

  get durations(): Durations {
    const [p50_minutes, p85_minutes, p95_minutes] = this.#count < FEWEST_FOR_SHARES ? [null, null, null] : this.#shares;
    return { count: this.#count, p50_minutes, p85_minutes, p95_minutes, points: this.#points };
  }
}

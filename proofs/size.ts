/** How much a proof does: a little in the check, a lot in `npm run soak`. */
export const size = (check: number, soak: number): number => (process.env.KWIT_SOAK ? soak : check)

/** What chance decides in a proof: printed, and given again by KWIT_SEED. */
export const seed = Number(process.env.KWIT_SEED ?? Math.trunc(Math.random() * 2 ** 31))

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
export function chance(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

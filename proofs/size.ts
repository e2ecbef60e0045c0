import { type DatabaseName, databases } from '../server/testing/databases.ts';

/** @returns how often a proof repeats something: `check` times in `npm test`, `soak` times in `npm run soak`. */
export const size = (check: number, soak: number): number => (process.env.KWIT_SOAK ? soak : check);

/**
 * Repetitions of a rule that is one code on every database: a check shares out among them what it repeats, and a soak
 * does all of it on each.
 */
export const sizeOnEach = (check: number, soak: number): number => size(Math.ceil(check / 2), soak);

/** The share of such cases that a check runs on one database; a soak runs all of them. */
export const sharedOut = <T>(cases: readonly T[], database: DatabaseName): readonly T[] =>
  process.env.KWIT_SOAK ? cases : cases.filter((_, n) => databases[n % databases.length] === database);

/** How long a soak goes on that may go on for any time: what `--minutes` or `--rounds` of `npm run soak` says. */
export const minutes = (otherwise: number): number => Number(process.env.KWIT_MINUTES ?? otherwise);
export const rounds = (otherwise: number): number => Number(process.env.KWIT_ROUNDS ?? otherwise);

/** The seed of a proof. Each proof prints it; KWIT_SEED gives it again. */
export const seed = Number(process.env.KWIT_SEED ?? Math.trunc(Math.random() * 2 ** 31));

/** @returns a generator of numbers from 0 up to 1 that follow from a seed (mulberry32). */
export function chance(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

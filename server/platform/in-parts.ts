import { setImmediate as nextTurn } from 'node:timers/promises';

/** A part of this size keeps others waiting for a few milliseconds. */
const SIZE = 250;

/** Does something with thousands of rows, a part after the other, and lets others have their turn in between. */
export async function inParts<T>(all: readonly T[], each: (part: readonly T[]) => Promise<void>): Promise<void> {
  for (let from = 0; from < all.length; from += SIZE) {
    if (from > 0) await nextTurn();
    await each(all.slice(from, from + SIZE));
  }
}

import { useState } from 'react';

/** How many entries a long conversation shows from its beginning and from its end, and how many more with each click. */
const FIRST = 3;
const NEWEST = 20;
const MORE = 50;
/** Fewer are not worth a fold. */
const LEAST_FOLDED = 5;

/**
 * The index of the first entry after the fold, when the conversation is opened.
 *
 * @param fresh the index of the first entry that is new to the user, which is never folded away.
 */
export function foldedTo(count: number, fresh = count): number {
  const to = Math.min(count - NEWEST, fresh);
  return to - FIRST >= LEAST_FOLDED ? to : 0;
}

/** The same after somebody has asked for more; the fold goes when little is left of it. */
export const moreFrom = (to: number): number => (to - MORE - FIRST >= LEAST_FOLDED ? to - MORE : 0);

interface Folding<T> {
  first: T[];
  folded: number;
  rest: T[];
  showMore: () => void;
  /** Shows an entry that is folded away. */
  reveal: (key: string) => void;
}

interface Kept<T> {
  /** The index of the first entry that is new to the user; -1 when there is none. */
  fresh: number;
  /** Whether an entry is shown even from the middle. */
  always: (entry: T) => boolean;
  /** Whether nothing is folded, as on paper. */
  all: boolean;
}

/** Folds the middle of a long conversation. What comes later is added at its end, and folds nothing. */
export function useFolding<T extends { key: string }>(
  entries: readonly T[],
  { fresh, always, all }: Kept<T>,
): Folding<T> {
  const [fold, setTo] = useState(() => foldedTo(entries.length, fresh < 0 ? entries.length : fresh));
  const to = all ? 0 : fold;
  const kept = to === 0 ? [] : entries.slice(FIRST, to).filter(always);
  return {
    first: to === 0 ? [] : entries.slice(0, FIRST),
    folded: to === 0 ? 0 : to - FIRST - kept.length,
    rest: [...kept, ...entries.slice(to)],
    showMore: () => setTo(moreFrom),
    reveal: (key) => {
      const at = entries.findIndex((entry) => entry.key === key);
      if (at >= FIRST && at < to) setTo(at - FIRST >= LEAST_FOLDED ? at : 0);
    },
  };
}

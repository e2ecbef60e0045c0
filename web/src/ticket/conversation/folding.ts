import { useState } from 'react'

/** How many entries a long conversation shows from its beginning and from its end, and how many more with each click. */
const FIRST = 3
const NEWEST = 20
const MORE = 50
/** Fewer are not worth a fold. */
const LEAST_FOLDED = 5

/** The index of the first entry after the fold, when the conversation is opened. */
export function foldedTo(count: number): number {
  const to = count - NEWEST
  return to - FIRST >= LEAST_FOLDED ? to : 0
}

/** The same after somebody has asked for more; the fold goes when little is left of it. */
export const moreFrom = (to: number): number => (to - MORE - FIRST >= LEAST_FOLDED ? to - MORE : 0)

interface Folding<T> {
  first: T[]
  folded: number
  rest: T[]
  showMore: () => void
  /** Shows an entry that is folded away. */
  reveal: (key: string) => void
}

/** Folds the middle of a long conversation. What comes later is added at its end, and folds nothing. */
export function useFolding<T extends { key: string }>(entries: readonly T[]): Folding<T> {
  const [to, setTo] = useState(() => foldedTo(entries.length))
  return {
    first: to === 0 ? [] : entries.slice(0, FIRST),
    folded: to === 0 ? 0 : to - FIRST,
    rest: entries.slice(to),
    showMore: () => setTo(moreFrom),
    reveal: (key) => {
      const at = entries.findIndex((entry) => entry.key === key)
      if (at >= FIRST && at < to) setTo(at - FIRST >= LEAST_FOLDED ? at : 0)
    },
  }
}

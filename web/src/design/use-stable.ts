import { useCallback, useLayoutEffect, useRef } from 'react';

/** A function that stays the same, for what is drawn only when its properties change, and does what the last render says. */
export function useStable<A extends unknown[], R>(act: (...values: A) => R): (...values: A) => R {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...values: A) => latest.current(...values), []);
}

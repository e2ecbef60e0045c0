import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { local } from '../../storage.ts';

const PLACE = 'kwit.board.closed';

interface FoldedClosed {
  folded: boolean;
  /** Folds or unfolds the column; the device remembers it. */
  fold: (folded: boolean) => void;
  /** The button that folds or unfolds it, whichever there is: the focus goes from one to the other. */
  button: RefObject<HTMLButtonElement | null>;
}

/** Whether the column Closed is folded: until somebody unfolds it, for what is closed is no work. */
export function useFoldedClosed(): FoldedClosed {
  const [folded, setFolded] = useState(() => local.get(PLACE) !== 'open');
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const fold = useCallback((next: boolean) => {
    hadFocus.current = button.current !== null && document.activeElement === button.current;
    setFolded(next);
    local.set(PLACE, next ? 'folded' : 'open');
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other button is there once it is folded or unfolded
  useEffect(() => {
    if (hadFocus.current) button.current?.focus();
    hadFocus.current = false;
  }, [folded]);
  return { folded, fold, button };
}

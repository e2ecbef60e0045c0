import { useEffect, useRef, useState } from 'react';
import { lastOwnAct } from '../../backend/client.ts';

interface Row {
  readonly id: string;
}

/** Pure: what a list shows that others change meanwhile. */
export interface Anchored<T> {
  rows: readonly T[];
  /** How many have come above the last one that is shown, and wait. */
  waiting: number;
}

/**
 * Keeps each row in its place: what has come waits, what has left stays as it was last, unless its user did that. What
 * follows the last row is more of the list.
 */
export function anchor<T extends Row>(shown: readonly T[], now: readonly T[], isOwn = false): Anchored<T> {
  const fresh = new Map(now.map((row) => [row.id, row]));
  const ids = new Set(shown.map(({ id }) => id));
  const end = now.findLastIndex(({ id }) => ids.has(id));
  const others = (some: readonly T[]) => some.filter(({ id }) => !ids.has(id));
  return {
    rows: [...shown.flatMap((row) => fresh.get(row.id) ?? (isOwn ? [] : row)), ...others(now.slice(end + 1))],
    waiting: others(now.slice(0, end + 1)).length,
  };
}

/** The pixels by which somebody has left the beginning of the list. */
const LEFT = 40;

/** Whether somebody has left the beginning. Asked when they scroll alone: at any other time the browser would lay the page out for it. */
function useHasLeft(): boolean {
  const [hasLeft, setHasLeft] = useState(false);
  useEffect(() => {
    const look = () => setHasLeft(window.scrollY > LEFT);
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return hasLeft;
}

/** The rows as they stand under the hand of who has scrolled; all that is new at the top. @param key of which list. */
export function useAnchored<T extends Row>(now: readonly T[], key: string): Anchored<T> {
  const hasLeft = useHasLeft();
  const shown = useRef<{ key: string; rows: readonly T[]; now: readonly T[]; act: string | undefined }>({
    ...{ key, rows: [], now, act: undefined },
  });
  const before = shown.current;
  const isAnchored = hasLeft && before.key === key && before.rows.length > 0;
  const act = now === before.now ? before.act : lastOwnAct();
  const anchored = isAnchored ? anchor(before.rows, now, act !== before.act) : { rows: now, waiting: 0 };
  useEffect(() => {
    shown.current = { key, rows: anchored.rows, now, act };
  });
  return anchored;
}

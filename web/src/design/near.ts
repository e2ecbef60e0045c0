import { type RefObject, useEffect, useState } from 'react';
import { usePrinting } from './window.ts';

/** How far outside the window something begins to load. */
const AHEAD = '400px';

/** True from when an element has come near the window, or is printed: then what it shows is loaded. */
export function useNear(box: RefObject<Element | null>): boolean {
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: AHEAD });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, [box]);
  const printing = usePrinting();
  useEffect(() => {
    if (printing) setNear(true);
  }, [printing]);
  return near;
}

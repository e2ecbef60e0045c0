/** Draws only the rows in view. The only file that imports the virtualiser. */
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** For rows in an element that scrolls. */
export function useVirtualRows(
  box: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  keyOf: (index: number) => string,
) {
  return useVirtualizer({
    count,
    getScrollElement: () => box.current,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: 1,
  });
}

/** For rows that scroll with the page, from the top of `list` on. */
export function useVirtualPageRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  keyOf: (index: number) => string,
) {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, [list]);
  return useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: 3,
    scrollMargin: top,
  });
}

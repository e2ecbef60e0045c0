/** Only the rows in sight are drawn. The one place that knows the virtualiser. */
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useLayoutEffect, useState } from 'react'

/** Rows of a box that scrolls by itself. */
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
  })
}

/** Rows that scroll with the page; `list` is where they begin. */
export function useVirtualPageRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  keyOf: (index: number) => string,
) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    setTop((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
  }, [list])
  return useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: 6,
    scrollMargin: top,
  })
}

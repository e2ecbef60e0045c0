/** Draws only the rows in view. The only file that imports the virtualiser. */
import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePrinting } from './window.ts';

export interface ShownRows {
  /** Scrolls until the row is in view. */
  show: (index: number) => void;
}

interface VirtualListProps<T> {
  rows: readonly T[];
  keyOf: (row: T) => string;
  /** How high a row is, in pixels, until it is drawn and measured. */
  height: number;
  /** Called when the user comes near the last row, and again when there are more. */
  onEnd: () => void;
  children: (row: T) => ReactNode;
  ref: Ref<ShownRows>;
}

const NEAR_END = 15;

/** Rows that scroll with the page. Only those in view are drawn. */
export function VirtualList<T>({ rows, keyOf, height, onEnd, children, ref }: VirtualListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const virtual = useVirtualPageRows(list, rows.length, height, (index) => {
    const row = rows[index];
    return row === undefined ? String(index) : keyOf(row);
  });
  useImperativeHandle(ref, () => ({ show: (index) => virtual.scrollToIndex(index) }), [virtual]);
  const shown = virtual.getVirtualItems();
  const printing = usePrinting();
  const end = shown.at(-1)?.index ?? 0;
  const latestEnd = useRef(onEnd);
  latestEnd.current = onEnd;
  useEffect(() => {
    if (printing || end >= rows.length - NEAR_END) latestEnd.current();
  }, [end, rows.length, printing]);

  return (
    <div ref={list} className="relative bg-surface print:h-auto!" style={{ height: virtual.getTotalSize() }}>
      {printing && rows.map((row) => <div key={keyOf(row)}>{children(row)}</div>)}
      {(printing ? [] : shown).map((item) => {
        const row = rows[item.index];
        if (row === undefined) return null;
        return (
          <div
            key={item.key}
            data-index={item.index}
            ref={virtual.measureElement}
            className="absolute inset-x-0 top-0"
            style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
          >
            {children(row)}
          </div>
        );
      })}
    </div>
  );
}

interface RowsHeadingProps {
  name: string;
  /** How many rows there are, in words or digits. */
  count?: string | undefined;
}

/** The name of the rows that follow it. */
export function RowsHeading({ name, count }: RowsHeadingProps) {
  return (
    <h2 className="flex items-center gap-2 border-b border-line bg-sunken px-4 py-1.5 text-sm font-semibold md:px-5">
      {name}
      {count !== undefined && <span className="font-normal text-muted tabular-nums">{count}</span>}
    </h2>
  );
}

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

/** Where the rows began last: nearly always they begin there again, and need not be drawn twice. */
let lastTop = 0;

/** For rows that scroll with the page, from the top of `list` on. */
function useVirtualPageRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  height: number,
  keyOf: (index: number) => string,
) {
  const [top, setTop] = useState(lastTop);
  useLayoutEffect(() => {
    lastTop = (list.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
    setTop(lastTop);
  }, [list]);
  return useWindowVirtualizer({
    count,
    estimateSize: () => height,
    getItemKey: keyOf,
    overscan: 3,
    scrollMargin: top,
  });
}

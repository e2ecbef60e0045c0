/** Lists whose rows stand in an order that the user makes: by dragging, by Alt with an arrow, and by menus. */
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../texts/texts.ts';
import { classes } from './class-names.ts';
import { useDraggable, useDropTarget } from './drag.ts';
import { Icon } from './icon.tsx';
import { MenuItem } from './menu.tsx';

type Half = 'before' | 'after';

interface Sorted {
  id: string;
  /** Its place, from 0. */
  at: number;
  /** Whether it was moved last: what is marked `data-handle` in it has the focus. */
  isMoved: boolean;
  onMove: (by: number) => void;
  onDropBeside: (id: string, half: Half) => void;
}

/** @returns `said`, which tells screen readers of a move, and what each row needs. */
export function useSortable<T extends { id: string }>(
  items: readonly T[],
  nameOf: (item: T) => string,
  onOrder: (items: T[]) => void,
) {
  const [announcement, setAnnouncement] = useState('');
  const [moved, setMoved] = useState<string>();
  const place = (item: T, index: number) => {
    const others = items.filter(({ id }) => id !== item.id);
    const to = Math.min(Math.max(index, 0), others.length);
    if (items[to]?.id === item.id) return;
    setMoved(item.id);
    setAnnouncement(t('ordering.movedTo', { title: nameOf(item), place: to + 1, total: items.length }));
    onOrder(others.toSpliced(to, 0, item));
  };
  const said = (
    <p aria-live="assertive" className="sr-only">
      {announcement}
    </p>
  );
  const row = (item: T, at: number): Sorted => ({
    id: item.id,
    at,
    isMoved: moved === item.id,
    onMove: (by) => place(item, at + by),
    onDropBeside: (id, half) => {
      const dragged = items.find((other) => other.id === id);
      if (dragged === undefined) return;
      const others = items.filter((other) => other !== dragged);
      place(dragged, others.indexOf(item) + (half === 'after' ? 1 : 0));
    },
  });
  return { said, row };
}

export function SortableRow({ sorted, children }: { sorted: Sorted; children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null);
  const { id, at, isMoved, onMove, onDropBeside } = sorted;
  const dragged = useDraggable(row, { row: id });
  const over = useDropTarget(row, {
    accepts: (payload) => 'row' in payload && payload.row !== id,
    onDrop: (payload, half) => onDropBeside(payload.row as string, half),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that moves again is focused again
  useEffect(() => {
    if (isMoved) row.current?.querySelector<HTMLElement>('[data-handle]')?.focus();
  }, [isMoved, at]);
  const onKey = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li
      ref={row}
      onKeyDown={onKey}
      className={classes(
        'group flex min-h-13 items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0 hover:bg-hover md:px-5',
        dragged && 'opacity-40',
        over === 'before' && 'shadow-[inset_0_3px_0_0_var(--accent)]',
        over === 'after' && 'shadow-[inset_0_-3px_0_0_var(--accent)]',
      )}
    >
      <Icon
        name="grip"
        size={16}
        className="-ml-2 cursor-grab text-faint opacity-0 group-hover:opacity-100 max-md:hidden"
      />
      {children}
    </li>
  );
}

/** The items of a row's menu that move it. */
export const MoveItems = ({ sorted: { onMove } }: { sorted: Sorted }) => (
  <>
    <MenuItem onSelect={() => onMove(-1)}>{t('ordering.up')}</MenuItem>
    <MenuItem onSelect={() => onMove(1)}>{t('ordering.down')}</MenuItem>
  </>
);

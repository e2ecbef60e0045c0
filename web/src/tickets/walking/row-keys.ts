import { useEffect } from 'react';
import type { Command } from '../../commands/registry.ts';
import { t } from '../../texts/texts.ts';
import { leaveFocus, useCursor, type WalkedRow } from './walk.ts';

interface RowKeys<T> {
  peek?: number | undefined;
  /** Called with the row that J or K has reached. */
  onStep?: (row: T) => void;
}

/** J and K move over rows; the page marks the current one with `data-current`, and it stays in sight. */
export function useRowKeys<T extends WalkedRow>(rows: readonly T[], { peek, onStep }: RowKeys<T> = {}) {
  const { current, at, moveTo } = useCursor(rows, peek);
  const key = current && (current.key ?? current.number);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each row once
  useEffect(() => {
    document.querySelector('main [data-current]')?.scrollIntoView({ block: 'nearest' });
  }, [key]);
  const step = (by: number) => {
    const next = rows[Math.min(Math.max(at + by, 0), rows.length - 1)];
    if (!next) return;
    leaveFocus();
    moveTo(next.key ?? next.number);
    onStep?.(next);
  };
  const commands: Command[] = [
    { id: 'next', label: t('command.next'), group: 'list', keys: 'j', run: () => step(1) },
    { id: 'previous', label: t('command.previous'), group: 'list', keys: 'k', run: () => step(-1) },
  ];
  return { current, moveTo, commands };
}

/**
 * The list that the user came from, and the row of it that the keys act on. Both outlast a visit to a ticket's page: J and
 * K go on from there, and Back finds the row again.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Command } from '../../commands/registry.ts';
import { observable, useObservable } from '../../observable/observable.ts';
import { t } from '../../texts/texts.ts';

/** The key of a row. */
type Key = string | number;

/** A row about a ticket; without a key of its own, its ticket has one row. */
interface WalkedRow {
  number: number;
  key?: string;
}

interface Walk {
  /** The entry of the browser's history that shows the list. */
  entry: string;
  /** The numbers of its tickets in order, with the first row of each. */
  rows: ReadonlyMap<number, Key>;
}

const walked = observable<Walk>({ entry: '', rows: new Map() });
/** The key of the current row, by the entry of the history. */
const cursors = new Map<string, Key>();

const keyOf = (row: WalkedRow): Key => row.key ?? row.number;

function firstOfEach(rows: readonly WalkedRow[]): ReadonlyMap<number, Key> {
  const first = new Map<number, Key>();
  for (const row of rows) if (!first.has(row.number)) first.set(row.number, keyOf(row));
  return first;
}

/** The entry that showed the list when it was drawn: its place in the history stays when a filter changes the address. */
function useEntry(): string {
  const { state } = useRouter();
  return useState(() => `${state.location.state.__TSR_index} ${state.location.pathname}`)[0];
}

/** The row that the keys act on. When it leaves the list, the next one takes its place. */
function useCursor<T extends WalkedRow>(rows: readonly T[], peek?: number) {
  const entry = useEntry();
  const [chosen, setChosen] = useState(() => cursors.get(entry));
  const key = peek ?? chosen;
  const index = rows.findIndex((row) => keyOf(row) === key);
  const last = useRef(index);
  /** Its index; -1 before the user has chosen any. */
  const at = index < 0 && key !== undefined ? Math.min(last.current, rows.length - 1) : index;
  useEffect(() => {
    if (index >= 0) last.current = index;
    walked.set({ entry, rows: firstOfEach(rows) });
  }, [index, rows, entry]);
  const moveTo = (next: Key) => {
    cursors.set(entry, next);
    setChosen(next);
  };
  return { current: rows[at], at, moveTo };
}

/** A person who walks by keys means the row: Enter must not follow the link that had the focus before. */
function leaveFocus(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The tickets before and after one in the list that the user came from; null when it is in none. */
export function useNeighbours(number: number) {
  const { entry, rows } = useObservable(walked);
  const numbers = [...rows.keys()];
  const at = numbers.indexOf(number);
  if (at < 0 || numbers.length < 2) return null;
  /** Makes a ticket the current one of the list, so that Back finds it. */
  const remember = (next: number) => cursors.set(entry, rows.get(next) ?? next);
  return { previous: numbers[at - 1], next: numbers[at + 1], remember };
}

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

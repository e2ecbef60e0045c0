/** Runs commands by their keys. Single keys do nothing while the user types, and the user can turn them off. */
import { useEffect } from 'react';
import { currentCommands } from './registry.ts';

const SECOND_KEY_MS = 1200;
const STORAGE_KEY = 'kwit.shortcuts';

export const shortcutsOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'off';
export const setShortcutsOn = (on: boolean): void => localStorage.setItem(STORAGE_KEY, on ? 'on' : 'off');

const KEY_NAMES: Record<string, string> = {
  ' ': 'space',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

/** The pressed keys in the notation of the registry. */
export function keysOf(event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>): string {
  const key = KEY_NAMES[event.key] ?? event.key.toLowerCase();
  const letter = /^[a-z]$/.test(key) || key.length > 1;
  return [
    event.ctrlKey || event.metaKey ? 'mod' : '',
    event.altKey ? 'alt' : '',
    event.shiftKey && letter ? 'shift' : '',
    key,
  ]
    .filter(Boolean)
    .join('+');
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input:not([type=checkbox],[type=radio]), textarea, select') !== null
  );
}

const inOverlay = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('dialog, [role=menu]') !== null;

/** Whether the focused element takes the key itself: a button Space and Enter, a link Enter. */
function ownsKey(target: EventTarget | null, keys: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (keys === 'enter') return target.closest('button, a, summary') !== null;
  return keys === 'space' && target.closest('button, summary, input') !== null;
}

function find(keys: string, first: string) {
  const commands = currentCommands();
  return (
    commands.find((command) => command.keys === (first ? `${first} ${keys}` : keys)) ??
    (first ? commands.find((command) => command.keys === keys) : undefined)
  );
}

export function useShortcuts(): void {
  useEffect(() => {
    let first = '';
    let pressedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const keys = keysOf(event);
      const { target } = event;
      const waiting = event.timeStamp - pressedAt < SECOND_KEY_MS ? first : '';
      const command = find(keys, waiting);
      const isOff = !shortcutsOn() || isTyping(target) || inOverlay(target) || ownsKey(target, keys);
      if (isOff && !command?.whileTyping) return;
      first = '';
      if (command) {
        event.preventDefault();
        command.run();
      } else if (currentCommands().some((other) => other.keys?.startsWith(`${keys} `))) {
        first = keys;
        pressedAt = event.timeStamp;
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Runs commands by their keys. Single keys do nothing while the user types, and the user can turn them off. */
import { useEffect } from 'react';
import { local } from '../storage.ts';
import { currentCommands } from './registry.ts';

const SECOND_KEY_MS = 1200;
const STORAGE_KEY = 'kwit.shortcuts';

export const shortcutsOn = (): boolean => local.get(STORAGE_KEY) !== 'off';
export const setShortcutsOn = (on: boolean): void => local.set(STORAGE_KEY, on ? 'on' : 'off');

const KEY_NAMES: Record<string, string> = {
  ' ': 'space',
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
};

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The key by its letter; on a keyboard of another script by its place, where its Latin letter stands. */
function keyOf({ key, code }: Pressed): string {
  const isOfOtherScript = /^\p{L}\p{M}*$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return (isOfOtherScript ? (/^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key) : key).toLowerCase();
}

/** The pressed keys in the notation of the registry. */
export function keysOf(event: Pressed): string {
  const key = KEY_NAMES[event.key] ?? keyOf(event);
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

/**
 * Keeps from the whole app the keys of an input method, which end or leave a word and mean nothing else, and events without a
 * key, which a browser sends for a suggestion that was chosen. Called once, before anything listens.
 */
export function guardKeys(): void {
  const guard = (event: KeyboardEvent) => {
    // Safari ends the composing before the key that ended it arrives, which has this code then.
    const isComposing = event.isComposing || event.keyCode === 229;
    if (!isComposing && typeof event.key === 'string') return;
    event.stopImmediatePropagation();
    // In a field of one line the browser itself would send the form.
    if (isComposing && event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
  };
  for (const type of ['keydown', 'keyup'] as const) window.addEventListener(type, guard, { capture: true });
}

export function useShortcuts(): void {
  useEffect(() => {
    let first = '';
    let pressedAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
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

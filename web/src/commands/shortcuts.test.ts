import { expect, test } from 'vitest';
import { isTyping, keysOf } from './shortcuts.ts';

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keysOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more });

test('pressed keys get the notation of the registry', () => {
  expect(press('C', { shiftKey: true })).toBe('shift+c');
  expect(press('?', { shiftKey: true })).toBe('?');
  expect(press('k', { metaKey: true })).toBe('mod+k');
  expect(press('ArrowRight', { shiftKey: true })).toBe('shift+right');
  expect(press(' ')).toBe('space');
});

test.each([
  ['п', 'KeyG', {}, 'g'],
  ['Ц', 'KeyW', { shiftKey: true }, 'shift+w'],
  ['κ', 'KeyK', { ctrlKey: true }, 'mod+k'],
  ['ש', 'KeyA', {}, 'a'],
  // Letters of Latin alphabets are where their keyboards have them.
  ['ł', 'KeyL', { altKey: true }, 'alt+ł'],
  ['z', 'KeyY', {}, 'z'],
])('%s on %s is a key of the registry', (key, code, more, keys) => {
  expect(press(key, { code, ...more })).toBe(keys);
});

test('a text field counts as typing, a checkbox does not', () => {
  const area = document.createElement('textarea');
  const box = document.createElement('input');
  box.type = 'checkbox';
  expect(isTyping(area)).toBe(true);
  expect(isTyping(box)).toBe(false);
});

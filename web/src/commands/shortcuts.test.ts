import { expect, test } from 'vitest'
import { isTyping, keysOf } from './shortcuts.ts'

const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  keysOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test('keys are named as the registry writes them', () => {
  expect(press('C', { shiftKey: true })).toBe('shift+c')
  expect(press('?', { shiftKey: true })).toBe('?')
  expect(press('k', { metaKey: true })).toBe('mod+k')
  expect(press('ArrowRight', { shiftKey: true })).toBe('shift+right')
  expect(press(' ')).toBe('space')
})

test('someone who types is left alone, someone on a checkbox is not', () => {
  const area = document.createElement('textarea')
  const box = document.createElement('input')
  box.type = 'checkbox'
  expect(isTyping(area)).toBe(true)
  expect(isTyping(box)).toBe(false)
})

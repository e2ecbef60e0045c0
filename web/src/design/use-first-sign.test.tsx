import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { draw } from '../testing/render.tsx';
import { useFirstSign } from './use-first-sign.ts';

/** Draws a page that loads something at the first sign. @returns how often it has. */
async function drawn(): Promise<() => number> {
  let loads = 0;
  let isListening = false;
  const load = async () => {
    loads++;
  };
  const Waiting = () => {
    useFirstSign(load);
    // The effects of a component run in their order, after it is shown.
    useEffect(() => {
      isListening = true;
    }, []);
    return null;
  };
  await draw(<Waiting />);
  await expect.poll(() => isListening).toBe(true);
  return () => loads;
}

const point = (clientX: number) => window.dispatchEvent(new PointerEvent('pointermove', { clientX }));

test('a pointer that rests is no sign of the user, however often the browser says where it is', async () => {
  const loads = await drawn();
  // Where the browser of the tests says that its own pointer rests.
  point(0);
  point(0);
  expect(loads()).toBe(0);
});

test.each([
  ['a pointer that moves', () => [point(0), point(1)]],
  ['a touch', () => window.dispatchEvent(new PointerEvent('pointerdown'))],
  ['a key', () => window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }))],
])('%s is a sign, and only the first counts', async (_, sign) => {
  const loads = await drawn();
  sign();
  sign();
  expect(loads()).toBe(1);
});

import { expect, test } from 'vitest';
import { draw } from '../testing/render.tsx';
import { Avatar } from './avatar.tsx';

test.each([
  ['Ada Kowalska', 'AK'],
  ['hub (GitHub)', 'HG'],
  ["Żaneta 'Zet' O'Hara", 'ŻZ'],
  ['p3@client.example', 'PC'],
  ['(?)', '?'],
  [null, '?'],
])('the initials of %s are %s', async (name, initials) => {
  await draw(<Avatar name={name} />);
  await expect.poll(() => document.body.textContent?.trim()).toBe(initials);
});

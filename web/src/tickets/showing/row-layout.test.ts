import { expect, test } from 'vitest';
import { layoutIn } from './row-layout.ts';

test('a layout is what was kept, as far as this version knows it', () => {
  expect(layoutIn('{"density":"compact","columns":["planned","age","mood"]}')).toEqual({
    density: 'compact',
    columns: ['age', 'planned'],
  });
  expect(layoutIn('{"columns":[]}')).toEqual({ density: undefined, columns: [] });
});

test('without a kept layout, and for what is none, the role decides how high rows are, and they say who reported and who waits', () => {
  const usual = { density: undefined, columns: ['reporter', 'comments', 'waiting', 'due', 'planned'] };
  for (const text of [null, '', '{', '[]', '{"density":7,"columns":"age"}']) expect(layoutIn(text)).toEqual(usual);
});

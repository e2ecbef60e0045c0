import { expect, test } from 'vitest';
import { layoutIn } from './row-layout.ts';

test('a layout is what was kept, as far as this version knows it', () => {
  expect(layoutIn('{"density":"compact","columns":["planned","age","mood"]}')).toEqual({
    density: 'compact',
    columns: ['age', 'planned'],
    cardFields: [],
  });
  expect(layoutIn('{"columns":[]}')).toEqual({ density: undefined, columns: [], cardFields: [] });
  expect(layoutIn('{"columns":["field.cost","due","field.No"],"cardFields":["field.cost","due"]}')).toEqual({
    density: undefined,
    columns: ['due', 'field.cost'],
    cardFields: ['field.cost'],
  });
});

test('without a kept layout, and for what is none, the role decides how high rows are, and they say who reported and who waits', () => {
  const columns = ['reporter', 'comments', 'changed', 'waiting', 'due', 'planned'];
  const usual = { density: undefined, columns, cardFields: [] };
  for (const text of [null, '', '{', '[]', '{"density":7,"columns":"age"}']) expect(layoutIn(text)).toEqual(usual);
});

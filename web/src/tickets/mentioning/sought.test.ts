import { expect, test } from 'vitest';
import { soughtAt } from './mentions.ts';

const at = (text: string) => {
  const sought = soughtAt(text, text.length);
  return sought && `${sought.sign}${sought.query}`;
};

test('what is typed after @ or # is looked for, up to three words', () => {
  expect(at('@')).toBe('@');
  expect(at('ask @Ja')).toBe('@Ja');
  expect(at('ask (@Jan Now')).toBe('@Jan Now');
  expect(at('like #12')).toBe('#12');
  expect(at('like #printer on')).toBe('#printer on');
});

test('a heading, an address, an entity and a sentence that went on are none', () => {
  for (const text of [
    '#',
    '#12 ',
    '#12 and',
    '# Heading',
    'a@b',
    'x &#39',
    'see /t/1#top',
    '@Jan Nowak is not here',
    '@Jan, so',
  ])
    expect(at(text), text).toBe(undefined);
});

test('the caret decides, and what is replaced is the sign with its query', () => {
  expect(soughtAt('ask @Ja today', 7)).toEqual({ sign: '@', query: 'Ja', from: 4, to: 7 });
  expect(soughtAt('ask @Ja today', 13)?.query).toBe('Ja today');
});

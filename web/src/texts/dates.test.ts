import { expect, test, vi } from 'vitest';
import { ago, moment } from './dates.ts';
import { switchLanguage } from './texts.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

test('past times have the form that people write, in both languages', async () => {
  const said = () => ['2026-11-21T09:00:00.000Z', '2026-11-20T11:00:00.000Z'].map((moment) => ago(moment, NOW));
  await switchLanguage('pl');
  expect(said()).toEqual(['3 godz. temu', 'wczoraj']);
  await switchLanguage('en');
  expect(said()[1]).toBe('yesterday');
});

test('a browser that names its language as no other does is shown days all the same', async () => {
  await switchLanguage('en');
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['en-US@posix']);
  expect(moment('2026-11-21T12:00:00.000Z')).toMatch(/Nov/);
  languages.mockRestore();
});

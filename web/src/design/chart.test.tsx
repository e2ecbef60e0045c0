import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../testing/render.tsx';
import { Chart } from './chart.tsx';

const labels = (text: RegExp) =>
  [...document.querySelectorAll<HTMLElement>('[role=img] span')]
    .filter(({ textContent }) => text.test(textContent ?? ''))
    .map(({ textContent }) => /\d+/.exec(textContent ?? '')?.[0]);

test('each point of the chart has its own day below it, in every time zone', async () => {
  const days = ['2027-11-08', '2027-11-09', '2027-11-10', '2027-11-11'];
  await draw(<Chart label="Events" days={days} series={[{ name: 'Closed', color: 'info', values: [1, 2, 3, 4] }]} />);
  await expect.element(page.getByRole('img', { name: 'Events' })).toBeVisible();
  expect(labels(/Nov/)).toEqual(['8', '9', '10', '11']);
});

test('weeks are named by their first days, and a long axis names few', async () => {
  const days = Array.from({ length: 14 }, (_, week) =>
    new Date(Date.UTC(2027, 0, 4 + week * 7)).toISOString().slice(0, 10),
  );
  await draw(
    <Chart label="Weeks" days={days} series={[{ name: 'Closed', color: 'info', values: days.map(() => 700) }]} />,
  );
  await expect.element(page.getByRole('img', { name: 'Weeks' })).toBeVisible();
  expect(labels(/Jan|Feb|Mar|Apr/)).toEqual(['4', '1', '1', '29']);
  expect(labels(/^\d+$/)).toEqual(['0', '200', '400', '600']);
});

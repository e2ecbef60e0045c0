import { expect, test, vi } from 'vitest';
import { draw } from '../testing/render.tsx';
import { Chart } from './chart.tsx';

test('each point of the chart has its own day below it, in every time zone', async () => {
  const written = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
  const days = ['2027-11-08', '2027-11-09', '2027-11-10', '2027-11-11'];
  await draw(<Chart label="Events" days={days} series={[{ name: 'Closed', color: 'info', values: [1, 2, 3, 4] }]} />);
  await expect.poll(() => written.mock.calls.length).toBeGreaterThan(0);
  const placed = new Map(written.mock.calls.map(([text, x]) => [text, x]));
  const named = [...placed].filter(([text]) => text.includes('Nov')).sort(([, left], [, right]) => left - right);
  expect(named.map(([text]) => /\b\d{1,2}\b/.exec(text)?.[0])).toEqual(['8', '9', '10', '11']);
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, ewa } from '../../testing/render.tsx';
import { Column } from './column.tsx';

test('the count of a column stays in one piece beside a long name', async () => {
  await page.viewport(1400, 800);
  const search = {
    search: {},
    onEnd: undefined,
    focused: undefined,
    onFocus: () => {},
    onMove: () => {},
    onFold: () => {},
  };
  const box = { display: 'flex', width: 172 };
  await draw(
    <div style={box}>
      <Column status="waiting" tickets={[]} total={301} {...search} />
    </div>,
    { ...ewa, language: 'pl' },
  );
  const count = page.getByText('301', { exact: true });
  await expect.element(count).toBeVisible();
  expect(count.element().getClientRects()).toHaveLength(1);
  expect(count.element().getBoundingClientRect().height).toBeLessThan(30);
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, service } from '../testing/render.tsx';
import { Cell, Table, TableRow } from './table.tsx';

test('thousands stand apart in a table, and what names something stays as it is', async () => {
  service({});
  await draw(
    <Table caption="Days" heads={['Line', 'Reported']} numeric={[0, 1]}>
      <TableRow>
        <Cell numeric>{String(34567)}</Cell>
        <Cell numeric>{12345}</Cell>
      </TableRow>
    </Table>,
  );
  await expect.element(page.getByRole('cell').nth(1)).toHaveTextContent('12,345');
  await expect.element(page.getByRole('cell').nth(0)).toHaveTextContent('34567');
});

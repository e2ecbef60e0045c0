import { useQuery } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ticketsQuery } from '../../backend/tickets.ts';
import { ACT, draw, service } from '../../testing/render.tsx';
import { ticket } from '../../testing/tickets.ts';
import { StatusMenu } from './status-menu.tsx';

const row = ticket({ number: 7 });
const query = ticketsQuery({});

function Shown() {
  const [shown] = useQuery(query).data ?? [];
  return shown ? <StatusMenu ticket={shown} /> : null;
}

async function block() {
  await page.getByRole('button', { name: 'Status: Accepted' }).click();
  await page.getByRole('menuitemradio', { name: 'Blocked' }).click();
}

test('a change is sent with the version that it was made from, and its act can be undone', async () => {
  let stored = row;
  const requests = service({
    'GET /tickets?view=row': () => [stored],
    [`PATCH /tickets/${row.id}`]: ({ body }: { body: object }) => {
      stored = { ...stored, ...body, version: stored.version + 1 };
      return stored;
    },
    [`POST /acts/${ACT}/undo`]: () => {
      stored = { ...row, version: stored.version + 1 };
      return { act: ACT, undone: [], left: [], told_already: 0 };
    },
  });
  await draw(<Shown />);
  await block();
  await expect.element(page.getByText('#7: Blocked')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(() => requests.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]))
    .toEqual([[`/acts/${ACT}/undo`, { confirm: true }]]);
  const [changed] = requests.filter(({ method }) => method === 'PATCH');
  expect([changed?.body, changed?.headers.get('If-Match')]).toEqual([{ status: 'blocked' }, '"1"']);
  await expect.element(page.getByRole('button', { name: 'Status: Accepted' })).toBeVisible();
});

test('a refused change rolls back and names the ticket', async () => {
  service({ 'GET /tickets?view=row': [row], [`PATCH /tickets/${row.id}`]: { refused: 403, error: 'forbidden' } });
  await draw(<Shown />);
  await block();
  await expect.element(page.getByText('#7: You are not allowed to do this.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Status: Accepted' })).toBeVisible();
});

test('a user who may not change the status sees no menu', async () => {
  service({ 'GET /tickets?view=row': [{ ...row, can: { ...row.can, change_status: false } }] });
  await draw(<Shown />);
  await expect.element(page.getByText('Accepted')).toBeVisible();
  expect(page.getByRole('button', { name: /^Status/ }).elements()).toEqual([]);
});

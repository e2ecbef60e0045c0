import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, type SentRequest, service } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { FieldRows } from './field-rows.tsx';

const FIELD = { ask: 'work', reporter_sees: false, help: null, archived_at: null, category: null, project_id: null };
const fields = [
  { ...FIELD, id: 'f1', key: 'machine', kind: 'text', name: { pl: 'Maszyna', en: 'Machine' }, options: [] },
  {
    ...{ ...FIELD, id: 'f2', key: 'system', kind: 'choice', name: { pl: 'System', en: 'System' } },
    options: [{ key: 'sap', name: { pl: 'SAP', en: 'SAP' }, archived_at: null }],
  },
  { ...FIELD, id: 'f3', key: 'amount', kind: 'number', name: { pl: 'Liczba', en: 'Amount' }, options: [], unit: null },
];

test('a value is edited in its place by keys alone, and Escape leaves it as it was', async () => {
  const requests = service({ 'GET /fields': fields });
  await draw(<FieldRows ticket={detail({ fields: { machine: 'M-1' } })} className="" />);
  const machine = page.getByRole('button', { name: 'Machine: M-1' });
  await machine.click();
  await expect.element(page.getByRole('textbox', { name: 'Machine' })).toHaveFocus();
  await userEvent.keyboard(' or M-2{Escape}');
  await expect.element(machine).toHaveFocus();
  await page.getByRole('button', { name: 'System: None' }).click();
  await expect.element(page.getByRole('group', { name: 'System' }).getByRole('button')).toHaveFocus();
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

test('what the service refuses stays as it was typed, in a field that is marked, and is sent again', async () => {
  const shown = detail({ fields: {} });
  let refused = true;
  const requests = service({
    'GET /fields': fields,
    [`PATCH /tickets/${shown.id}`]: () => (refused ? { refused: 503, error: 'read_only' } : shown),
  });
  await draw(<FieldRows ticket={shown} className="" />);
  await page.getByRole('button', { name: 'Machine: None' }).click();
  await userEvent.keyboard('M-3{Enter}');
  const field = page.getByRole('textbox', { name: 'Machine' });
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveValue('M-3');
  await expect.element(field).toHaveFocus();
  refused = false;
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Machine: None' })).toHaveFocus();
  const isSent = ({ method, body }: SentRequest) => method === 'PATCH' && JSON.stringify(body).includes('M-3');
  expect(requests.filter(isSent)).toHaveLength(2);
});

test('a number that is typed by half takes away none', async () => {
  const requests = service({ 'GET /fields': fields });
  await draw(<FieldRows ticket={detail({ fields: { amount: 12 } })} className="" />);
  await page.getByRole('button', { name: 'Amount: 12' }).click();
  await userEvent.keyboard('{End}e{Tab}');
  await expect.element(page.getByRole('spinbutton', { name: 'Amount' })).toHaveAttribute('aria-invalid', 'true');
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
});

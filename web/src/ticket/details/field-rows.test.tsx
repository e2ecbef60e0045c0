import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { FieldRows } from './field-rows.tsx';

const FIELD = { ask: 'work', reporter_sees: false, help: null, archived_at: null, category: null, project_id: null };
const fields = [
  { ...FIELD, id: 'f1', key: 'machine', kind: 'text', name: { pl: 'Maszyna', en: 'Machine' }, options: [] },
  {
    ...{ ...FIELD, id: 'f2', key: 'system', kind: 'choice', name: { pl: 'System', en: 'System' } },
    options: [{ key: 'sap', name: { pl: 'SAP', en: 'SAP' }, archived_at: null }],
  },
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

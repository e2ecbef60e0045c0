import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ListedUser } from '../../../backend/people.ts';
import { draw, ewa, service } from '../../../testing/render.tsx';
import { PersonDataDialog } from './person-dialogs.tsx';

const ada: ListedUser = {
  ...ewa,
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'user',
  is_active: true,
  mail_addresses: [],
};
const records = {
  'GET /users/ada/data': {
    tables: [
      { table: 'comments', rows: 12 },
      { table: 'known_clients', rows: 1 },
    ],
  },
};

test('the dialog says how much there is, and erases once the address is typed', async () => {
  const requests = service({ ...records, 'POST /users/ada/erase': { files: 0 } });
  let closed = 0;
  await draw(<PersonDataDialog person={ada} onClose={() => (closed += 1)} />);
  await expect.element(page.getByText('Comments')).toBeVisible();
  await expect.element(page.getByText('12')).toBeVisible();
  const erase = page.getByRole('button', { name: 'Erase Ada' });
  await page.getByText('Their texts and files, too').click();
  await page.getByLabelText('Type ada@example.com to erase').fill('ada@example');
  await expect.element(erase).toBeDisabled();
  await page.getByLabelText('Type ada@example.com to erase').fill('Ada@example.com');
  await erase.click();
  await expect.element(page.getByText('Ada is erased')).toBeVisible();
  expect(closed).toBe(1);
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ texts: true, answers: false });
});

test('a refusal stays in the dialog, and nobody is offered to erase themselves', async () => {
  service({ ...records, 'POST /users/ada/erase': { refused: 409, error: 'last_developer' } });
  await draw(<PersonDataDialog person={ada} onClose={() => {}} />);
  await page.getByLabelText('Type ada@example.com to erase').fill('ada@example.com');
  await page.getByRole('button', { name: 'Erase Ada' }).click();
  await expect.element(page.getByText('This is the last developer.', { exact: false })).toBeVisible();
  service({ [`GET /users/${ewa.id}/data`]: { tables: [] } });
  await draw(<PersonDataDialog person={{ ...ewa, is_active: true, mail_addresses: [] }} onClose={() => {}} />);
  await expect.element(page.getByText('Nobody erases themselves: another developer does.')).toBeVisible();
});

import { expect } from '@playwright/test';
import { openedBy, story } from './kwit.ts';

story('a developer makes a field, a reporter fills it in, and it is needed to close', async ({ browser, kwit }) => {
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/admin/fields');
  await dev.getByRole('button', { name: 'New field' }).click();
  const form = dev.getByRole('dialog', { name: 'New field' });
  await form.getByLabel('Name (Polish)').fill('System');
  await form.getByLabel('Name (English)').fill('System');
  await form.getByRole('button', { name: /^Kind: / }).click();
  await dev.getByRole('menuitemradio', { name: 'One of several' }).click();
  await form.getByRole('button', { name: /^Category: / }).click();
  await dev.getByRole('menuitemradio', { name: 'Question' }).click();
  for (const [at, name] of ['SAP', 'CRM'].entries()) {
    await form.getByRole('button', { name: 'Add an option' }).click();
    await form.getByLabel(`Option ${at + 1} (Polish)`).fill(name);
    await form.getByLabel(`Option ${at + 1} (English)`).fill(name);
  }
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dev.getByRole('listitem').filter({ hasText: 'System' })).toContainText('Question');

  const ada = await openedBy(browser, kwit, 'ada');
  await ada.goto('/new');
  await ada.getByLabel('Title').fill('Access to the system of accounts');
  await ada.getByLabel('Description').fill('I need it for the close of the year.');
  await ada.getByText('Question', { exact: true }).click();
  await ada.getByRole('button', { name: /^System: / }).click();
  await ada.getByRole('menuitemradio', { name: 'SAP' }).click();
  await ada.getByRole('button', { name: 'Report it' }).click();
  await expect(ada.getByRole('heading', { name: 'Access to the system of accounts' })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'System: SAP' })).toBeVisible();

  await dev.goto(new URL(ada.url()).pathname);
  await dev.getByRole('button', { name: 'System: SAP' }).click();
  await dev.getByRole('button', { name: 'System: SAP' }).last().click();
  await dev.getByRole('menuitemradio', { name: 'CRM' }).click();
  await expect(dev.getByRole('button', { name: 'System: CRM' })).toBeVisible();

  await dev.goto('/tickets');
  const row = dev.locator('[data-number]', { hasText: 'Access to the system of accounts' });
  await dev.getByRole('button', { name: 'More filters' }).click();
  await dev.getByRole('group', { name: 'More filters' }).getByRole('button', { name: 'System' }).click();
  await dev.getByRole('menuitemradio', { name: 'SAP' }).click();
  await expect(row).toBeHidden();
  await dev.goto('/tickets?fields=system%3Dcrm');
  await expect(row).toBeVisible();
});

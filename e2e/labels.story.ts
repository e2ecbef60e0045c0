import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

story('a developer makes a label while typing, finds tickets by it, and merges it away', async ({ browser, kwit }) => {
  await report(kwit, 'ada', 'The switch in the basement is dead');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/tickets');
  const row = dev.locator('[data-number]', { hasText: 'The switch in the basement is dead' });
  await row.hover();
  await row.getByRole('checkbox').check();
  await dev.keyboard.press('Shift+L');
  const chooser = dev.getByRole('dialog', { name: 'Labels' });
  const field = chooser.getByRole('combobox');
  await field.fill('Sieć');
  await chooser.getByRole('option', { name: 'Make the label “Sieć”' }).click();
  await expect(chooser.getByRole('option', { name: 'Sieć chosen' })).toBeVisible();
  // Case and accents make no other label.
  await field.fill('SIEC');
  await expect(chooser.getByRole('option')).toHaveCount(1);
  await field.press('Escape');
  await expect(row.getByText('Sieć')).toBeVisible();

  await dev.getByRole('button', { name: 'More filters' }).click();
  await dev.getByRole('group', { name: 'More filters' }).getByRole('button', { name: 'Labels' }).click();
  await dev.getByRole('menuitemcheckbox', { name: 'Sieć' }).click();
  await dev.keyboard.press('Escape');
  await expect(row).toBeVisible();
  await expect(dev.locator('[data-number]')).toHaveCount(1);

  await dev.goto('/admin/labels');
  await dev.getByRole('button', { name: 'New label' }).click();
  const form = dev.getByRole('dialog', { name: 'New label' });
  await form.getByLabel('Name').fill('network');
  await form.getByLabel('Blue').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await dev.getByRole('button', { name: 'More for Sieć' }).click();
  await dev.getByRole('menuitem', { name: 'Merge' }).click();
  await dev.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await expect(dev.getByText('Sieć', { exact: true })).toBeHidden();
  await expect(dev.getByRole('listitem').filter({ hasText: 'network' })).toContainText('1 ticket');
});

story('labels that two people put on a ticket at once are both there', async ({ browser, kwit }) => {
  const ticket = await report(kwit, 'ada', 'The lamp flickers');
  const other = await kwit.call<{ id: string }>('dev', 'POST', '/labels', { name: 'cellar' });
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/tickets');
  const row = dev.locator('[data-number]', { hasText: 'The lamp flickers' });
  await row.hover();
  await row.getByRole('checkbox').check();
  await dev.keyboard.press('Shift+L');
  const chooser = dev.getByRole('dialog', { name: 'Labels' });
  await expect(chooser).toBeVisible();
  await kwit.call('dev', 'PATCH', `/tickets/${ticket.id}`, { labels: [other.id] });
  await chooser.getByRole('combobox').fill('cable');
  await chooser.getByRole('option', { name: 'Make the label “cable”' }).click();
  await expect(chooser.getByRole('option', { name: 'cable chosen' })).toBeVisible();
  await dev.keyboard.press('Escape');
  for (const name of ['cellar', 'cable']) await expect(row.getByText(name)).toBeVisible();
});

import { expect } from '@playwright/test';
import { openedBy, story } from './kwit.ts';

story(
  'a bug in a hurry is no dead end: the form says what is missing, and sends it as it is',
  async ({ browser, kwit }) => {
    const ada = await openedBy(browser, kwit, 'ada');
    await ada.goto('/new');
    await ada.getByText('Bug', { exact: true }).click();
    await ada.getByLabel('Title').fill('The door does not close');
    await ada.getByLabel('Description').fill('Since Monday.');
    await ada.getByLabel('Steps to reproduce').fill('Pull it.');
    await ada.getByRole('button', { name: 'Report it' }).click();
    await expect(ada.getByLabel('Description')).toBeFocused();
    await expect(ada.getByText('What did you do, what did you expect', { exact: false })).toBeVisible();
    await ada.getByRole('button', { name: 'Send as it is, a developer will sort it' }).click();
    await expect(ada.getByRole('heading', { name: 'The door does not close' })).toBeVisible();
    const [ticket] = await kwit.call<{ category: string; steps_to_reproduce: string }[]>(
      'dev',
      'GET',
      '/tickets?q=door',
    );
    expect([ticket?.category, ticket?.steps_to_reproduce]).toEqual(['other', 'Pull it.']);
  },
);

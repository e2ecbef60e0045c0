import { expect } from '@playwright/test';
import { openedBy, story } from './kwit.ts';
import { png } from './picture.ts';

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

story(
  'on a phone a title and a photo are a report, and the photo is seen before it goes',
  async ({ browser, kwit }) => {
    const ada = await openedBy(browser, kwit, 'ada', { width: 390 });
    await ada.goto('/');
    await ada.getByRole('link', { name: 'Report something' }).click();
    await ada.getByLabel('Title').fill('Lamp in 2.14');
    const chooser = ada.waitForEvent('filechooser');
    await ada.getByRole('button', { name: 'Add files' }).click();
    await (await chooser).setFiles(png('lamp.png'));
    const photo = ada.getByRole('img', { name: 'lamp.png' });
    await expect(photo).toBeInViewport();
    await ada.getByRole('button', { name: 'Report it' }).click();
    await expect(ada.getByRole('heading', { name: 'Lamp in 2.14' })).toBeVisible();
    const [ticket] = await kwit.call<{ description: string }[]>('dev', 'GET', '/tickets?q=lamp');
    expect(ticket?.description).toBe('See lamp.png');
    await expect(ada.getByRole('link', { name: 'Workload' })).toHaveCount(0);
  },
);

story(
  'no category is chosen beforehand, and a reporter meets no urgency unless asked for',
  async ({ browser, kwit }) => {
    const ada = await openedBy(browser, kwit, 'ada');
    await ada.goto('/new');
    await expect(ada.getByRole('group', { name: 'Category' })).toBeVisible();
    await expect(ada.getByRole('radio', { checked: true })).toHaveCount(0);
    await expect(ada.getByText('Not sure? Leave it: a developer chooses.')).toBeVisible();
    await expect(ada.getByRole('group', { name: 'Urgency' })).toBeHidden();
    await ada.getByLabel('Title').fill('The kettle leaks');
    await ada.getByLabel('Description').fill('On floor 4.');
    await ada.getByText('Urgency and project').click();
    await ada.getByText('High', { exact: true }).click();
    // The settings are seen again when the draft is opened.
    await ada.reload();
    await expect(ada.getByRole('radio', { name: 'High' })).toBeChecked();
    await expect(ada.getByRole('group', { name: 'Urgency' })).toBeVisible();
    await ada.getByRole('button', { name: 'Report it' }).click();
    await expect(ada.getByRole('heading', { name: 'The kettle leaks' })).toBeVisible();
    const [ticket] = await kwit.call<{ category: string; urgency_reporter: string }[]>(
      'dev',
      'GET',
      '/tickets?q=kettle',
    );
    expect([ticket?.category, ticket?.urgency_reporter]).toEqual(['other', 'high']);

    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/new');
    await expect(dev.getByRole('group', { name: 'Urgency' })).toBeVisible();
  },
);

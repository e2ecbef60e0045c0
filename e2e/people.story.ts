import { expect } from '@playwright/test';
import { openedBy, story, withoutStream } from './kwit.ts';
import { signInByMail } from './sign-in.ts';

const NINA = 'nina.kot@example.com';

story(
  'somebody is invited, reports, is deactivated, and is a former member from then on',
  async ({ browser, kwit }) => {
    story.setTimeout(120_000);
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/tickets');
    await expect(dev.getByRole('heading', { name: 'Tickets' })).toBeVisible();
    await dev.keyboard.press('Control+k');
    await dev.getByPlaceholder('A ticket, a place, a command').fill('Invite colleagues');
    await dev.keyboard.press('Enter');
    await dev.getByLabel('E-mail addresses').fill(NINA);
    await dev.getByRole('button', { name: 'Invite', exact: true }).last().click();
    await expect(dev.getByText('1 invitation is on its way')).toBeVisible();
    expect((await kwit.mail.next(NINA, /dostaniesz kod/)).subject).toBe('Zaproszenie do aplikacji Kwit');
    const row = dev.getByRole('listitem').filter({ hasText: NINA });
    await expect(row.getByText('Never signed in')).toBeVisible();

    const nina = await (await browser.newContext()).newPage();
    await withoutStream(nina);
    await signInByMail(nina, kwit, NINA, '/new');
    await nina.getByLabel('Title').fill('The door does not close');
    await nina.getByLabel('Description').fill('Since this morning.');
    await nina.getByRole('button', { name: 'Report it' }).click();
    await expect(nina.getByRole('heading', { name: 'The door does not close' })).toBeVisible();

    await nina.goto(`${kwit.url}/me`);
    const download = nina.waitForEvent('download');
    await nina.getByRole('button', { name: 'Download my data' }).click();
    expect((await download).suggestedFilename()).toBe('kwit-my-data.tar');
    await nina.goBack();

    await row.getByRole('button', { name: /^More about/ }).click();
    await dev.getByRole('menuitem', { name: 'Deactivate' }).click();
    await expect(row.getByText('Former member')).toBeVisible();
    // Her open page learns that her session is over by what it sends.
    await nina.getByLabel('Write a comment').fill('It still does not.');
    await nina.getByRole('button', { name: 'Send' }).click();
    await expect(nina.getByRole('dialog', { name: /Sign in again/ })).toBeVisible();

    await dev.goto('/tickets');
    await dev.getByRole('link', { name: 'The door does not close' }).click();
    await expect(dev.getByText('Nina Kot (former)').filter({ visible: true }).first()).toBeVisible();
    await dev.goto('/admin/records');
    await expect(dev.getByText('Deactivated Nina Kot')).toBeVisible();
    await expect(dev.getByText('Invited Nina Kot')).toBeVisible();
  },
);

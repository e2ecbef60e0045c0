import { expect } from '@playwright/test';
import { CAST, openedBy, report, story } from './kwit.ts';

/** An open page learns of other people's changes by the live stream or, without it, within half a minute. */
const BY_ITSELF = { timeout: 45_000 };

story(
  'the mail of a closing leads its reporter to a page whose button reopens the ticket',
  async ({ browser, kwit }) => {
    // Her mail comes in her language, which another story may have changed.
    await kwit.call('ada', 'PATCH', '/auth/me', { language: 'en' });
    const { id, number } = await report(kwit, 'ada', 'The heron printer jams');
    await kwit.call('dev', 'PATCH', `/tickets/${id}`, {
      status: 'closed',
      closure_summary: 'Replaced the **roller**.',
    });
    const { text } = await kwit.mail.next(CAST.ada, new RegExp(`/reopen/${number}\\b`));
    const path = new URL(/It is not solved: (\S+)/.exec(text)?.[1] ?? '').pathname;

    const [ada, dev] = [await openedBy(browser, kwit, 'ada'), await openedBy(browser, kwit, 'dev')];
    await dev.goto(`/t/${number}`);
    await expect(dev.getByRole('button', { name: 'Status: Closed' })).toBeVisible();
    await ada.goto(path);
    await expect(ada.getByRole('heading', { name: 'It is not solved' })).toBeVisible();
    await expect(ada.getByText('Replaced the roller.')).toBeVisible();
    await ada.getByRole('button', { name: 'Reopen the ticket' }).click();
    await expect(ada.getByText('Say what is still wrong first.')).toBeVisible();
    await ada.getByLabel('What is still wrong?').fill('It jams again, in tray 2.');
    await ada.reload();
    await expect(ada.getByLabel('What is still wrong?')).toHaveValue('It jams again, in tray 2.');
    const closed = await kwit.call<{ status: string }>('ada', 'GET', `/tickets/${id}`);
    expect(closed.status).toBe('closed');
    await ada.getByLabel('What is still wrong?').press('Control+Enter');

    await expect(ada).toHaveURL(new RegExp(`/t/${number}$`));
    await expect(ada.getByText('It jams again, in tray 2.')).toBeVisible();
    await expect(dev.getByText('It jams again, in tray 2.')).toBeVisible(BY_ITSELF);
    await expect(dev.getByRole('button', { name: 'Status: Submitted' })).toBeVisible();
    await ada.goto(path);
    await expect(ada.getByText('This ticket is open.')).toBeVisible();
  },
);

story('when it is too late to reopen a ticket, the page says what to do instead', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'The old heron printer jams');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'closed', closure_summary: 'Replaced the roller.' });
  await kwit.call('dev', 'PATCH', '/settings', { reopen_days: 0 });
  const [ada, dev] = [await openedBy(browser, kwit, 'ada'), await openedBy(browser, kwit, 'dev')];
  await ada.goto(`/reopen/${number}`);
  await expect(ada.getByText(`report it again, and mention #${number} there`)).toBeVisible();
  await ada.getByRole('link', { name: 'Report it again' }).click();
  await expect(ada).toHaveURL(/\/new$/);
  await dev.goto(`/reopen/${number}`);
  await expect(dev.getByText('You change the status of this ticket on its page.')).toBeVisible();
  await kwit.call('dev', 'PATCH', '/settings', { reopen_days: 14 });
});

story('on the page of a closed ticket its reporter says that it is not solved', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'The stork printer jams');
  const me = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  const closed = { status: 'closed', closure_summary: 'Replaced the roller.', assignee_id: me.id };
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, closed);
  await kwit.call('dev', 'POST', '/notices/read', { until: new Date().toISOString() });
  const [ada, dev] = [await openedBy(browser, kwit, 'ada'), await openedBy(browser, kwit, 'dev')];
  await dev.goto('/inbox');
  await ada.goto(`/t/${number}`);
  await ada.getByRole('button', { name: 'Yes, solved' }).click();
  await expect(ada.getByText('Thank you. The team sees')).toBeVisible();
  await ada.getByRole('button', { name: 'It is not solved' }).click();
  const dialog = ada.getByRole('dialog', { name: 'It is not solved' });
  await expect(dialog.getByLabel('What is still wrong?')).toBeFocused();
  await ada.keyboard.type('It jams again, in tray 3.');
  await ada.keyboard.press('Control+Enter');
  await expect(dialog).toBeHidden();
  await expect(ada.getByRole('listitem').filter({ hasText: 'It jams again, in tray 3.' })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'It is not solved' })).toBeHidden();
  const notice = dev.locator('[data-notice]').first();
  await expect(notice).toContainText('The stork printer jams', BY_ITSELF);
  await expect(notice).toContainText('Reopened');

  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'closed' });
  await kwit.call('dev', 'PATCH', '/settings', { reopen_days: 0 });
  await ada.goto(`/t/${number}`);
  await expect(ada.getByText(`report it again and mention #${number}`)).toBeVisible();
  await kwit.call('dev', 'PATCH', '/settings', { reopen_days: 14 });
});

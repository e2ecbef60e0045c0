import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';
import { png } from './picture.ts';

story('somebody who knows no Markdown writes with the toolbar, and looks at it first', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'The crane printer is described');
  const ada = await openedBy(browser, kwit, 'ada');
  await ada.goto(`/t/${number}`);
  const field = ada.getByLabel('Write a comment');
  await field.fill('Press the green button');
  await field.press('Home');
  await ada.keyboard.press('Control+Shift+ArrowRight');
  await ada.getByRole('button', { name: 'Bold (Ctrl+B)' }).click();
  await expect(field).toHaveValue('**Press** the green button');
  await expect(field).toBeFocused();
  await ada.keyboard.press('Control+b');
  await expect(field).toHaveValue('Press the green button');
  await ada.keyboard.press('Control+z');
  await expect(field).toHaveValue('**Press** the green button');
  await ada.getByRole('button', { name: 'List', exact: true }).click();
  await expect(field).toHaveValue('- **Press** the green button');

  const [picker] = await Promise.all([
    ada.waitForEvent('filechooser'),
    ada.getByRole('button', { name: 'Picture', exact: true }).click(),
  ]);
  await picker.setFiles(png('green.png'));
  await expect(field).toHaveValue(/!\[green\.png\]\(attachment:green\.png\)$/);
  await ada.getByRole('button', { name: 'Preview' }).click();
  const composer = ada.getByRole('form', { name: 'New comment' });
  await expect(composer.getByRole('listitem').filter({ hasText: 'Press the green button' })).toBeVisible();
  await expect(composer.getByRole('img', { name: 'green.png' }).first()).toBeVisible();
  await ada.getByRole('button', { name: 'Write', exact: true }).click();
  await field.press('Control+Enter');
  const comment = ada.locator('li[id^=comment]');
  await expect(comment.locator('.prose img')).toBeVisible();
  await expect(comment.locator('strong')).toHaveText('Press');
});

story(
  'developers tick tasks in the description, and never over what somebody else wrote',
  async ({ browser, kwit }) => {
    const description = 'To be done:\n\n- [ ] order the roller\n- [ ] change the roller\n\nThank you.';
    const { id, number } = await report(kwit, 'ada', 'The crane printer has tasks', { description });
    const text = async () => (await kwit.call<{ description: string }>('dev', 'GET', `/tickets/${id}`)).description;
    const [dev, ewa] = [await openedBy(browser, kwit, 'dev'), await openedBy(browser, kwit, 'ewa')];
    for (const page of [dev, ewa]) await page.goto(`/t/${number}`);
    await dev.getByRole('checkbox', { name: 'order the roller' }).check();
    await expect.poll(text).toBe(description.replace('[ ] order', '[x] order'));
    // The other person sees the state that the service has.
    await expect(ewa.getByRole('checkbox', { name: 'order the roller' })).toBeChecked();
    await ewa.getByRole('checkbox', { name: 'change the roller' }).check();
    await expect.poll(text).toBe(description.replaceAll('[ ]', '[x]'));

    // A page that has not heard of a change cannot tick over it.
    await ewa.route('**/api/events/stream*', (route) => route.abort());
    await ewa.reload();
    await expect(ewa.getByRole('checkbox', { name: 'order the roller' })).toBeChecked();
    const other = 'Only this:\n\n- [ ] wait';
    await kwit.call('dev', 'PATCH', `/tickets/${id}`, { description: other });
    await ewa.getByRole('checkbox', { name: 'order the roller' }).click();
    await expect(ewa.getByText(new RegExp(`#${number}: .*changed`))).toBeVisible();
    expect(await text()).toBe(other);
    await expect(ewa.getByRole('checkbox', { name: 'wait' })).toBeVisible();
  },
);

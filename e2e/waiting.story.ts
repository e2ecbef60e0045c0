import { expect, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

/** A page without the stream asks again after half a minute: what comes sooner came by the stream. */
const SOON = { timeout: 8_000 };

const row = (page: Page, section: string, number: number) =>
  page.getByRole('region', { name: section }).locator(`[data-number="${number}"]`);

story('a reporter who waits for a reply is seen first, until somebody answers', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'The scanner is slow');
  const { id: other, number: otherNumber } = await report(kwit, 'jan', 'The door is open');
  await kwit.call('jan', 'POST', `/tickets/${other}/comments`, { content: 'Is anybody there?' });
  const me = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { assignee_id: me.id, status: 'in_progress' });

  const [dev, ada] = [await openedBy(browser, kwit, 'dev'), await openedBy(browser, kwit, 'ada')];
  await dev.goto('/');
  await expect(dev.getByRole('button', { name: 'Unanswered', exact: true })).toBeVisible();
  await ada.goto(`/t/${number}`);
  await expect(ada.getByLabel('Write a comment')).toBeVisible();
  await ada.keyboard.press('m');
  await expect(ada.getByLabel('Write a comment')).toBeFocused();
  await ada.keyboard.type('Any news?');
  await ada.keyboard.press('Control+Enter');
  // The ticket that waits for dev comes first, although somebody else has waited for longer.
  await expect(row(dev, 'Waiting for your answer', number)).toBeVisible(SOON);
  // A reporter who looks at the ticket reads the answer at once: she goes on to something else.
  await ada.goto('/my');
  await expect(row(dev, 'Waiting for your answer', otherNumber)).toHaveCount(0);
  // The team's tickets are folded below, with their number.
  await dev.getByRole('button', { name: 'Unanswered', exact: true }).click();
  await expect(row(dev, 'Unanswered', number)).toHaveCount(0);
  await expect(row(dev, 'Waiting for your answer', number)).toContainText('Unanswered');

  await dev
    .getByRole('region', { name: 'Unanswered' })
    .getByRole('link', { name: /^Show all/ })
    .click();
  await expect(dev).toHaveURL(/\/tickets\?awaiting=1&sort=awaiting_reply_since&order=asc$/);
  await expect(dev.locator('main [data-number]').last()).toHaveAttribute('data-number', String(number));
  await dev.locator(`main [data-number="${number}"] a`).click();
  const panel = dev.getByRole('complementary').last();
  await expect(panel.getByText('Any news?')).toBeVisible();
  await dev.keyboard.press('m');
  await expect(dev.getByLabel('Write a comment')).toBeFocused();
  await dev.keyboard.type('It is fixed tomorrow.');
  await dev.keyboard.press('Control+Enter');
  await expect(dev.locator(`main [data-number="${number}"]`).first()).not.toContainText('Unanswered', SOON);

  await ada.goto('/');
  const answered = ada.getByRole('region', { name: 'Answered' });
  await expect(answered).toContainText('The scanner is slow');
  await answered.getByRole('link', { name: 'The scanner is slow' }).click();
  await expect(ada.getByText('It is fixed tomorrow.')).toBeInViewport();
  await ada.goBack();
  await expect(ada.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  await expect(answered.getByText('The scanner is slow')).toHaveCount(0);
});

story('the list shows only who waits, by a filter that stands in the address', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'jan', 'A waiting ticket');
  await report(kwit, 'jan', 'A quiet ticket');
  await kwit.call('jan', 'POST', `/tickets/${id}/comments`, { content: 'Hello?' });
  const ewa = await openedBy(browser, kwit, 'ewa');
  await ewa.goto('/tickets?q=ticket');
  await expect(ewa.getByRole('link', { name: 'A quiet ticket' })).toBeVisible();
  await ewa.getByRole('button', { name: 'More filters' }).click();
  await ewa.getByRole('button', { name: 'Only', exact: true }).click();
  await ewa.getByRole('menuitemcheckbox', { name: 'Unanswered' }).click();
  await expect(ewa).toHaveURL(/awaiting=1/);
  await expect(ewa.getByRole('link', { name: 'A quiet ticket' })).toBeHidden();
  await expect(ewa.locator(`main [data-number="${number}"]`)).toContainText('Unanswered');
});

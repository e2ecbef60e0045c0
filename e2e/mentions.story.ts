import { expect } from '@playwright/test';
import { violations } from './axe.ts';
import { openedBy, report, story } from './kwit.ts';

/** A page without the stream asks again after half a minute: what comes sooner came by the stream. */
const SOON = { timeout: 8_000 };

story('somebody is named by the keyboard alone, is told, and reads their name', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'The heron printer needs somebody');
  const { number: like } = await report(kwit, 'jan', 'A pelican scanner like it');
  await kwit.call('ewa', 'POST', '/notices/read', { until: new Date().toISOString() });
  const [dev, ewa] = [await openedBy(browser, kwit, 'dev'), await openedBy(browser, kwit, 'ewa')];
  const listening = ewa.waitForResponse((response) => response.url().includes('/api/events/stream'));
  await ewa.goto('/board');
  await listening;

  await dev.goto(`/t/${number}`);
  const field = dev.getByLabel('Write a comment');
  await expect(field).toBeVisible();
  await dev.keyboard.press('m');
  await expect(field).toBeFocused();
  await dev.keyboard.type('Please look, @e');
  const people = dev.getByRole('listbox', { name: 'People' });
  await expect(people.getByRole('option', { name: /Ewa/ })).toHaveAttribute('aria-selected', 'true');
  await expect(people.getByRole('option')).toHaveCount(1);
  const active = await field.getAttribute('aria-activedescendant');
  expect(active).toBe(await people.getByRole('option', { name: /Ewa/ }).getAttribute('id'));
  await dev.keyboard.press('Enter');
  await expect(field).toHaveValue('Please look, @Ewa ');
  await expect(people).toBeHidden();
  await dev.keyboard.type('it is like #pelican');
  await dev
    .getByRole('listbox', { name: 'Tickets' })
    .getByRole('option', { name: /pelican scanner/ })
    .waitFor();
  await dev.keyboard.press('Tab');
  await expect(field).toHaveValue(`Please look, @Ewa it is like #${like} `);
  await dev.keyboard.press('Control+Enter');

  const comment = dev.getByRole('listitem').filter({ hasText: 'Please look' });
  await expect(comment).toContainText('@Ewa');
  await expect(comment.getByRole('link', { name: `#${like}` })).toBeVisible();
  await expect(ewa).toHaveTitle(/^\(1\) /, SOON);
  await ewa.keyboard.press('g');
  await ewa.keyboard.press('n');
  await expect(ewa.locator('[data-notice]').first()).toContainText('Mentioned you');
  await ewa.keyboard.press('j');
  await ewa.keyboard.press('Enter');
  await expect(ewa.getByText('@Ewa')).toBeInViewport();

  // The text to edit has the name, too.
  await comment.getByRole('button', { name: 'Edit the comment' }).click();
  const edited = dev.getByRole('textbox', { name: 'Edit the comment' });
  await expect(edited).toHaveValue(/^Please look, @Ewa it/);
  await edited.fill('Please look soon, @Ewa');
  await dev.keyboard.press('Control+Enter');
  await expect(ewa.getByText('Please look soon,')).toContainText('@Ewa', SOON);
});

story(
  'somebody is named while a comment is edited, and in the answer that closes a ticket',
  async ({ browser, kwit }) => {
    const { id, number } = await report(kwit, 'ada', 'The ibis printer is solved by two');
    await kwit.call('ewa', 'GET', '/auth/me');
    await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'Looked at it' });
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto(`/t/${number}`);
    const comment = dev.getByRole('listitem').filter({ hasText: 'Looked at it' });
    const pick = async (name: RegExp) => {
      await dev.getByRole('listbox', { name: 'People' }).getByRole('option', { name }).waitFor();
      await dev.keyboard.press('Enter');
    };
    await comment.getByRole('button', { name: 'Edit the comment' }).click();
    await dev.getByRole('textbox', { name: 'Edit the comment' }).fill('Looked at it with ');
    await dev.keyboard.type('@e');
    await pick(/Ewa/);
    await dev.keyboard.press('Control+Enter');
    await expect(comment.locator('[data-mention]')).toHaveText('@Ewa');

    await dev.keyboard.press('Shift+C');
    await dev.getByLabel('Answer to the reporter').fill('Cleaned by ');
    await dev.keyboard.type('@ew');
    await pick(/Ewa/);
    await dev.getByRole('button', { name: 'Post and close' }).click();
    const answer = dev.getByRole('listitem').filter({ hasText: 'Cleaned by' });
    await expect(answer.locator('[data-mention]')).toHaveText('@Ewa');
    const answers = async () =>
      (await kwit.call<{ content: string }[]>('dev', 'GET', '/answers?q=cleaned')).map(({ content }) => content.trim());
    await expect.poll(answers).toEqual(['Cleaned by @Ewa']);
  },
);

story('an internal comment names nobody who could not read it', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'The heron printer is talked about');
  await kwit.call('ewa', 'GET', '/auth/me');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto(`/t/${number}`);
  await expect(dev.getByLabel('Write a comment')).toBeVisible();
  await dev.keyboard.press('m');
  await expect(dev.getByLabel('Write a comment')).toBeFocused();
  await dev.keyboard.type('@ada');
  await dev.getByRole('option', { name: /Ada/ }).waitFor();
  await dev.keyboard.press('Enter');
  await dev.keyboard.type('asks too much');
  await dev.getByLabel('Internal', { exact: true }).check();
  await expect(dev.getByRole('alert')).toHaveText(/Ada would not see an internal comment/);
  await expect(dev.getByRole('button', { name: 'Send internally' })).toBeDisabled();
  await dev.getByRole('textbox', { name: /Note for the team/ }).press('Control+Enter');
  await expect(dev.getByRole('listitem').filter({ hasText: 'asks too much' })).toHaveCount(0);

  const note = dev.getByRole('textbox', { name: /Note for the team/ });
  const people = dev.getByRole('listbox', { name: 'People' });
  await note.fill('@');
  await expect(people.getByRole('option', { name: /Ewa/ })).toBeVisible();
  await expect(people.getByRole('option', { name: /Ada/ })).toHaveCount(0);
  await dev.keyboard.press('Escape');
  await expect(people.getByRole('option')).toHaveCount(0);
  await expect(note).toBeFocused();
});

story('of many colleagues six are offered at a time, all of them in sight', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'The stork printer needs one of many');
  const birds = ['bunting', 'crow', 'finch', 'gull', 'kiwi', 'owl', 'swan'];
  const ids: string[] = [];
  for (const bird of birds) {
    const invited = { email: `${bird}.flock@example.com`, role: 'developer' };
    ids.push((await kwit.call<{ id: string }>('dev', 'POST', '/users/invite', invited)).id);
  }
  const dev = await openedBy(browser, kwit, 'dev', { width: 390 });
  await dev.goto(`/t/${number}`);
  const field = dev.getByLabel('Write a comment');
  await expect(field).toBeVisible();
  await dev.keyboard.press('m');
  await expect(field).toBeFocused();
  await dev.keyboard.type('Ask @');
  const offered = dev.getByRole('listbox', { name: 'People' }).getByRole('option');
  await expect(offered).toHaveCount(6);
  for (const option of await offered.all()) await expect(option).toBeInViewport({ ratio: 1 });
  expect(await violations(dev)).toEqual([]);
  await dev.keyboard.type('swan');
  await expect(offered).toHaveText([/Swan Flock/]);
  await dev.keyboard.press('Enter');
  await expect(field).toHaveValue('Ask @Swan Flock ');
  // The other stories name their colleagues by a letter.
  for (const id of ids) await kwit.call('dev', 'PATCH', `/users/${id}`, { is_active: false });
});

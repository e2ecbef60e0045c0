/** Doubles: thirty reports of one outage, two of one person, and what is taken back. */
import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

interface Found {
  id: string;
  number: number;
  status: string;
  merged_into: { number: number } | null;
  beside?: unknown[];
  comments: { content: string }[];
}

story(
  'thirty reports of one outage stand together and close with one answer, in six steps',
  async ({ browser, kwit }) => {
    const numbers: number[] = [];
    for (let n = 0; n < 30; n += 1)
      numbers.push((await report(kwit, n % 2 ? 'ada' : 'jan', `Outage of the mail gateway ${n}`)).number);
    const page = await openedBy(browser, kwit, 'dev');
    await page.goto('/tickets?q=outage%20gateway');
    await expect(page.locator('[data-number]').first()).toBeVisible();
    // 1: all that is found.
    await page.keyboard.press('Control+a');
    await expect(page.getByText('30 selected')).toBeVisible();
    // 2: merge.
    await page.keyboard.press('u');
    await expect(page.getByRole('option').first()).toBeVisible();
    // 3: the first of those chosen leads.
    await page.keyboard.press('Enter');
    await expect(page.getByRole('radio', { name: /beside/ })).toBeChecked();
    // 4: beside it.
    await page.getByRole('button', { name: 'Put 29 beside' }).press('Enter');
    await expect(page.getByText(/29 tickets stand beside/)).toBeVisible();
    await page.goto(`/t/${Math.min(...numbers)}`);
    await expect(page.getByText('Beside this ticket')).toBeVisible();
    // 5: close the lead.
    await page.keyboard.press('Shift+C');
    await expect(page.getByText('It also closes 29 tickets')).toBeVisible();
    // 6: one answer.
    await page.locator('dialog[open] textarea').first().fill('The mail gateway is back since 9:40.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText(/closed, and the answer is posted/)).toBeVisible();
    for (const number of numbers) {
      const merged = await kwit.call<Found>('dev', 'GET', `/numbered-tickets/${number}`);
      expect([merged.status, merged.comments.at(-1)?.content]).toEqual([
        'closed',
        'The mail gateway is back since 9:40.',
      ]);
    }
  },
);

story(
  'two reports of one person are joined, found again by the old address, and taken apart',
  async ({ browser, kwit }) => {
    const first = await report(kwit, 'ada', 'Scanner on floor three smears');
    const second = await report(kwit, 'ada', 'Scanner smears on floor three again');
    const page = await openedBy(browser, kwit, 'dev');
    await page.goto(`/t/${second.number}`);
    await page.getByRole('heading', { name: /Scanner smears/ }).waitFor();
    await page.keyboard.press('u');
    // Similar tickets are offered first.
    await expect(page.getByRole('option', { name: new RegExp(`#${first.number}`) })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText(/Comments, files and links move to/)).toBeVisible();
    await page.getByRole('button', { name: 'Join it' }).press('Enter');
    await expect(page.getByText(`1 ticket joined to #${first.number}`)).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    const state = () => kwit.call<Found>('dev', 'GET', `/numbered-tickets/${second.number}`);
    await expect.poll(async () => (await state()).merged_into).toBeNull();
    await kwit.call('dev', 'POST', `/tickets/${second.id}/merge`, { into: first.id, mode: 'join' });
    await page.goto(`/t/${second.number}`);
    await expect(page).toHaveURL(new RegExp(`/t/${first.number}$`));
    const joined = page.getByRole('region', { name: `from #${second.number}` });
    await expect(joined).toContainText('Scanner smears on floor three again, every day since Monday.');
    await page.goto(`/t/${second.number}?merged=1`);
    await page.getByRole('button', { name: 'Unmerge' }).click();
    await expect(page.getByText(`#${second.number} is on its own again`)).toBeVisible();
    expect((await state()).status).toBe('submitted');
    const reporter = await openedBy(browser, kwit, 'ada');
    await reporter.goto(`/t/${second.number}`);
    await expect(reporter).toHaveURL(new RegExp(`/t/${second.number}$`));
  },
);

story('several close with one answer; what cannot be closed says why and stays chosen', async ({ browser, kwit }) => {
  const tickets = [];
  for (const name of ['one', 'two', 'three']) tickets.push(await report(kwit, 'ada', `Badge reader beeps, ${name}`));
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?q=badge%20reader');
  await expect(page.locator('[data-number]').first()).toBeVisible();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Shift+C');
  const dialog = page.locator('dialog[open]');
  await expect(dialog.getByText('Close 3 tickets with one answer')).toBeVisible();
  const [gone] = tickets;
  await kwit.call('dev', 'POST', `/tickets/${gone?.id}/merge`, { into: tickets[1]?.id, mode: 'join' });
  await dialog.locator('textarea').first().fill('The reader has been replaced.');
  await dialog.getByRole('button', { name: `Own answer for #${tickets[2]?.number}` }).click();
  await dialog.locator('textarea').last().fill('Yours has been repaired.');
  await dialog.getByRole('button', { name: 'Close 3 tickets' }).click();
  await expect(dialog.getByRole('alert')).toContainText(`#${gone?.number}`);
  const last = await kwit.call<Found>('dev', 'GET', `/numbered-tickets/${tickets[2]?.number}`);
  expect([last.status, last.comments.at(-1)?.content]).toEqual(['closed', 'Yours has been repaired.']);
});

story('what is about something else becomes a ticket of its own, and Undo puts it back', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Projector in room four is dark');
  for (const content of ['It is dark all day.', 'And the blinds are stuck.'])
    await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto(`/t/${number}`);
  await expect(page.getByText('And the blinds are stuck.')).toBeVisible();
  await page.keyboard.press('Shift+U');
  const dialog = page.locator('dialog[open]');
  await dialog.getByRole('checkbox').nth(1).press('Space');
  await dialog.getByRole('textbox').fill('Blinds in room four are stuck');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Blinds in room four are stuck' })).toBeVisible();
  const said = async () => {
    const { comments } = await kwit.call<Found>('dev', 'GET', `/numbered-tickets/${number}`);
    return comments.map(({ content }) => content);
  };
  expect(await said()).toEqual(['It is dark all day.']);
  await page.keyboard.press('z');
  await expect(page).toHaveURL(new RegExp(`/t/${number}$`));
  await expect.poll(said).toEqual(['It is dark all day.', 'And the blinds are stuck.']);
});

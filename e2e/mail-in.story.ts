import { expect } from '@playwright/test';
import { postMail, quoting, writtenMail } from './incoming-mail.ts';
import { openedBy, report, story } from './kwit.ts';

const DOMAIN = 'kwit.example.com';

story(
  'a developer proves mail in before it is on, and decides about held mails by one key',
  async ({ browser, kwit }) => {
    const page = await openedBy(browser, kwit, 'dev');
    await page.goto('/admin/mail-in-setup');
    await page.getByLabel('Domain', { exact: true }).fill(DOMAIN);
    const step = (title: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
    const attempt = (title: string) => step(title).getByRole('button').first().click();

    await attempt('Way in');
    await expect(step('Way in')).toContainText('does not work');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('alert')).toContainText('Run the checks');
    await page.getByRole('button', { name: 'New secret for programs' }).click();
    const secret = await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .innerText();
    await page.getByRole('button', { name: 'I have saved it' }).click();
    await attempt('Way in');
    await expect(step('Way in')).toContainText('works');

    await attempt('Round trip');
    await expect(step('Round trip')).toContainText('waiting');
    const [, nonce] = /check-([a-z2-7]{26})@/.exec(await step('Round trip').innerText()) ?? [];
    const there = `check-${nonce}@${DOMAIN}`;
    const check = await kwit.mail.next(there);
    await postMail(kwit, secret, check.raw, there);
    await expect(step('Round trip')).toContainText('works');
    await attempt('Machines');
    await expect(step('Machines')).toContainText('works');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    await page.getByRole('link', { name: 'Mail in', exact: true }).click();
    await expect(page.getByRole('heading', { name: `Mail to ${DOMAIN}` })).toBeVisible();

    const ticket = await report(kwit, 'ada', 'The printer jams');
    await kwit.call('dev', 'POST', `/tickets/${ticket.id}/comments`, { content: 'Which tray?' });
    const question = await kwit.mail.next('ada@example.com', /Which tray/);
    const answer = `The upper one.\n\n${quoting(question.text)}`;
    await kwit.call('jan', 'GET', '/auth/me');
    const withCc = writtenMail({ from: 'ada@example.com', text: answer, cc: 'jan@example.com' });
    expect(await postMail(kwit, secret, withCc, question.replyTo)).toBe('reply');
    for (const text of ['Mine as well.', 'Not mine.', 'For a colleague.'])
      expect(
        await postMail(kwit, secret, writtenMail({ from: 'jan@example.com', text, subject: text }), question.replyTo),
      ).toBe('held');

    await page.reload();
    const held = (subject: string) =>
      page.getByRole('button', { name: subject, exact: false }).filter({ hasText: 'Held' });
    await held('For a colleague.').click();
    await page.getByText('Take it otherwise').click();
    await page.getByRole('searchbox', { name: 'Or a ticket of somebody else' }).fill('ada@');
    await page
      .getByRole('button', { name: /ada@example\.com/ })
      .last()
      .click();
    await expect(held('For a colleague.')).toBeHidden();
    await held('Not mine.').click();
    await expect(page.getByRole('region', { name: 'What they wrote' })).toContainText('Not mine.');
    await held('Not mine.').press('d');
    await expect(held('Not mine.')).toBeHidden();
    await expect(held('Mine as well.')).toBeFocused();
    await held('Mine as well.').press('a');
    await expect(page.getByText('No mail waits for a decision')).toBeVisible();

    const [colleagues] = await kwit.call<{ title: string }[]>('ada', 'GET', '/tickets?my=1');
    expect(colleagues?.title).toBe('For a colleague.');
    await page.goto(`/t/${ticket.number}`);
    await expect(page.getByText('From jan@example.com by mail:')).toBeVisible();
    const byMail = page.getByRole('listitem').filter({ hasText: 'The upper one.' });
    await expect(byMail.getByText('Just reply to this message')).toBeHidden();
    await byMail.getByText('show what was cut').click();
    await expect(byMail.getByText('Just reply to this message')).toBeVisible();

    const offer = page.getByRole('listitem').filter({ hasText: 'Cc: ' });
    await offer.getByRole('button').click();
    await expect(page.getByText(`reads #${ticket.number} now`)).toBeVisible();
    await expect(offer).toBeHidden();
    expect((await kwit.call<{ number: number }>('jan', 'GET', `/tickets/${ticket.id}`)).number).toBe(ticket.number);
  },
);

story('a telephone shows what a held mail of a long address becomes', async ({ browser, kwit }) => {
  await kwit.call('dev', 'PUT', '/mail-in/settings', { mail_in_domain: DOMAIN, force: true });
  const { secret } = await kwit.call<{ secret: string }>('dev', 'POST', '/mail-in/secret');
  const from = 'somebody.with.a.rather.long.address.indeed@example.com';
  const mail = writtenMail({ from, text: 'The chair is broken.', subject: 'Chair' });
  expect(await postMail(kwit, secret, mail, `report@${DOMAIN}`)).toBe('held');
  const page = await openedBy(browser, kwit, 'dev');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/admin/mail-in');
  await page.getByRole('button', { name: 'Chair' }).click();
  const button = page.getByRole('button', { name: 'Make a ticket of' });
  await expect(button).toBeInViewport({ ratio: 1 });
});

/** A department that others report to and nobody else sees: sealing, reporting, following, adding, moving, taking over. */
import { expect, type Page } from '@playwright/test';
import { choose, type Kwit, type Language, openedBy, report, story } from './kwit.ts';
import { type Say, saying } from './saying.ts';
import { settle } from './showing.ts';

type Key = Parameters<Say>[0];

const filledIn =
  (say: Say) =>
  (key: Key, values: Record<string, string | number> = {}): string =>
    Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, String(value)), say(key));

/** Jan becomes a developer who is in no team. */
async function hireJan(kwit: Kwit): Promise<void> {
  const { id } = await kwit.call<{ id: string }>('jan', 'GET', '/auth/me');
  await kwit.call('dev', 'PATCH', `/users/${id}`, { role: 'developer' });
}

/** Nothing of a ticket is there by list, board, search or link. */
async function seesNothing(page: Page, { number, title }: { number: number; title: string }, say: Say): Promise<void> {
  for (const path of ['/tickets', '/board', '/tickets?q=parental']) {
    await page.goto(path);
    await settle(page);
    await expect(page.getByText('The lift is stuck')).toHaveCount(path.endsWith('parental') ? 0 : 1);
    await expect(page.getByText(title)).toHaveCount(0);
  }
  await page.goto(`/t/${number}`);
  await expect(page.getByText(say('refusal.ticket_not_found'))).toBeVisible();
}

for (const language of ['en', 'pl'] as const satisfies Language[])
  story(`HR has a project of its own, others report to it (${language})`, async ({ browser, kwit }) => {
    const say = saying(language);
    const text = filledIn(say);
    const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
    await hireJan(kwit);
    const open = await report(kwit, 'ada', 'The lift is stuck');
    const look = { language };
    const ewa = await openedBy(browser, kwit, 'ewa', look);

    // Ewa makes a team, a project, and seals it.
    await ewa.goto('/admin/teams');
    await button(ewa, say('access.newTeam')).first().click();
    await ewa.getByLabel(say('access.rename')).fill('HR');
    await button(ewa, say('action.save')).click();
    await expect(ewa.getByRole('dialog', { name: text('access.title', { name: 'HR' }) })).toBeVisible();
    await button(ewa, say('action.save')).click();
    await kwit.call('ewa', 'POST', '/projects', { name: 'Personnel', color: '#0F6B62' });
    await ewa.goto('/admin/projects');
    await button(ewa, `${say('access.whoSees')}: Personnel`).click();
    const sealing = ewa.getByRole('dialog', { name: text('access.projectTitle', { name: 'Personnel' }) });
    await sealing.getByRole('switch').first().click();
    await choose(sealing, say('access.notReader'), 'HR');
    await button(ewa, say('action.save')).click();
    await expect(sealing).toBeHidden();
    await expect(ewa.getByRole('listitem').filter({ hasText: 'Personnel' })).toContainText(say('access.sealed'));

    // Dev reads who will read it before writing, and follows it as its reporter: nothing internal.
    const dev = await openedBy(browser, kwit, 'dev', look);
    await dev.goto('/new');
    await choose(dev, say('field.project'), 'Personnel');
    await expect(dev.getByText(text('report.readBy', { names: 'HR' }))).toBeVisible();
    const title = 'My parental leave in October';
    await dev.getByLabel(say('field.title')).fill(title);
    await dev.getByLabel(say('field.description')).fill('From the first to the last day, please.');
    await button(dev, say('report.submit')).click();
    await expect(dev.getByRole('heading', { name: title })).toBeVisible();
    const number = Number(/\d+$/.exec(dev.url())?.[0]);
    const { id } = await kwit.call<{ id: string }>('ewa', 'GET', `/numbered-tickets/${number}`);
    await kwit.call('ewa', 'POST', `/tickets/${id}/comments`, { content: 'Granted, have fun.' });
    await kwit.call('ewa', 'POST', `/tickets/${id}/comments`, { content: 'Who stands in?', is_internal: true });
    await dev.reload();
    await expect(dev.getByText('Granted, have fun.')).toBeVisible();
    await expect(dev.getByText('Who stands in?')).toHaveCount(0);
    const seers = dev.getByRole('button', { name: new RegExp(say('ticket.seenBy')) });
    await expect(seers).toContainText('HR (1)');

    // Jan, another developer, sees nothing; nor the project.
    const jan = await openedBy(browser, kwit, 'jan', look);
    await seesNothing(jan, { number, title }, say);

    // Dev adds Ada, who reads and comments.
    await seers.click();
    const access = dev.getByRole('dialog', { name: text('access.seenBy', { number }) });
    await access.getByRole('searchbox').fill('ada');
    await access.getByRole('button', { name: 'ada@example.com' }).click();
    const participant = access.getByRole('listitem').filter({ hasText: say('access.reasonParticipant') });
    await expect(participant).toContainText('Ada');
    const ada = await openedBy(browser, kwit, 'ada', look);
    await ada.goto(`/t/${number}`);
    await expect(ada.getByText('Granted, have fun.')).toBeVisible();
    await expect(ada.getByText('Who stands in?')).toHaveCount(0);

    // Somebody who moves a ticket there reads who alone will see it, and out of it who gains sight.
    const move = async (from: string, to: string) => {
      await button(ewa, `${say('field.project')}: ${from}`).click();
      await ewa.getByRole('menuitemradio', { name: to }).click();
    };
    await ewa.goto(`/t/${open.number}`);
    await move(say('field.noProject'), 'Personnel');
    const dialog = ewa.getByRole('dialog', { name: text('access.changeTitle', { numbers: `#${open.number}` }) });
    await expect(dialog).toContainText(text('access.movesTo', { names: 'HR' }));
    await button(ewa, say('access.allTheSame')).click();
    await expect(button(ewa, `${say('field.project')}: Personnel`)).toBeVisible();
    await jan.goto(`/t/${open.number}`);
    await expect(jan.getByText(say('refusal.ticket_not_found'))).toBeVisible();
    await move('Personnel', say('field.noProject'));
    await expect(dialog.getByRole('alert')).toContainText('2');
    await button(ewa, say('action.cancel')).click();
    await jan.reload();
    await expect(jan.getByText(say('refusal.ticket_not_found'))).toBeVisible();

    // Jan takes the project over and says why; Ewa is told at once.
    await jan.goto('/admin/projects');
    await button(jan, `${say('access.takeOver')}: Personnel`).click();
    const taking = jan.getByRole('dialog', { name: text('access.takeOverTitle', { name: 'Personnel' }) });
    const take = taking.getByRole('button', { name: say('access.takeOver'), exact: true });
    await taking.getByLabel(say('access.takeOverReason')).fill('Too short');
    await expect(take).toBeDisabled();
    await taking.getByLabel(say('access.takeOverReason')).fill('Ewa is on leave until May.');
    await take.click();
    // Until the list is drawn anew, the project stands among those that Jan does not see, too.
    const rows = jan.getByRole('listitem').filter({ hasText: 'Personnel' });
    await expect(rows.filter({ hasText: 'Ewa is on leave until May.' })).toBeVisible();
    await jan.goto(`/t/${number}`);
    await expect(jan.getByText('Who stands in?')).toBeVisible();
    await ewa.goto('/inbox');
    await expect(ewa.locator('[data-notice]').first()).toContainText('Personnel');
  });

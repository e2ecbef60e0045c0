import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

story(
  'a developer paints a week, takes holidays, puts targets in order, and sees what changes',
  async ({ browser, kwit }) => {
    const { number } = await report(kwit, 'ada', 'The scale shows nothing');
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/admin/promises');
    await dev.getByRole('button', { name: 'New calendar' }).click();
    const form = dev.getByRole('dialog', { name: 'New calendar' });
    await form.getByLabel('Name').first().fill('Late shift');
    await form.getByLabel('Time zone').fill('Europe/Warsaw');
    const [from, to] = [form.getByLabel('Mon 07:00'), form.getByLabel('Wed 07:30')];
    await from.hover();
    await dev.mouse.down();
    await to.hover();
    await dev.mouse.up();
    await expect(form.getByLabel('Wednesday')).toHaveValue('07:00-16:00');
    await form.getByLabel('Thu 15:30').click();
    await expect(form.getByLabel('Thursday')).toHaveValue('08:00-15:30');
    await dev.keyboard.press('ArrowRight');
    await dev.keyboard.press('Shift+ArrowRight');
    await expect(form.getByLabel('Thursday')).toHaveValue('08:00-15:30, 16:00-17:00');
    await form.getByLabel('Friday').fill('7-9, 10:15-12');
    await form
      .getByRole('button', { name: /^Polish holidays/ })
      .first()
      .click();
    await form.getByRole('button', { name: /^Take / }).click();
    await expect(form.getByLabel('Friday')).toHaveValue('07:00-09:00, 10:15-12:00');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(dev.getByRole('listitem').filter({ hasText: 'Late shift' })).toContainText('special days');

    const targets = dev.getByRole('region', { name: 'Targets for answers' });
    for (const [priority, hours] of [
      ['Any', '8'],
      ['Critical', '1,5'],
    ] as const) {
      await targets.getByRole('button', { name: 'New target' }).click();
      const target = dev.getByRole('dialog', { name: 'New target' });
      await target.getByRole('button', { name: /^Priority: / }).click();
      await dev.getByRole('menuitemradio', { name: priority }).click();
      await target.getByLabel('Hours of open time').fill(hours);
      await target.getByRole('button', { name: 'Put in the list' }).click();
    }
    await targets.getByRole('button', { name: /^Critical/ }).press('Alt+ArrowUp');
    await expect(targets.getByRole('listitem').first()).toContainText('within 1 h 30 min');
    await targets.getByRole('button', { name: 'See what changes' }).click();
    const changes = dev.getByRole('dialog', { name: 'What would change' });
    await expect(changes.getByRole('row', { name: `#${number}` })).toContainText('no due date');
    await changes.getByRole('button', { name: 'Save' }).click();
    await expect(targets.getByText('Not saved yet')).toBeHidden();
    await dev.goto(`/t/${number}`);
    await expect(dev.getByText(/^Answer due in /)).toBeVisible();

    const week = Object.fromEntries(
      ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['00:00-24:00']]),
    );
    const always = { name: 'Always', zone: 'Europe/Warsaw', week };
    const { id: calendar_id } = await kwit.call<{ id: string }>('dev', 'POST', '/calendars', always);
    const line = { condition: {}, minutes: 1, calendar_id, promised: false, is_active: true };
    await kwit.call('dev', 'PUT', '/answer-targets', { targets: [line] });
    await dev.goto('/');
    await expect(dev.getByRole('region', { name: /^Answers (due today|missed)$/ })).toBeVisible();
    await expect(dev.getByText(/Nothing is live that has no answer yet/)).toBeVisible();
    await expect(dev.getByText(/Every reporter has an answer/)).toHaveCount(0);
  },
);

import { expect, type Locator } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

story('a developer makes a field, a reporter fills it in, and it is needed to close', async ({ browser, kwit }) => {
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/admin/fields');
  await dev.getByRole('button', { name: 'New field' }).click();
  const form = dev.getByRole('dialog', { name: 'New field' });
  await form.getByLabel('Name (Polish)').fill('System');
  await form.getByLabel('Name (English)').fill('System');
  await form.getByRole('button', { name: /^Kind: / }).click();
  await dev.getByRole('menuitemradio', { name: 'One of several' }).click();
  await form.getByRole('button', { name: /^Category: / }).click();
  await dev.getByRole('menuitemradio', { name: 'Question' }).click();
  for (const [at, name] of ['SAP', 'CRM'].entries()) {
    await form.getByRole('button', { name: 'Add an option' }).click();
    await form.getByLabel(`Option ${at + 1} (Polish)`).fill(name);
    await form.getByLabel(`Option ${at + 1} (English)`).fill(name);
  }
  await form.getByLabel('Needed').click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(dev.getByRole('listitem').filter({ hasText: 'System' })).toContainText('Question');

  const ada = await openedBy(browser, kwit, 'ada');
  await ada.goto('/new');
  await ada.getByLabel('Title').fill('Access to the system of accounts');
  await ada.getByLabel('Description').fill('I need it for the close of the year.');
  await ada.getByText('Question', { exact: true }).click();
  await ada.getByRole('button', { name: 'Report it' }).click();
  await expect(ada.getByRole('button', { name: /^System: / })).toBeFocused();
  await ada.getByRole('button', { name: /^System: / }).click();
  await ada.getByRole('menuitemradio', { name: 'SAP' }).click();
  await ada.getByRole('button', { name: 'Report it' }).click();
  await expect(ada.getByRole('heading', { name: 'Access to the system of accounts' })).toBeVisible();
  await expect(ada.getByRole('button', { name: 'System: SAP' })).toBeVisible();

  await dev.goto(new URL(ada.url()).pathname);
  await dev.getByRole('button', { name: 'System: SAP' }).click();
  await dev.getByRole('button', { name: 'System: SAP' }).last().click();
  await dev.getByRole('menuitemradio', { name: 'CRM' }).click();
  await expect(dev.getByRole('button', { name: 'System: CRM' })).toBeVisible();

  await dev.goto('/tickets');
  const row = dev.locator('[data-number]', { hasText: 'Access to the system of accounts' });
  await dev.getByRole('button', { name: 'More filters' }).click();
  await dev.getByRole('group', { name: 'More filters' }).getByRole('button', { name: 'System' }).click();
  await dev.getByRole('menuitemcheckbox', { name: 'SAP' }).click();
  await expect(row).toBeHidden();
  await dev.goto('/tickets?fields=system%3Dcrm');
  await expect(row).toBeVisible();
});

story(
  'a developer sets a field of several tickets, and shows it in the list and on cards',
  async ({ browser, kwit }) => {
    const both = (text: string) => ({ pl: text, en: text });
    const machine = { kind: 'choice', ask: 'work', options: [{ key: 'press', name: both('Press 4') }] };
    await kwit.call('dev', 'POST', '/fields', { key: 'machine', name: both('Machine'), ...machine });
    for (const title of ['The belt is torn', 'Oil on the floor'])
      await kwit.call('ada', 'POST', '/tickets', { title, description: 'In hall 2.', category: 'other' });
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/tickets?category=other');
    const row = (title: string) => dev.locator('[data-number]', { hasText: title });
    for (const title of ['The belt is torn', 'Oil on the floor']) await row(title).getByRole('checkbox').click();
    await dev.getByRole('region', { name: 'Selected tickets' }).getByRole('button', { name: 'Field' }).click();
    const form = dev.getByRole('dialog', { name: 'Set a field' });
    await form.getByRole('button', { name: /^Machine: / }).click();
    await dev.getByRole('menuitemradio', { name: 'Press 4' }).click();
    await form.getByRole('button', { name: 'Save' }).click();
    await dev.keyboard.press('Escape');
    await dev.getByRole('button', { name: 'Columns' }).click();
    await dev.getByRole('menuitemcheckbox', { name: 'Machine' }).click();
    await dev.keyboard.press('Escape');
    for (const title of ['The belt is torn', 'Oil on the floor']) await expect(row(title)).toContainText('Press 4');
    await dev.getByRole('button', { name: 'Machine', exact: true }).click();
    await expect(dev).toHaveURL(/sort=field.machine/);
    await expect(row('The belt is torn')).toBeVisible();

    await dev.goto('/board');
    await dev.getByRole('button', { name: 'Cards' }).click();
    await dev.getByRole('menuitemcheckbox', { name: 'Machine' }).click();
    await dev.keyboard.press('Escape');
    await expect(dev.getByRole('article').filter({ hasText: 'The belt is torn' })).toContainText('Machine: Press 4');
  },
);

story('a developer lists what fields say: a text, a number between two ends, a person', async ({ browser, kwit }) => {
  const both = (text: string) => ({ pl: text, en: text });
  const { id } = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  for (const [key, kind] of [
    ['asset', 'text'],
    ['weight', 'number'],
    ['owner', 'person'],
  ] as const)
    await kwit.call('dev', 'POST', '/fields', { key, kind, name: both(key), ask: 'work' });
  for (const [title, fields] of [
    ['The crane creaks', { asset: 'A; 100%', weight: 10, owner: id }],
    ['The gate sticks', { weight: 200 }],
  ] as const) {
    const ticket = await kwit.call<{ id: string }>('ada', 'POST', '/tickets', {
      title,
      description: 'In hall 3.',
      category: 'other',
    });
    await kwit.call('dev', 'PATCH', `/tickets/${ticket.id}`, { fields });
  }
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/tickets?category=other');
  const row = (hasText: string) => dev.locator('[data-number]', { hasText });
  const [crane, gate] = [row('The crane creaks'), row('The gate sticks')];
  const opens = async (name: RegExp) => {
    const panel = dev.getByRole('group', { name: 'More filters' });
    if (!(await panel.isVisible())) await dev.getByRole('button', { name: /^More filters/ }).click();
    await panel.getByRole('button', { name }).click();
  };
  await opens(/^weight/);
  await dev.getByRole('dialog', { name: 'weight' }).getByLabel('From').fill('100');
  await dev.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(crane).toBeHidden();
  await expect(gate).toBeVisible();
  await opens(/^weight: ≥ 100/);
  await dev.getByRole('dialog', { name: 'weight' }).getByLabel('From').fill('');
  await dev.getByRole('button', { name: 'Filter', exact: true }).click();
  await opens(/^asset/);
  await dev.getByRole('dialog', { name: 'asset' }).getByLabel('Says exactly').fill('a; 100%');
  await dev.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(crane).toBeVisible();
  await expect(gate).toBeHidden();
  await opens(/^asset/);
  await dev.getByRole('dialog', { name: 'asset' }).getByText('Says nothing').click();
  await dev.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(gate).toBeVisible();
  await dev.goto('/tickets?category=other');
  await opens(/^owner/);
  await dev.getByRole('option').filter({ hasText: 'None' }).click();
  await expect(crane).toBeHidden();
  await expect(gate).toBeVisible();
});

story('what a ticket needs to be closed is asked for where its answer is written', async ({ browser, kwit }) => {
  const name = { pl: 'Nadano', en: 'Granted on' };
  const field = { key: 'granted', kind: 'date', name, category: 'question', ask: 'close', needed: true };
  await kwit.call('dev', 'POST', '/fields', field);
  const draft = { title: 'Access to the system', description: 'From Monday on.', category: 'question' };
  const { id, number } = await kwit.call<{ id: string; number: number }>('ada', 'POST', '/tickets', draft);
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, { status: 'verified' });
  const dev = await openedBy(browser, kwit, 'dev', { width: 390 });
  await dev.goto(`/t/${number}`);
  await dev.getByRole('button', { name: /^Close/ }).click();
  const dialog = dev.getByRole('dialog', { name: /^Close #/ });
  await dialog.getByRole('textbox').first().fill('It is granted.');
  await dialog.getByRole('button', { name: 'Post and close' }).click();
  await expect(dialog.getByLabel('Granted on')).toBeFocused();
  await expect(dialog.getByText('Needed.')).toBeVisible();
  await expect(dialog.getByText('refused')).toHaveCount(0);
  await dialog.getByLabel('Granted on').fill('2026-12-11');
  await dialog.getByRole('button', { name: 'Post and close' }).click();
  await expect(dialog).toBeHidden();
});

story(
  'the bar of acts keeps its cross beside them in two lines, and no message covers it',
  async ({ browser, kwit }) => {
    const name = { pl: 'Maszyna', en: 'Machine' };
    await kwit.call('dev', 'POST', '/fields', { key: 'machine', name, kind: 'text', ask: 'work' });
    for (const title of ['The belt is torn', 'Oil on the floor']) await report(kwit, 'ada', title);
    const dev = await openedBy(browser, kwit, 'dev', { language: 'pl', width: 1280 });
    await dev.goto('/tickets');
    await expect(dev.locator('[data-number]')).toHaveCount(2);
    await dev.keyboard.press('Control+a');
    const bar = dev.getByRole('region', { name: 'Zaznaczone zgłoszenia' });
    const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [count, cross, whole] = [
      await boxOf(bar.getByRole('status')),
      await boxOf(bar.getByRole('button', { name: 'Wyczyść zaznaczenie' })),
      await boxOf(bar),
    ];
    expect(whole.height).toBeGreaterThan(60);
    expect(Math.abs(count.y + count.height / 2 - cross.y - cross.height / 2)).toBeLessThan(2);
    await bar.getByRole('button', { name: 'Priorytet' }).click();
    await dev.getByRole('option', { name: 'Wysoki' }).click();
    const undo = await boxOf(dev.getByRole('button', { name: 'Cofnij' }));
    expect(undo.y + undo.height).toBeLessThan(whole.y);
  },
);

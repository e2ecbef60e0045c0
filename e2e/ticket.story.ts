import { expect } from '@playwright/test';
import { CAST, openedBy, report, story, withoutStream } from './kwit.ts';
import { signInByMail } from './sign-in.ts';

/** An open page learns of other people's changes by the live stream or, without it, within half a minute. */
const BY_ITSELF = { timeout: 45_000 };

story(
  'a ticket is reported with a file, accepted, discussed, and closed with an answer',
  async ({ browser, page, kwit }) => {
    story.setTimeout(180_000);
    await signInByMail(page, kwit, CAST.dev, '/board');
    await expect(page).toHaveURL(/\/board$/);

    const ada = await openedBy(browser, kwit, 'ada');
    await ada.goto('/');
    await ada.getByRole('link', { name: /Report something/ }).click();
    await ada.getByLabel('Title').fill('The printer on floor 2 jams');
    await ada.getByLabel('Description').fill('Every second page comes out creased, since Monday.');
    await ada
      .locator('input[type=file]')
      .setInputFiles({ name: 'printer.log', mimeType: 'text/plain', buffer: Buffer.from('E-31 paper jam') });
    await ada.getByRole('button', { name: 'Report it' }).click();
    await expect(ada.getByRole('heading', { name: 'The printer on floor 2 jams' })).toBeVisible();
    await expect(ada.getByRole('button', { name: /^printer\.log/ })).toBeVisible();

    await page.getByRole('link', { name: 'The printer on floor 2 jams' }).click();
    const panel = page.getByRole('complementary', { name: /Ticket #/ });
    await panel.getByRole('button', { name: 'Accept' }).click();
    await expect(panel.getByRole('button', { name: 'Status: Accepted' })).toBeVisible();
    await panel.getByLabel('Write a comment').fill('Which **tray** do you use?');
    await panel.getByRole('button', { name: 'Send' }).click();
    await expect(panel.getByText('Which tray do you use?')).toBeVisible();

    // The reporter's page shows it without a reload.
    await expect(ada.getByText('Which tray do you use?')).toBeVisible(BY_ITSELF);
    await ada.getByLabel('Write a comment').fill('Tray 2.');
    await ada.getByRole('button', { name: 'Send' }).click();
    await expect(panel.getByText('Tray 2.')).toBeVisible(BY_ITSELF);

    await panel.getByRole('button', { name: 'Close…' }).click();
    await page.getByLabel('Answer to the reporter').fill('Replaced the roller of tray 2.');
    await page.getByRole('button', { name: 'Post and close' }).click();
    await expect(panel.getByRole('button', { name: 'Status: Closed' })).toBeVisible();
    await expect(ada.getByText('Replaced the roller of tray 2.')).toBeVisible(BY_ITSELF);

    // Kwit also mails the answer, with a link to the ticket.
    const mail = await kwit.mail.next(CAST.ada, /^> Replaced the roller of tray 2\.$/m);
    expect(mail.subject).toMatch(/^\[#\d+\] The printer on floor 2 jams$/);
    await ada.goto(/http:\S+\/t\/\d+$/m.exec(mail.text)?.[0] ?? '');
    await expect(ada.getByRole('heading', { name: 'The printer on floor 2 jams' })).toBeVisible();
  },
);

story('the same without a pointer', async ({ browser, kwit }) => {
  const ada = await openedBy(browser, kwit, 'ada');
  await ada.goto('/');
  await expect(ada.getByRole('heading', { name: 'Hello, ada' })).toBeVisible();
  await ada.keyboard.press('c');
  await expect(ada.getByLabel('Title')).toBeFocused();
  await ada.keyboard.type('The coffee machine leaks');
  await ada.keyboard.press('Tab');
  await ada.keyboard.type('There is water below it every morning.');
  await ada.keyboard.press('Control+Enter');
  await expect(ada.getByRole('heading', { name: 'The coffee machine leaks' })).toBeVisible();

  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/tickets');
  await expect(dev.getByRole('link', { name: 'The coffee machine leaks' })).toBeVisible();
  await dev.keyboard.press('j');
  await dev.keyboard.press('Space');
  const panel = dev.getByRole('complementary', { name: /Ticket #/ });
  await expect(panel.getByRole('heading', { name: 'The coffee machine leaks' })).toBeVisible();
  await dev.keyboard.press('v');
  await expect(panel.getByRole('button', { name: 'Status: Accepted' })).toBeVisible();
  await expect(panel.getByLabel('Write a comment')).toBeVisible();
  await dev.keyboard.press('m');
  await expect(panel.getByLabel('Write a comment')).toBeFocused();
  await dev.keyboard.type('On my way.');
  await dev.keyboard.press('Control+Enter');
  await expect(panel.getByRole('listitem').getByText('On my way.')).toBeVisible();
  await dev.keyboard.press('Escape');
  await dev.keyboard.press('Shift+C');
  await expect(dev.getByLabel('Answer to the reporter')).toBeFocused();
  await dev.keyboard.type('Tightened the hose.');
  await dev.keyboard.press('Control+Enter');
  await expect(dev.getByRole('dialog')).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Status: Closed' })).toBeVisible();
  await dev.keyboard.press('Escape');
  await expect(panel).toBeHidden();
});

story('a comment is taken back: gone for everyone, and its words are in the field again', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Somebody writes too soon');
  const ada = await openedBy(browser, kwit, 'ada');
  await ada.goto(`/t/${number}`);
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto(`/t/${number}`);
  const field = dev.getByLabel('Write a comment');
  await field.fill('It is your own fault.');
  await dev.keyboard.press('Control+Enter');
  await expect(ada.getByText('It is your own fault.')).toBeVisible(BY_ITSELF);
  await dev.keyboard.press('Escape');
  await dev.keyboard.press('z');
  await expect(ada.getByText('It is your own fault.')).toBeHidden(BY_ITSELF);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('It is your own fault.');
  await expect(dev.getByRole('listitem').getByText('It is your own fault.')).toBeHidden();

  // An internal comment comes back into the composer as internal, also when its author returns to the page later.
  await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'Ada again.', is_internal: true });
  await expect(dev.getByRole('listitem').getByText('Ada again.')).toBeVisible(BY_ITSELF);
  await field.fill('');
  await dev.getByRole('button', { name: 'Take the comment back' }).click();
  await expect(dev.getByLabel(/the reporter does not see it/)).toHaveValue('Ada again.');
  await expect(dev.getByRole('listitem').getByText('Ada again.')).toBeHidden();
  const { comments } = await kwit.call<{ comments: unknown[] }>('dev', 'GET', `/tickets/${id}`);
  expect(comments).toEqual([]);
});

story('an answer that helped is marked on the ticket, seen from both, and counted', async ({ browser, kwit }) => {
  const old = await report(kwit, 'jan', 'The projector in room Vistula flickers');
  const answer = { status: 'closed', closure_summary: 'Replaced the cable behind the **screen**.' };
  await kwit.call('dev', 'PATCH', `/tickets/${old.id}`, answer);
  const { number } = await report(kwit, 'ada', 'The projector in room Odra flickers');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto(`/t/${number}`);
  const similar = dev.getByRole('complementary', { name: 'Details' });
  await similar.getByText('Solved before').click();
  await similar.getByRole('button', { name: `This helped: the answer of #${old.number}` }).click();
  const links = dev.getByRole('region', { name: 'Links' });
  await expect(links.getByText('solved by')).toBeVisible();
  await dev.getByRole('button', { name: 'Undo' }).click();
  await expect(links.getByText('solved by')).toBeHidden();
  await similar.getByRole('button', { name: 'This helped' }).click();
  await links.getByRole('link', { name: `#${old.number}` }).click();
  await expect(links.getByText('helped to solve')).toBeVisible();
  await dev.goto('/insights');
  const helped = dev.getByRole('region', { name: 'Answers that helped' }).getByRole('listitem');
  await expect(helped.filter({ hasText: 'Vistula' })).toContainText('helped once');
});

story('two people edit one ticket at once, and neither writes over the other', async ({ browser, kwit }) => {
  story.setTimeout(120_000);
  const { number } = await report(kwit, 'ada', 'Two people look at this');
  const dev = await openedBy(browser, kwit, 'dev');
  const ewa = await openedBy(browser, kwit, 'ewa');
  await dev.goto(`/t/${number}`);
  await ewa.goto(`/t/${number}`);
  await dev.getByRole('button', { name: 'Edit the title' }).click();
  await dev.getByLabel('Title').fill('What dev thinks it is');
  await ewa.getByRole('button', { name: 'Edit the title' }).click();
  await ewa.getByLabel('Title').fill('What ewa knows it is');
  await ewa.keyboard.press('Enter');
  await expect(ewa.getByRole('heading', { name: 'What ewa knows it is' })).toBeVisible();

  await expect(dev.getByText(/Ewa has changed this text/)).toBeVisible(BY_ITSELF);
  await expect(dev.getByLabel('Title')).toHaveValue('What dev thinks it is');
  await dev.getByRole('button', { name: 'Show theirs' }).click();
  await expect(dev.getByLabel('Title')).toHaveValue('What ewa knows it is');
});

story('a draft survives a crash of the tab', async ({ browser, kwit }) => {
  const ada = await openedBy(browser, kwit, 'ada');
  await ada.goto('/new');
  await ada.getByLabel('Title').fill('Half a thought');
  await ada.getByLabel('Description').fill('and the other half');
  // A crashed tab runs no code at its end: the draft must have been kept while the person typed.
  const again = await ada.context().newPage();
  await ada.goto('chrome://crash').catch(() => {});
  await again.goto('/new');
  await expect(again.getByLabel('Title')).toHaveValue('Half a thought');
  await expect(again.getByLabel('Description')).toHaveValue('and the other half');
});

story('a refused move goes back and says why', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'This card comes back');
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/board');
  const inColumn = (name: RegExp) => dev.getByRole('region', { name }).getByText(`#${number}`);
  await expect(inColumn(/^Submitted/)).toBeVisible();
  await dev.context().setOffline(true);
  await dev.getByRole('link', { name: 'This card comes back' }).focus();
  await dev.keyboard.press('Shift+ArrowRight');
  await expect(dev.getByText(`#${number}: The server cannot be reached. Check your connection.`)).toBeVisible();
  await expect(inColumn(/^Submitted/)).toBeVisible();
  await dev.context().setOffline(false);
  await dev.getByRole('link', { name: 'This card comes back' }).focus();
  await dev.keyboard.press('Shift+ArrowRight');
  await expect(inColumn(/^Accepted/)).toBeVisible();
});

story('an ended session keeps what was typed', async ({ browser, kwit }) => {
  const { number } = await report(kwit, 'ada', 'A long thought about this');
  const ada = await openedBy(browser, kwit, 'ada');
  // It hears that the session is over by what it sends.
  await withoutStream(ada);
  await ada.goto(`/t/${number}`);
  await ada.getByLabel('Write a comment').fill('A long thought');
  await kwit.call('ada', 'POST', '/auth/logout-all');
  // Another request may have been refused before, so that the dialog is over the button already.
  await ada.getByRole('button', { name: 'Send' }).dispatchEvent('click');
  const dialog = ada.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await expect(dialog.getByLabel('Code')).toBeFocused();
  const code = /\b\d{8}\b/.exec((await kwit.mail.next(CAST.ada, /\b\d{8}\b/)).text)?.[0] ?? '';
  await ada.keyboard.type(code);
  await expect(dialog).toBeHidden();
  await expect(ada.getByLabel('Write a comment')).toHaveValue('A long thought');
  await ada.getByRole('button', { name: 'Send' }).click();
  await expect(ada.getByRole('listitem').getByText('A long thought')).toBeVisible();
});

story('a comment is edited by its author, and developers read what it said before', async ({ browser, kwit }) => {
  const { id, number } = await report(kwit, 'ada', 'Somebody mistypes here');
  await kwit.call('ada', 'POST', `/tickets/${id}/comments`, { content: 'Tray 2.' });
  const [ada, dev] = [await openedBy(browser, kwit, 'ada'), await openedBy(browser, kwit, 'dev')];
  await dev.goto(`/t/${number}`);
  await expect(dev.getByText('Tray 2.')).toBeVisible();
  await expect(dev.getByRole('button', { name: 'Edit the comment' })).toHaveCount(0);
  await ada.goto(`/t/${number}`);
  await ada.getByRole('button', { name: 'Edit the comment' }).click();
  await ada.getByRole('textbox', { name: 'Edit the comment' }).fill('Tray 3.');
  await ada.getByRole('button', { name: 'Save' }).click();
  await expect(ada.getByText('edited', { exact: true })).toBeVisible();
  await expect(dev.getByText('Tray 3.')).toBeVisible(BY_ITSELF);
  await dev.getByRole('button', { name: 'edited' }).click();
  await expect(dev.getByRole('dialog', { name: 'Former texts' })).toContainText('Tray 2.');
});

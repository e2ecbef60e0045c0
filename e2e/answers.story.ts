/** The team's memory, as those see it who ask and those who answer. */
import { expect } from '@playwright/test';
import { type Kwit, openedBy, report, story } from './kwit.ts';

/** An answer that Ada was given and that everybody may read. */
async function answered(kwit: Kwit): Promise<void> {
  await kwit.call('dev', 'PATCH', '/settings', { share_closure_summaries: true });
  const { id } = await report(kwit, 'ada', 'The projector in room Wombat stays black');
  await kwit.call('dev', 'PATCH', `/tickets/${id}`, {
    status: 'closed',
    closure_summary: 'Hold **Source** for five seconds.',
    closure_question: 'A projector stays black',
  });
}

story('a reporter finds an answer before reporting, and the report is over', async ({ browser, kwit }) => {
  await answered(kwit);
  const jan = await openedBy(browser, kwit, 'jan');
  await jan.goto('/new');
  await jan
    .getByLabel('Description')
    .fill('Good morning, I hope you are well. The projector stays black since Monday.');
  const beside = jan.getByRole('complementary', { name: 'Solved before' });
  await expect(beside.getByText('A projector stays black')).toBeVisible();
  await beside.getByRole('button', { name: /^This solved it/ }).click();
  await expect(jan).toHaveURL(/\/$/);
  await expect(jan.getByText('counts as helpful', { exact: false })).toBeVisible();
  await jan.getByRole('link', { name: 'Answers', exact: true }).click();
  await expect(jan.getByText('Helped 1 person')).toBeVisible();
  await jan.goto('/new');
  await expect(jan.getByLabel('Description')).toHaveValue('');
});

story('a search says when nothing has the words as typed', async ({ browser, kwit }) => {
  await answered(kwit);
  const jan = await openedBy(browser, kwit, 'jan');
  await jan.goto('/answers');
  await jan.getByRole('searchbox').fill('projectors black');
  await expect(jan.getByText('Nothing has exactly these words.', { exact: false })).toBeVisible();
  await jan.getByRole('link', { name: 'A projector stays black' }).click();
  await expect(jan.getByText('Hold Source for five seconds.')).toBeVisible();
  await expect(jan.getByRole('link', { name: /^Open #/ })).toHaveCount(0);
  await jan.getByRole('button', { name: 'Yes, it helped' }).click();
  await expect(jan.getByText('Thank you.', { exact: false })).toBeVisible();
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/tickets?q=projectors');
  await expect(dev.getByText('Nothing has exactly these words.', { exact: false })).toBeVisible();
  await dev.keyboard.press('Control+k');
  await expect(dev.getByRole('combobox')).toBeFocused();
  await dev.keyboard.type('projectors');
  await expect(dev.getByRole('dialog').getByText('Nothing has exactly these words.', { exact: false })).toBeVisible();
});

story('a developer ends the sharing of an answer, and it is gone for others', async ({ browser, kwit }) => {
  await answered(kwit);
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/answers');
  await dev.getByRole('link', { name: 'A projector stays black' }).first().click();
  await dev.getByRole('switch', { name: /Share it with colleagues/ }).click();
  await dev.getByRole('button', { name: 'Save' }).click();
  await expect(dev.getByText('Saved', { exact: true })).toBeVisible();
  const address = new URL(dev.url()).pathname;
  const jan = await openedBy(browser, kwit, 'jan');
  await jan.goto(address);
  await expect(jan.getByText('That answer is gone, or it is not shared with you.')).toBeVisible();
});

story("a developer changes the team's glossary, and is told which line does not count", async ({ browser, kwit }) => {
  const dev = await openedBy(browser, kwit, 'dev');
  await dev.goto('/admin/glossary');
  await dev.getByText('Edit or paste many as text').click();
  const entries = dev.getByLabel('Entries');
  await entries.fill('beamer | projector\nbeamer | lamp');
  await dev.getByRole('button', { name: 'Save' }).click();
  await expect(dev.getByText('Line 2: “beamer” stands in the glossary twice.')).toBeVisible();
  await entries.fill('# Rooms\nbeamer | projector');
  await dev.getByRole('button', { name: 'Save' }).click();
  await expect(dev.getByText('Glossary saved')).toBeVisible();

  // Each entry is a row of its own.
  const rows = dev.getByRole('list', { name: 'Glossary' }).getByRole('listitem');
  await expect(rows).toHaveText(['beamerprojector']);
  await dev.getByRole('button', { name: 'New entry' }).click();
  await expect(dev.getByRole('textbox', { name: 'Word' })).toBeFocused();
  await dev.keyboard.press('Enter');
  await expect(dev.getByText('Type a word.')).toBeVisible();
  await dev.getByRole('textbox', { name: 'Word' }).fill('lamp');
  await dev.keyboard.press('Enter');
  await expect(dev.getByText('Type a word that means the same.')).toBeVisible();
  await dev.getByLabel('Means the same').fill('beamers');
  await dev.keyboard.press('Enter');
  await expect(dev.getByText('“beamers” stands in the glossary already.')).toBeVisible();
  await dev.getByLabel('Means the same').fill('lampa, lampy | light,');
  await dev.keyboard.press('Enter');
  await expect(dev.getByRole('button', { name: 'New entry' })).toBeFocused();
  await expect(rows).toHaveText(['beamerprojector', 'lamplampa, lampy | light']);
  await dev.getByRole('button', { name: 'Edit “beamer”' }).click();
  await dev.getByLabel('Means the same').fill('projector, rzutnik');
  await dev.keyboard.press('Enter');
  await expect(rows.first()).toHaveText('beamerprojector, rzutnik');
  await expect(dev.getByRole('button', { name: 'Edit “beamer”' })).toBeFocused();
  await dev.getByLabel('Search the glossary').fill('LIGHT');
  await expect(rows).toHaveCount(1);
  await dev.getByRole('button', { name: 'Remove “lamp”' }).click();
  await expect(dev.getByText('No entry with these words.')).toBeVisible();
  await dev.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(1);
  const text = async () => (await kwit.call<{ text: string }>('dev', 'GET', '/glossary')).text;
  expect(await text()).toBe('# Rooms\nbeamer | projector, rzutnik\nlamp | lampa, lampy | light');
  await dev.getByRole('button', { name: 'Put back the one that comes with Kwit' }).click();
  await expect(dev.getByText('This is the glossary that comes with Kwit.').first()).toBeVisible();
});

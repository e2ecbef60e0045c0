import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { choose, openedBy, story } from './kwit.ts';

/** As many rows as an import takes a while for. */
const ROWS = 2000;

const table = (): Buffer => {
  const rows = Array.from({ length: ROWS }, (_, n) => `Row ${n};submitted;2026-11-22 09:30;ada@example.com`);
  const odd = ['Scanner;Done;2026-11-22 09:30;ada@example.com', 'Fax;submitted;22/Nvo/26;ada@example.com'];
  return Buffer.from(['Temat;Stan;Kiedy;Zgłaszający', ...odd, ...rows, ''].join('\r\n'));
};

story(
  'a developer imports a table, closes the page meanwhile, and brings what was rejected',
  async ({ browser, kwit }) => {
    story.setTimeout(180_000);
    const dev = await openedBy(browser, kwit, 'dev');
    await dev.goto('/admin/data');
    const chooseFile = async (name: string, buffer: Buffer) => {
      const chooser = dev.waitForEvent('filechooser');
      await dev.getByRole('button', { name: 'Choose a file' }).click();
      await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
    };
    await chooseFile('old.csv', table());
    const file = dev.getByRole('region', { name: 'old.csv' });
    await expect(file.getByRole('button', { name: 'Kiedy: Left out' })).toBeVisible();
    await choose(file, 'Kiedy', 'Reported');
    await expect(file.getByText('Line 3, Reported: “22/Nvo/26” is no time such as 2026-11-22 09:30.')).toBeVisible();
    await expect(file.getByText('Line 2, Status: “Done” is a word that Kwit does not have.')).toBeVisible();
    await choose(file, 'What “Done” means', 'Closed');
    await expect(file.getByText('2,001 tickets would come, 1 row would be rejected')).toBeVisible();
    const first = file.getByRole('region', { name: 'The first rows, as tickets' });
    await expect(first.getByRole('cell', { name: 'Scanner' })).toBeVisible();
    await file.getByRole('button', { name: 'Import 2,001 tickets' }).click();
    // A machine that is busy takes its time for two thousand tickets.
    await expect(file).toBeHidden({ timeout: 60_000 });
    await dev.reload();
    const results = dev.getByRole('region', { name: 'Imports of the last days' });
    await expect(dev.getByRole('region', { name: 'Importing old.csv' }).or(results)).toBeVisible();
    await expect(results.getByText('old.csv: 2,001 tickets came, 1 row rejected')).toBeVisible({ timeout: 120_000 });

    const download = dev.waitForEvent('download');
    await results.getByRole('button', { name: 'Download the rejected rows' }).click();
    const rejected = await readFile(await (await download).path(), 'utf8');
    expect(rejected).toContain('Fax;submitted;22/Nvo/26;ada@example.com;3;"created_at is no time');
    await chooseFile('corrected.csv', Buffer.from(rejected.replace('22/Nvo/26', '2026-11-22 10:00')));
    const corrected = dev.getByRole('region', { name: 'corrected.csv' });
    await choose(corrected, 'Kiedy', 'Reported');
    await expect(corrected.getByText('1 ticket would come', { exact: true })).toBeVisible();
    await corrected.getByRole('button', { name: 'Import 1 ticket' }).click();
    await expect(results.getByText('corrected.csv: 1 ticket came')).toBeVisible({ timeout: 60_000 });
    await dev.goto('/tickets');
    await expect(dev.getByText('Fax', { exact: true }).first()).toBeVisible();
  },
);

story('an address of Zammad asks the service for the ticket that came from there', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev');
  const lookup = page.waitForRequest(/\/ticket\/zoom\/7$/);
  await page.goto('/#ticket/zoom/7');
  await lookup;
});

/** Forced colours, by pixels: a tool that reads styles does not see what the browser puts behind a text. */
import { expect, type Locator, type Page } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';

/** The box of the letters that are seen first in a part: the browser paints behind them, and not behind the part. */
const lettersIn = (part: Locator) =>
  part.evaluate((element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(text);
      const { x, y, width, height } = range.getBoundingClientRect();
      if (width > 2 && text.textContent?.trim() && text.parentElement?.closest('.sr-only') === null)
        return { x, y, width, height };
    }
    throw new Error('There are no letters in it.');
  });

/** The contrast between the colour that is most behind the letters of a part and the one that differs most from it. */
async function contrastOf(page: Page, part: Locator): Promise<number> {
  await part.waitFor();
  const picture = (await page.screenshot({ clip: await lettersIn(part) })).toString('base64');
  return page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
    const light = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = colour.split(',').map((channel) => {
        const share = Number(channel) / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const [ground = '0,0,0'] = [...counts].sort(([, count], [, other]) => other - count).map(([colour]) => colour);
    return Math.max(
      ...[...counts.keys()].map((colour) => {
        const [dark = 0, bright = 0] = [light(ground), light(colour)].sort((share, other) => share - other);
        return (bright + 0.05) / (dark + 0.05);
      }),
    );
  }, picture);
}

for (const colorScheme of ['light', 'dark'] as const)
  story(`with forced colours buttons and numbers can be read (${colorScheme})`, async ({ browser, kwit }) => {
    const { id } = await report(kwit, 'ada', 'Read with forced colours');
    await kwit.call('dev', 'POST', `/tickets/${id}/comments`, { content: 'Which screen is it?' });
    const ada = await openedBy(browser, kwit, 'ada');
    await ada.emulateMedia({ forcedColors: 'active', colorScheme });
    await ada.goto('/');
    const parts = {
      'the button for a new ticket': ada.locator('aside').getByRole('link', { name: 'New' }),
      'the card for a report': ada.getByText('Report something'),
      'the number of what is unread': ada.getByRole('navigation').getByText(/^\d+$/).first().locator('../..'),
    };
    for (const [name, part] of Object.entries(parts)) expect(await contrastOf(ada, part), name).toBeGreaterThan(4.5);
    await ada.goto('/new');
    const send = ada.getByRole('button', { name: 'Report it' });
    await send.waitFor();
    expect(await contrastOf(ada, send), 'a primary button').toBeGreaterThan(4.5);
  });

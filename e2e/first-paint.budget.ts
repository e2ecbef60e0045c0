/** How soon the largest part of a page is there, with ten thousand tickets. */
import { expect } from '@playwright/test';
import { openedBy, report, story } from './kwit.ts';
import { holdAt, medianOf, pace, slow, vitals } from './measuring.ts';

story.use({ tickets: 10_000 });
story.describe.configure({ mode: 'default', timeout: 240_000 });

story('Home and board with ten thousand tickets', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/me');
  const hold = holdAt(pace());
  for (const [name, path, shown] of [
    ['Home', '/', 'main [data-number]'],
    ['board', '/board', 'article'],
  ] as const) {
    const paint = await medianOf(async () => {
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      return (await vitals(page)).lcp;
    });
    hold(`${name}: largest paint`, paint, 1500);
  }
});

story('a long ticket', async ({ browser, kwit }) => {
  const ticket = await report(kwit, 'ada', 'The printer is talked about');
  for (let count = 1; count <= 200; count += 1)
    await kwit.call(count % 2 === 0 ? 'dev' : 'ada', 'POST', `/tickets/${ticket.id}/comments`, {
      content: `Word ${count}, and **more** about it.`,
    });
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/me');
  const hold = holdAt(pace());
  const paint = await medianOf(async () => {
    await page.goto(`/t/${ticket.number}`);
    await page.locator('[id^=comment-]').first().waitFor();
    return (await vitals(page)).lcp;
  });
  hold('a ticket of 200 comments: largest paint', paint, 1500);
});

story('the board on a slow line, with nothing kept', async ({ browser, kwit }) => {
  const hold = holdAt(pace());
  const readable = await medianOf(async () => {
    const page = await openedBy(browser, kwit, 'dev');
    await slow(page, 1, { bits: 1_600_000, latency: 150 });
    await page.goto('/board', { waitUntil: 'commit' });
    const card = page.locator('article').first();
    await card.waitFor();
    await expect(card).toContainText('#');
    const time = await page.evaluate(() => performance.now());
    await page.context().close();
    return time;
  });
  hold('board: readable, 1.6 Mbit/s, 150 ms', readable, 5000);
});

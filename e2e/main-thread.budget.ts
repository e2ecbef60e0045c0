/** How long the pages keep the browser's main thread busy, with ten thousand tickets: all of it, not only what blocks. */
import { openedBy, story } from './kwit.ts';
import { holdAt, medianOf, pace, vitals } from './measuring.ts';

story.use({ tickets: 10_000 });
story.describe.configure({ mode: 'default', timeout: 240_000 });

/** For each page: its address, what it shows, and the limits in milliseconds of the main thread and of the largest paint. */
const PAGES = [
  ['Home', '/', 'main [data-number]', 250, 1500],
  ['a ticket', '/t/9999', '[data-number="9999"]', 250, 1500],
  ['the list', '/tickets', '[data-number]', 350, 1500],
  ['the board', '/board', 'article', 300, 1500],
  ['a new ticket', '/new', 'form', 250, 1500],
] as const;

for (const [name, path, shown, busy, painted] of PAGES)
  story(`${name} keeps the main thread busy for a short time`, async ({ browser, kwit }) => {
    const page = await openedBy(browser, kwit, 'dev');
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const worked = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
    };
    await page.goto('/me');
    const hold = holdAt(pace());
    const paints: number[] = [];
    const time = await medianOf(async () => {
      await page.goto('about:blank');
      const before = await worked();
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      paints.push((await vitals(page)).lcp);
      return (await worked()) - before;
    });
    hold(`${name}: main thread`, time, busy);
    hold(`${name}: largest paint`, Math.max(...paints), painted);
  });

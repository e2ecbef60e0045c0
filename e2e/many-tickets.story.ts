/** With ten thousand tickets, most of them open, the app draws only what is on the screen. */
import { expect, type Page, type Request } from '@playwright/test';
import { holdExactly } from './budget.ts';
import { openedBy, story } from './kwit.ts';

const MOST_NODES = 1500;
const MOST_HEAP_MB = 90;
const MOST_KB = { home: 60, board: 150 };
/** A browser that has nothing of Kwit asks for the app, what the page shows, how many mails wait, and the live stream. */
/** The list and the board ask for texts of their own besides (docs/decisions/0041-few-parts.md). */
const MOST_REQUESTS = 18;

story.use({ tickets: 10_000 });
// In one worker, so that the tickets are made once.
story.describe.configure({ mode: 'default' });

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

for (const density of ['roomy', 'compact'])
  story(`the list draws no more than can be seen, however far one goes: ${density}`, async ({ browser, kwit }) => {
    const page = await openedBy(browser, kwit, 'dev');
    await page.addInitScript((settings) => localStorage.setItem('kwit.rows', settings), JSON.stringify({ density }));
    await page.goto('/tickets');
    const rows = page.locator('[data-number]');
    await expect(rows.first()).toBeVisible();
    const drawn = [await nodes(page)];
    const numbers = async () => Number(await rows.last().getAttribute('data-number'));
    for (let round = 0; round < 5; round += 1) {
      const before = await numbers();
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await expect.poll(numbers).toBeLessThan(before);
      drawn.push(await nodes(page));
    }
    holdExactly(`list, ${density}: drawn`, Math.max(...drawn), MOST_NODES, 'nodes');
  });

story('the board draws no more than can be seen, and keeps little in memory', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/board');
  const cards = page.getByRole('article');
  await expect(cards.first()).toBeVisible();
  holdExactly('board: drawn', await nodes(page), MOST_NODES, 'nodes');
  await cards.first().getByRole('link').click();
  await expect(page.getByRole('complementary', { name: /Ticket #/ })).toBeVisible();
  holdExactly('board with a ticket beside it: drawn', await nodes(page), MOST_NODES, 'nodes');
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  holdExactly('board: memory', usedSize / 1_000_000, MOST_HEAP_MB, 'MB');
});

/** The KB that the service sends of answers, live events apart, until a page shows something and asks for no more. */
async function answeredTo(page: Page, path: string, shown: () => Promise<unknown>): Promise<number> {
  const [sizes, waiting] = [new Map<Request, number>(), new Set<Request>()];
  const isAsking = (request: Request) => /\/api\/(?!events)/.test(request.url());
  page.on('request', (request) => isAsking(request) && waiting.add(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  page.on('requestfinished', async (request) => {
    if (isAsking(request)) sizes.set(request, (await request.sizes()).responseBodySize);
    waiting.delete(request);
  });
  await page.goto(path);
  await shown();
  await expect.poll(() => waiting.size).toBe(0);
  return [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1000;
}

story('home says how many there are of what it shows the first of', async ({ browser, kwit }) => {
  const [mine] = await kwit.call<{ id: string }[]>(
    'dev',
    'GET',
    '/tickets?status=verified&sort=created_at&order=asc&limit=1',
  );
  const me = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  await kwit.call('dev', 'PATCH', `/tickets/${mine?.id}`, { assignee_id: me.id });
  const counted = async (filters: string) =>
    (await kwit.call<{ count: number }>('dev', 'GET', `/tickets/count?${filters}`)).count;
  const page = await openedBy(browser, kwit, 'dev');
  const figure = (name: string) => page.getByRole('region', { name });
  const json = await answeredTo(page, '/', () => expect(figure('To accept')).toBeVisible());
  holdExactly('home: JSON', json, MOST_KB.home, 'KB');
  await expect(figure('To accept')).toContainText((await counted('status=submitted')).toLocaleString('en'));
  await expect(figure('My queue')).toContainText('1');
  await expect(page.getByRole('region', { name: 'My queue' }).locator('[data-number]')).toHaveCount(1);
});

story(
  'the board counts what its filters leave, and brings more of a column to a reader who goes on',
  async ({ browser, kwit }) => {
    const { count } = await kwit.call<{ count: number }>(
      'dev',
      'GET',
      '/tickets/count?status=verified&priority=normal',
    );
    const page = await openedBy(browser, kwit, 'dev');
    const column = page.getByRole('region', { name: /^Accepted/ });
    const json = await answeredTo(page, '/board?priority=normal', () =>
      expect(column.getByRole('article').first()).toBeVisible(),
    );
    holdExactly('board: JSON', json, MOST_KB.board, 'KB');
    await expect(column).toHaveAccessibleName(`Accepted, ${count} tickets`);
    const last = column.getByText(/^The first \d+ of/);
    const firstOf = async () => Number(/\d+/.exec(await last.innerText())?.[0]);
    const before = await firstOf();
    expect(before).toBeLessThan(count);
    await last.scrollIntoViewIfNeeded();
    await expect(async () => {
      const shown = (await last.isVisible()) ? await firstOf() : count;
      expect(shown).toBeGreaterThan(before);
    }).toPass();
  },
);

story('a group of the list says that it has at least what has loaded', async ({ browser, kwit }) => {
  const page = await openedBy(browser, kwit, 'dev');
  await page.goto('/tickets?group=category');
  await expect(page.getByRole('heading', { level: 2 }).first()).toContainText(/at least \d+$/);
});

for (const [name, who, path, shown] of [
  ['Home', 'dev', '/', 'main [data-number]'],
  ['Home with the first steps', 'dev', '/', 'main [aria-expanded=false]'],
  ['a ticket', 'dev', '/t/9999', '[data-number="9999"]'],
  ['the list', 'dev', '/tickets', '[data-number]'],
  ['the board', 'dev', '/board', 'article'],
  ['a new ticket', 'dev', '/new', 'form'],
  ["a reporter's Home", 'ada', '/', 'main h1'],
  ["a reporter's list", 'ada', '/my', 'main h1'],
] as const)
  story(`a person who opens Kwit on ${name} waits for few requests`, async ({ browser, kwit }) => {
    await kwit.call('dev', 'PATCH', '/setup/steps', { is_put_away: !name.includes('first steps') });
    const page = await openedBy(browser, kwit, who);
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await page.goto(path);
    await expect(page.locator(shown).first()).toBeVisible();
    let before = -1;
    const isQuiet = () => {
      const quiet = paths.includes('/api/events/stream') && paths.length === before;
      before = paths.length;
      return quiet;
    };
    await expect.poll(isQuiet, { intervals: [500] }).toBe(true);
    holdExactly(`${name}: requests at the first visit`, paths.length, MOST_REQUESTS, '');
    expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS);
  });

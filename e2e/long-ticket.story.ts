/** A ticket with 200 comments and 40 pictures draws its beginning and its end. */
import { expect, type Page } from '@playwright/test';
import { holdExactly } from './budget.ts';
import { type Kwit, openedBy, type Reported, report, story } from './kwit.ts';
import { commentWith } from './picture.ts';

const COMMENTS = 200;
const EVERY_FIFTH = 5;
const MOST_NODES = 1500;

const nodes = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

async function talk(kwit: Kwit, { id }: Reported): Promise<void> {
  const path = `/tickets/${id}/comments`;
  let parent: string | undefined;
  for (let at = 1; at <= COMMENTS; at += 1) {
    const who = at % 2 === 0 ? 'dev' : 'ada';
    // The last one replies to one in the middle.
    const reply = at === COMMENTS ? { parent_id: parent } : {};
    const body =
      at % EVERY_FIFTH === 0 && at < COMMENTS ? commentWith(`screen-${at}.png`) : { content: `Word ${at}.`, ...reply };
    const said = await kwit.call<{ id: string }>(who, 'POST', path, body);
    if (at === COMMENTS / 2 + 1) parent = said.id;
  }
}

story('a long conversation shows its beginning and its end, and the rest on request', async ({ browser, kwit }) => {
  story.setTimeout(180_000);
  const ticket = await report(kwit, 'ada', 'The flamingo printer is talked about');
  await talk(kwit, ticket);
  const ewa = await openedBy(browser, kwit, 'ewa');
  await ewa.goto(`/t/${ticket.number}`);
  await expect(ewa.getByText('Word 1.', { exact: true })).toBeVisible();
  holdExactly('a long ticket: drawn', await nodes(ewa), MOST_NODES, 'nodes');
  const last = ewa.getByText('Word 200.', { exact: true });
  await expect(last).not.toBeInViewport();
  await ewa.getByRole('button', { name: 'Jump to the newest' }).click();
  await expect(last).toBeInViewport();

  // The comment that another replies to is shown, though it was folded away.
  const middle = ewa.locator('li[id^=comment]').getByText('Word 101.', { exact: true });
  await expect(middle).toHaveCount(0);
  await ewa.getByRole('button', { name: /In reply to Ada: Word 101/ }).click();
  await expect(middle).toBeInViewport();
  await ewa.getByRole('button', { name: /^Show \d+ entries in between$/ }).click();
  await expect(ewa.getByText('Word 51.', { exact: true })).toHaveCount(1);
  await expect(ewa.getByText('Word 11.', { exact: true })).toHaveCount(0);
});

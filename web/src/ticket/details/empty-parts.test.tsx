import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { EmptyParts } from './empty-parts.tsx';

const add = page.getByRole('button', { name: 'Add to the ticket' });
const names = () =>
  page
    .getByRole('menuitem')
    .elements()
    .map(({ textContent }) => textContent);

test('one menu offers what a ticket lacks, and nothing that it has', async () => {
  service({});
  const write = vi.fn();
  await draw(<EmptyParts ticket={detail({ category: 'bug', environment: 'Firefox 140' })} onWrite={write} />);
  await add.click();
  expect(names()).toEqual([
    'File',
    'Link',
    'Steps to reproduce',
    'What should happen',
    'What happens instead',
    'Internal note',
  ]);
  await page.getByRole('menuitem', { name: 'Internal note' }).click();
  expect(write).toHaveBeenCalledWith('internal_note');
});

test('reporters are offered no internal note', async () => {
  service({});
  const { internal_note: _, ...ticket } = detail();
  await draw(<EmptyParts ticket={ticket} onWrite={vi.fn()} />);
  await add.click();
  await expect.poll(names).toEqual(['File', 'Link']);
});

test('a reader who may change nothing is offered nothing', async () => {
  const ticket = detail();
  const can = { ...ticket.can, edit: false, attach: false, link: false };
  await draw(
    <>
      <EmptyParts ticket={{ ...ticket, can }} onWrite={vi.fn()} />
      <p>Drawn</p>
    </>,
  );
  await expect.element(page.getByText('Drawn')).toBeVisible();
  expect(add.elements()).toEqual([]);
});

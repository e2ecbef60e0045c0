import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, ewa, service } from '../../testing/render.tsx';
import { comment, detail } from '../../testing/tickets.ts';
import { Timeline } from './timeline.tsx';

const LOOKED = `kwit.looked.${ewa.id}`;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();
const said = (count: number, more: Parameters<typeof comment>[0] = {}) =>
  comment({ id: `c${count}`, content: `Word ${count}.`, user_id: 'ada', created_at: at(count), ...more });
const talk = (count: number) => Array.from({ length: count }, (_, index) => said(index + 1));
const word = (count: number) => page.getByText(`Word ${count}.`, { exact: true });

beforeEach(() => {
  localStorage.removeItem(LOOKED);
  service({});
});

test('the answer of a long conversation is never folded away', async () => {
  const ticket = detail({
    comments: talk(59).map((entry) => (entry.id === 'c20' ? { ...entry, is_closure_summary: true } : entry)),
  });
  await draw(<Timeline ticket={ticket} />);
  await expect.element(word(20)).toBeVisible();
  expect(word(19).elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Show 35 entries in between' })).toBeVisible();
});

test('a line says where the new begins, which is not folded; the next visit has no such line', async () => {
  const ticket = detail({ comments: talk(59) });
  localStorage.setItem(LOOKED, JSON.stringify({ [ticket.id]: at(30) }));
  await draw(<Timeline ticket={ticket} />);
  await expect.element(page.getByRole('button', { name: '29 new', exact: true })).toBeVisible();
  const line = page.getByText('New since you looked').element();
  expect(line.nextElementSibling?.textContent).toContain('Word 31.');
  expect(word(20).elements()).toEqual([]);
  await expect.poll(() => JSON.parse(localStorage.getItem(LOOKED) ?? '{}')).toEqual({ [ticket.id]: at(59) });
});

test('at the first visit nothing is called new, nor ever what the user wrote', async () => {
  const ticket = detail({ comments: [...talk(2), said(3, { user_id: ewa.id })] });
  await draw(<Timeline ticket={ticket} />);
  await expect.element(word(3)).toBeVisible();
  expect(page.getByText('New since you looked').elements()).toEqual([]);
});

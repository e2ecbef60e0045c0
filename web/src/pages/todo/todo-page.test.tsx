import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { ticket } from '../../testing/tickets.ts';
import { TodoPage } from './todo-page.tsx';

test('the queue below the tasks waits for them, so that it does not move', async () => {
  const tasks = Promise.withResolvers<object>();
  const requests = service({ 'GET /dev-tasks': () => tasks.promise });
  const client = await draw(<TodoPage />);
  await expect.poll(() => requests.some(({ path }) => path.startsWith('/tickets?'))).toBe(true);
  await expect.poll(() => client.isFetching()).toBe(1);
  await expect.element(page.getByText('Every ticket is assigned.')).not.toBeInTheDocument();
  tasks.resolve({ active: [], done: [] });
  await expect.element(page.getByText('Every ticket is assigned.')).toBeVisible();
});

const waiting = ticket({ status: 'waiting', awaiting_reply_since: '2026-11-24T10:00:00.000Z' });
const task = {
  id: 'task',
  title: waiting.title,
  description: null,
  priority: 'normal',
  estimated_hours: null,
  planned_date: null,
  status: 'done',
  order_index: 0,
  ticket_id: waiting.id,
  ticket_number: waiting.number,
  created_by: null,
  created_at: waiting.created_at,
  updated_at: waiting.updated_at,
};
const other = { ...task, id: 'other', title: 'Toner ordered', ticket_id: null, ticket_number: null };

test('a done task whose ticket was written on again is no longer shown as done', async () => {
  service({
    'GET /dev-tasks': { active: [], done: [task, other] },
    'GET /tickets?assignee_id=me&awaiting_reply=1&sort=awaiting_reply_since&order=asc&limit=20&view=row': [waiting],
  });
  await draw(<TodoPage />);
  await expect.element(page.getByRole('heading', { name: 'Waiting for your answer' })).toBeVisible();
  await expect.element(page.getByText(waiting.title)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Not done yet: Toner ordered' })).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: `Not done yet: ${waiting.title}` })).not.toBeInTheDocument();
});

test('what somebody wrote of a task stays when it is refused, hours that are no number by the browser', async () => {
  service({
    'GET /dev-tasks': { active: [{ ...other, status: 'todo' }], done: [] },
    'PATCH /dev-tasks/other': { refused: 503, error: 'read_only' },
  });
  await draw(<TodoPage />);
  await page
    .getByRole('button', { name: /Toner ordered/ })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const hours = page.getByRole('textbox', { name: /Estimate/ });
  await hours.fill('soon');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(hours).toHaveFocus();
  await expect.element(hours).toBeInvalid();
  await hours.fill('2,5');
  await expect.element(hours).toBeValid();
  const description = page.getByRole('textbox', { name: /Description/ });
  await description.fill('The black one, for floor 2.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('dialog').getByText(/takes no changes now/)).toBeVisible();
  await expect.element(description).toHaveValue('The black one, for floor 2.');
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, service } from '../../testing/render.tsx';
import { TodoPage } from './todo-page.tsx';

test('the queue below the tasks waits for them, so that it does not move', async () => {
  const tasks = Promise.withResolvers<object>();
  const asked = service({ 'GET /dev-tasks': () => tasks.promise });
  const client = await draw(<TodoPage />);
  await expect.poll(() => asked.some(({ path }) => path.startsWith('/tickets?'))).toBe(true);
  await expect.poll(() => client.isFetching()).toBe(1);
  await expect.element(page.getByText('Every ticket has someone.')).not.toBeInTheDocument();
  tasks.resolve({ active: [], done: [] });
  await expect.element(page.getByText('Every ticket has someone.')).toBeVisible();
});

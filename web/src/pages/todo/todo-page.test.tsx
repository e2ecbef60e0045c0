import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { draw, service } from '../../testing/render.tsx'
import { TodoPage } from './todo-page.tsx'

test('the queue below the tasks waits for them, so that it does not move', async () => {
  const tasks = Promise.withResolvers<object>()
  const none = { submitted: [], verified: [], in_progress: [], waiting: [], blocked: [], _stats: {} }
  const asked = service({ 'GET /tickets/board': none, 'GET /dev-tasks': () => tasks.promise })
  const client = await draw(<TodoPage />)
  await expect.poll(() => asked.map(({ path }) => path)).toContain('/tickets/board')
  await expect.poll(() => client.isFetching()).toBe(1)
  await expect.element(page.getByText('Every ticket has someone.')).not.toBeInTheDocument()
  tasks.resolve({ active: [], done: [] })
  await expect.element(page.getByText('Every ticket has someone.')).toBeVisible()
})

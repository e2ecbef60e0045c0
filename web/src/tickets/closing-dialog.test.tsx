import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, service } from '../testing/render.tsx'
import { ticket } from '../testing/tickets.ts'
import { ClosingForm } from './closing-dialog.tsx'

const one = ticket({ category: 'bug' })
const closed = { ...one, status: 'closed', version: 2 }

test('closing begins in the answer and refuses to end without one', async () => {
  const asked = service({ 'GET /ticket-templates': [] })
  await draw(<ClosingForm ticket={one} onClose={() => {}} />)
  await expect.element(page.getByLabelText('Answer to the reporter')).toHaveFocus()
  await page.getByRole('button', { name: 'Post and close' }).click()
  await expect.element(page.getByText('Write the answer first: a ticket closes only with one.')).toBeVisible()
  expect(asked.filter(({ method }) => method === 'PATCH')).toEqual([])
})

test('answer and move go in one step, with the steps that were ticked', async () => {
  const template = {
    id: 't',
    is_active: true,
    category: 'bug',
    project_id: null,
    checklist_items: ['Test page printed', 'Told the floor'],
  }
  const asked = service({ 'GET /ticket-templates': [template], [`PATCH /tickets/${one.id}`]: closed })
  await draw(<ClosingForm ticket={one} onClose={() => {}} />)
  await page.getByLabelText('Test page printed').click()
  await page.getByLabelText('Answer to the reporter').fill('Replaced the fuser.')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect
    .poll(() => asked.find(({ method }) => method === 'PATCH')?.body)
    .toEqual({
      status: 'closed',
      closure_summary: 'Replaced the fuser.\n\n**What was done**\n\n- [x] Test page printed\n- [ ] Told the floor',
    })
})

test('a refused closing keeps the answer', async () => {
  service({ [`PATCH /tickets/${one.id}`]: { refused: 503, error: 'service_unavailable' } })
  await draw(<ClosingForm ticket={one} onClose={() => {}} />)
  await page.getByLabelText('Answer to the reporter').fill('Replaced the fuser.')
  await page.getByRole('button', { name: 'Post and close' }).click()
  await expect.element(page.getByText(/not available right now/)).toBeVisible()
  await expect.element(page.getByLabelText('Answer to the reporter')).toHaveValue('Replaced the fuser.')
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ticketQuery } from '../../backend/ticket-detail.ts'
import { draw, service } from '../../testing/render.tsx'
import { comment, detail } from '../../testing/tickets.ts'
import { Composer } from './composer.tsx'

const one = detail()
const path = `POST /tickets/${one.id}/comments`

test('Ctrl+Enter sends, and the field is empty again', async () => {
  const asked = service({ [path]: { id: 'c' } })
  await draw(<Composer ticket={one} />)
  await page.getByLabelText('Write a comment').fill('Which tray?')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.poll(() => asked.map(({ body }) => body)).toContainEqual({ content: 'Which tray?', is_internal: false })
  await expect.element(page.getByLabelText('Write a comment')).toHaveValue('')
})

test('an internal comment says so in field and button, and is sent as one', async () => {
  const asked = service({ [path]: { id: 'c' } })
  await draw(<Composer ticket={one} />)
  await page.getByRole('checkbox', { name: 'Internal' }).click()
  await page.getByLabelText(/the reporter does not see it/).fill('Costs 300')
  await page.getByRole('button', { name: 'Send internally' }).click()
  await expect.poll(() => asked.map(({ body }) => body)).toContainEqual({ content: 'Costs 300', is_internal: true })
})

test('a second attempt after a lost answer carries the same key, so nothing is posted twice', async () => {
  const asked = service({ [path]: { refused: 503, error: 'service_unavailable' } })
  await draw(<Composer ticket={one} />)
  await page.getByLabelText('Write a comment').fill('Which tray?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(page.getByText(/#1: The service is not available/)).toBeVisible()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const keys = () =>
    asked.filter(({ method }) => method === 'POST').map(({ headers }) => headers.get('Idempotency-Key'))
  await expect.poll(() => keys().length).toBe(2)
  expect(new Set(keys()).size).toBe(1)
})

test('who may not write internally is not offered to', async () => {
  service({})
  await draw(<Composer ticket={{ ...one, can: { ...one.can, comment_internally: false } }} />)
  await expect.element(page.getByLabelText('Write a comment')).toBeVisible()
  expect(page.getByRole('checkbox').elements()).toEqual([])
})

test('what is being sent stands in the conversation at once, and comes back to the field when it is refused', async () => {
  let refuse = () => {}
  const answer = new Promise((resolve) => {
    refuse = () => resolve({ refused: 503, error: 'service_unavailable' })
  })
  service({ [path]: () => answer })
  const client = await draw(<Composer ticket={one} />)
  const { queryKey } = ticketQuery(one.number)
  client.setQueryData(queryKey, one)
  const shown = () => client.getQueryData(queryKey)?.comments.map(({ content }) => content)
  await page.getByLabelText('Write a comment').fill('Which tray?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.poll(shown).toEqual(['Which tray?'])
  await expect.element(page.getByLabelText('Write a comment')).toHaveValue('')
  refuse()
  await expect.element(page.getByLabelText('Write a comment')).toHaveValue('Which tray?')
  expect(shown()).toEqual([])
})

test('the reply to a question is an answer to it, and as internal as it was', async () => {
  const asked = service({ [path]: { id: 'c' } })
  const question = comment({ id: 'q', type: 'question', is_internal: true, content: 'Who has the key?' })
  const ticket = { ...one, comments: [question] }
  await draw(<Composer ticket={ticket} reply={{ to: question }} />)
  await expect.element(page.getByText('In reply to Ada: Who has the key?')).toBeVisible()
  await page.getByLabelText(/the reporter does not see it/).fill('Reception')
  await page.getByRole('button', { name: 'Send internally' }).click()
  await expect
    .poll(() => asked.map(({ body }) => body))
    .toContainEqual({ content: 'Reception', is_internal: true, type: 'answer', parent_id: 'q' })
})

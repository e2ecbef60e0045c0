import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { draw, ewa } from '../../testing/render.tsx'
import { detail } from '../../testing/tickets.ts'
import { Estimate, PlannedDate } from './plan-fields.tsx'

test('a day that is typed is saved once, when it is whole', async () => {
  const save = vi.fn()
  await draw(<PlannedDate ticket={detail({ planned_date: '2026-11-10' })} className="" onSave={save} />)
  await expect.element(page.getByLabelText('Planned for')).toBeVisible()
  await userEvent.tab()
  // The test's Chromium speaks American.
  await userEvent.keyboard('12242027')
  await userEvent.tab()
  await expect.poll(() => save.mock.calls).toEqual([['2027-12-24']])
})

test('a day is read in the language of the page, and typed in a field of the browser', async () => {
  await draw(<PlannedDate ticket={detail({ planned_date: '2027-02-01' })} className="" onSave={vi.fn()} />)
  const words = page.getByText('1 Feb 2027').or(page.getByText('Feb 1, 2027'))
  await expect.element(words).toBeVisible()
  await userEvent.tab()
  await expect.element(page.getByLabelText('Planned for')).toHaveFocus()
  await expect.element(words).not.toBeVisible()
})

test('half a date changes nothing', async () => {
  const save = vi.fn()
  await draw(<PlannedDate ticket={detail({ planned_date: '2026-11-10' })} className="" onSave={save} />)
  const field = page.getByLabelText('Planned for')
  await field.click()
  await userEvent.keyboard('{Delete}')
  ;(field.element() as HTMLElement).blur()
  await expect.element(field).toHaveValue('2026-11-10')
  expect(save).not.toHaveBeenCalled()
})

test('what is no estimate is taken back', async () => {
  const save = vi.fn()
  await draw(<Estimate ticket={detail({ estimated_hours: 8 })} className="" onSave={save} />)
  const field = page.getByLabelText('Estimate')
  for (const nonsense of ['soon', '-1', '99999']) {
    await field.fill(nonsense)
    ;(field.element() as HTMLElement).blur()
    await expect.element(field).toHaveValue('8')
  }
  await field.fill('2,5')
  ;(field.element() as HTMLElement).blur()
  expect(save.mock.calls).toEqual([[2.5]])
})

test('hours have the comma of Polish, and are typed with it', async () => {
  const save = vi.fn()
  await draw(<Estimate ticket={detail({ estimated_hours: 12.5 })} className="" onSave={save} />, {
    ...ewa,
    language: 'pl',
  })
  const field = page.getByLabelText('Szacowany czas')
  await expect.element(field).toHaveValue('12,5')
  await field.fill('0,75')
  ;(field.element() as HTMLElement).blur()
  expect(save.mock.calls).toEqual([[0.75]])
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Settings } from '../../backend/settings.ts'
import { draw, service } from '../../testing/render.tsx'
import { Application } from './application.tsx'
import { Warnings } from './warnings.tsx'

const NO_ADDRESS = 'Kwit does not know its own address, so its e-mails carry no links.'
const settings = {
  app_url: '',
  allowed_domains: [],
  developer_emails: [],
  mail_problem: null,
  outbox_retention_days: 30,
}

test('while no address is set General says so, and the one of the browser is saved by two clicks', async () => {
  const asked = service({
    'GET /settings': settings,
    'PATCH /settings': { ...settings, app_url: location.origin },
    'GET /settings/capabilities': { capabilities: {} },
  })
  await draw(<Application />)
  await expect.element(page.getByText(NO_ADDRESS)).toBeVisible()
  await page.getByRole('button', { name: `Use ${location.origin}` }).click()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect.poll(() => asked.find(({ method }) => method === 'PATCH')?.body).toEqual({ app_url: location.origin })
})

test('other pages warn of it, too, and lead there; nothing is said when all is well', async () => {
  const shown = (changed: Partial<Settings>, section: string) =>
    draw(<Warnings settings={{ ...settings, ...changed } as Settings} section={section} />)
  await shown({}, 'users')
  await expect.element(page.getByText(NO_ADDRESS)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'General' })).toHaveAttribute('href', '/admin/application')
  await shown({ app_url: 'https://kwit.example.com' }, 'users')
  await shown({}, 'application')
  expect(page.getByText(NO_ADDRESS).all()).toHaveLength(1)
})

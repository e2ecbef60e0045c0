/** How the app behaves, whatever the screen. */
import { expect } from '@playwright/test'
import { openedBy, story } from './kwit.ts'

story(
  'who is signed in reads the language that they chose, on any device; others that of the device',
  async ({ browser, kwit }) => {
    const dev = await openedBy(browser, kwit, 'dev')
    await dev.goto('/board')
    await expect(dev.getByRole('heading', { name: 'Board' })).toBeVisible()
    await kwit.call('dev', 'PATCH', '/auth/me', { language: 'pl' })
    await dev.reload()
    await expect(dev.getByRole('heading', { name: 'Tablica' })).toBeVisible()
    const stranger = await (await browser.newContext({ baseURL: kwit.url, locale: 'pl-PL' })).newPage()
    await stranger.goto('/login')
    await expect(stranger.getByRole('heading', { name: 'Zaloguj się' })).toBeVisible()
  },
)

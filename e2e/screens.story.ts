/**
 * Opens every screen in both languages and both widths, in English in both themes. axe finds nothing, the console has no error,
 * no request goes to another origin, and nothing jumps.
 */
import { expect } from '@playwright/test'
import { listen } from './budget.ts'
import { openedBy, story } from './kwit.ts'
import { jumps, wrongLooks, wrongLooksBesideColours } from './looks.ts'
import { SCREENS, saying, seeded } from './screens.ts'
import { show } from './showing.ts'

for (const [language, wrongIn] of [
  ['en', wrongLooks],
  ['pl', wrongLooksBesideColours],
] as const) {
  for (const width of [1366, 390]) {
    story(`every screen, ${language}, ${width} px`, async ({ browser, kwit }) => {
      story.setTimeout(900_000)
      const tickets = await seeded(kwit)
      const say = saying(language)
      const found: string[] = []
      for (const who of ['nobody', 'ada', 'jan', 'dev'] as const) {
        const page = await openedBy(browser, kwit, who, { language, width })
        // What moves is looked at when it has come to rest: nobody needs to wait for that.
        await page.emulateMedia({ reducedMotion: 'reduce' })
        let name = ''
        const tell = (problem: string) => found.push(`${name}: ${problem}`)
        listen(page, kwit.url, tell)
        const screens = SCREENS.filter((one) => one.who === who && one.only !== (width < 500 ? 'wide' : 'phone'))
        for (const screen of screens) {
          name = `${who}, ${screen.name}`
          // What jumps while a page loads is not a matter of the language.
          const anew = language === 'en' && !screen.act
          const since = await show(page, screen, { seeded: tickets, say, anew })
          // What somebody opens moves what is below it, on a slow machine later than one thinks.
          const moved = screen.act ? [] : await jumps(page, since)
          for (const problem of [...moved, ...(await wrongIn(page))]) tell(problem)
        }
        await page.context().close()
      }
      expect(found).toEqual([])
    })
  }
}

story(
  'every address that the router knows, and every link of the navigation, has its row',
  async ({ browser, kwit }) => {
    const rows = SCREENS.map(({ path }) => path({ full: 1, done: 1, answer: 'x' }).replace(/\?.*/, ''))
    const page = await openedBy(browser, kwit, 'dev')
    await page.goto('/admin')
    await expect(page).toHaveURL(/application$/)
    await expect(page.locator('nav a[href="/admin/outbox"]')).toBeVisible()
    const addresses = await page.evaluate(() => {
      const router = Reflect.get(window, '__TSR_ROUTER__') as { routesByPath: object }
      const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].map((link) => link.pathname)
      return [...Object.keys(router.routesByPath), ...links]
    })
    expect(addresses.length).toBeGreaterThan(20)
    const pattern = (address: string) => new RegExp(`^${address.replace(/(.)\/$/, '$1').replace(/\$\w+/g, '[^/]+')}$`)
    // This address only redirects to its first section.
    const missing = addresses.filter((one) => !/^\/admin\/?$/.test(one) && !rows.some((row) => pattern(one).test(row)))
    expect(missing).toEqual([])
  },
)

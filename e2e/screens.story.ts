/** Every screen, in both themes, both languages and both widths: nothing for axe, nothing in the console, no request elsewhere. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { type Kwit, type Person, report, signedIn, story } from './kwit.ts'

const LONG = 'A title that goes on and on '.repeat(11).slice(0, 300).trim()

let seeded: Promise<number> | undefined

/** A little of everything, long things among them. Returns the number of a ticket that has it all. */
function seed(kwit: Kwit): Promise<number> {
  seeded ??= (async () => {
    const project = await kwit.call<{ id: string }>('dev', 'POST', '/projects', { name: 'Intranet', color: '#0F6B62' })
    const full = await report(kwit, 'ada', LONG, { project_id: project.id, urgency_reporter: 'critical' })
    const me = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me')
    await kwit.call('dev', 'PATCH', `/tickets/${full.id}`, {
      assignee_id: me.id,
      planned_date: '2026-01-02',
      status: 'in_progress',
    })
    await kwit.call('dev', 'POST', `/tickets/${full.id}/comments`, {
      content: 'Only **us**: `E-31`',
      is_internal: true,
    })
    await kwit.call('ada', 'POST', `/tickets/${full.id}/comments`, { content: '- one\n- two\n\n> said before' })
    for (const status of ['waiting', 'blocked', 'verified'] as const) {
      const one = await report(kwit, 'ada', `This one is ${status}`)
      await kwit.call('dev', 'PATCH', `/tickets/${one.id}`, { status })
    }
    const done = await report(kwit, 'jan', 'This one is done')
    await kwit.call('dev', 'PATCH', `/tickets/${done.id}`, {
      status: 'closed',
      closure_summary: 'Replaced the roller.',
    })
    await kwit.call('dev', 'POST', '/dev-tasks', { title: 'Order toner', planned_date: '2026-01-02' })
    return full.number
  })()
  return seeded
}

interface Screen {
  name: string
  path: (number: number) => string
  who: Person
  act?: (page: Page) => Promise<void>
}

const at = (path: string) => () => path

const SCREENS: Screen[] = [
  { name: 'home of a reporter', path: at('/'), who: 'ada' },
  { name: 'home of a developer', path: at('/'), who: 'dev' },
  { name: 'my tickets', path: at('/my'), who: 'ada' },
  { name: 'list', path: at('/tickets'), who: 'dev' },
  { name: 'list in groups', path: at('/tickets?group=status'), who: 'dev' },
  { name: 'list without a match', path: at('/tickets?priority=low'), who: 'dev' },
  { name: 'board', path: at('/board'), who: 'dev' },
  { name: 'board with a panel', path: (number) => `/board?peek=${number}`, who: 'dev' },
  { name: 'ticket', path: (number) => `/t/${number}`, who: 'dev' },
  { name: 'ticket of its reporter', path: (number) => `/t/${number}`, who: 'ada' },
  { name: 'no such ticket', path: at('/t/99999'), who: 'ada' },
  { name: 'new ticket', path: at('/new'), who: 'ada' },
  { name: 'closing', path: (number) => `/t/${number}`, who: 'dev', act: (page) => page.keyboard.press('Shift+C') },
  { name: 'status to choose', path: (number) => `/t/${number}`, who: 'dev', act: (page) => page.keyboard.press('s') },
  { name: 'to-do', path: at('/todo'), who: 'dev' },
  { name: 'workload', path: at('/workload'), who: 'dev' },
  { name: 'workload of a reporter', path: at('/workload'), who: 'jan' },
  { name: 'insights', path: at('/insights'), who: 'dev' },
  { name: 'profile', path: at('/me'), who: 'ada' },
  { name: 'palette', path: at('/tickets'), who: 'dev', act: (page) => page.keyboard.press('Control+k') },
  { name: 'shortcuts', path: at('/board'), who: 'dev', act: (page) => page.keyboard.press('?') },
  ...['application', 'mail', 'projects', 'templates', 'users', 'webhooks', 'outbox'].map(
    (section): Screen => ({ name: `admin: ${section}`, path: at(`/admin/${section}`), who: 'dev' }),
  ),
]

/** Until nothing is asked for any more and nothing moves. */
async function settle(page: Page): Promise<void> {
  await expect(page.locator('main')).toBeVisible()
  await expect(page.getByRole('status', { name: /^(Loading|Wczytywanie)$/ })).toHaveCount(0)
  await page.evaluate(async () => {
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))
  })
}

async function problems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  const axe = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  return wide > 0 ? [...axe, `the page is ${wide} px wider than the window`] : axe
}

for (const language of ['en', 'pl'] as const) {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [1366, 390]) {
      story(`every screen, ${language}, ${theme}, ${width} px`, async ({ browser, kwit }) => {
        story.setTimeout(180_000)
        const number = await seed(kwit)
        const found: string[] = []
        for (const who of ['ada', 'jan', 'dev'] as const) {
          const page = await signedIn(browser, kwit, who, { language, theme, width })
          let screen = ''
          page.on('console', (message) => {
            // A refused request is the screen's to tell; what counts here is what broke in the page.
            if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
              found.push(`${screen}: console: ${message.text()}`)
          })
          page.on('request', (request) => {
            if (!/^(blob:|data:)/.test(request.url()) && !request.url().startsWith(kwit.url))
              found.push(`${screen}: asks ${request.url()}`)
          })
          for (const { name, path, act } of SCREENS.filter((one) => one.who === who)) {
            screen = name
            await page.goto(path(number))
            await settle(page)
            await act?.(page)
            await settle(page)
            found.push(...(await problems(page)).map((problem) => `${name}: ${problem}`))
          }
          await page.context().close()
        }
        expect(found).toEqual([])
      })
    }
  }
}

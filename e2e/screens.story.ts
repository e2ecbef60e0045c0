/**
 * Opens every screen in both languages and both widths, on a landing in one of each, in English in both themes. axe finds nothing, the console has no error,
 * no request goes to another origin, and nothing jumps.
 */
import { expect } from '@playwright/test';
import { listen } from './budget.ts';
import { openedBy, story } from './kwit.ts';
import { jumps, wrongLooks, wrongLooksBesideColours } from './looks.ts';
import { saying } from './saying.ts';
import { MENU, SCREENS, type Screen } from './screens.ts';
import { seeded } from './seeded.ts';
import { resize, show } from './showing.ts';

const WIDTHS = { wide: 1366, phone: 390 } as const;

/** A landing opens them in this language, at one width. */
const ONE_LANGUAGE = process.env.KWIT_SCREENS;

/** The width that a screen is opened at, and the one that its window then gets: the last screen's, unless it is not there. */
const widthsOf = ({ only }: Screen, last: keyof typeof WIDTHS): (keyof typeof WIDTHS)[] =>
  only || ONE_LANGUAGE ? [only ?? last] : [last, last === 'wide' ? 'phone' : 'wide'];

const ROLES = { developers: ['dev'], reporters: ['nobody', 'ada', 'jan'] } as const;

const LANGUAGES = [
  ['en', wrongLooks],
  ['pl', wrongLooksBesideColours],
] as const;
const opened = LANGUAGES.filter(([language]) => (ONE_LANGUAGE ?? language) === language);

for (const [language, wrongIn] of opened) {
  for (const [role, people] of Object.entries(ROLES)) {
    story(`every screen of ${role}, ${language}`, async ({ browser, kwit }) => {
      story.setTimeout(900_000);
      const tickets = await seeded(kwit);
      const say = saying(language);
      const problems: string[] = [];
      // Each screen is loaded at one of the widths: the seed says which, so that in time it is both.
      let last: keyof typeof WIDTHS = ((Number(process.env.KWIT_SEED ?? 0) >> 2) & 1) === 0 ? 'wide' : 'phone';
      for (const who of people) {
        const page = await openedBy(browser, kwit, who, { language });
        // Moving parts are looked at when they have come to rest: nobody needs to wait for that.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        let name = '';
        const tell = (problem: string) => problems.push(`${name}: ${problem}`);
        listen(page, kwit.url, tell);
        for (const screen of SCREENS.filter((planned) => planned.who === who)) {
          const [first, second] = widthsOf(screen, last);
          name = `${who}, ${screen.name}, ${first}`;
          if (first) await resize(page, WIDTHS[first]);
          // Jumps while a page loads do not depend on the language.
          const anew = language === 'en' && !screen.act;
          const since = await show(page, screen, { seeded: tickets, say, anew });
          // Opening a part moves what is below it, on a slow machine later than one thinks.
          const moved = screen.act ? [] : await jumps(page, since);
          for (const problem of [...moved, ...(await wrongIn(page))]) tell(problem);
          if (second) {
            name = `${who}, ${screen.name}, then ${second}`;
            await resize(page, WIDTHS[second]);
            // A menu closes with it; what else is open stays.
            if (screen.act?.open === MENU || screen.act?.closesWithWidth)
              await show(page, screen, { seeded: tickets, say, anew: false });
            else if (screen.act) await expect(page.locator(screen.act.open).first()).toBeVisible();
            for (const problem of await wrongIn(page)) tell(problem);
            last = second;
          }
        }
        await page.context().close();
      }
      expect(problems).toEqual([]);
    });
  }
}

story(
  'every address that the router knows, and every link of the navigation, has its row',
  async ({ browser, kwit }) => {
    const rows = SCREENS.map(({ path }) =>
      path({ full: 1, done: 1, answer: 'x', lead: 1, joined: 1 }).replace(/\?.*/, ''),
    );
    const page = await openedBy(browser, kwit, 'dev');
    await page.goto('/admin');
    await expect(page).toHaveURL(/application$/);
    await expect(page.locator('nav a[href="/admin/outbox"]')).toBeVisible();
    const addresses = await page.evaluate(() => {
      const router = Reflect.get(window, '__TSR_ROUTER__') as { routesByPath: object };
      const links = [...document.querySelectorAll<HTMLAnchorElement>('nav a')].map((link) => link.pathname);
      return [...Object.keys(router.routesByPath), ...links];
    });
    expect(addresses.length).toBeGreaterThan(20);
    const pattern = (address: string) => new RegExp(`^${address.replace(/(.)\/$/, '$1').replace(/\$\w+/g, '[^/]+')}$`);
    // This address only redirects to its first section.
    const missing = addresses.filter(
      (address) => !/^\/admin\/?$/.test(address) && !rows.some((row) => pattern(address).test(row)),
    );
    expect(missing).toEqual([]);
  },
);

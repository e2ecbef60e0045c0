/** Every screen of the app, and every dialog and menu on it. A story compares the list with the router. */
import { expect, type Page } from '@playwright/test';
import { ADMIN_SECTIONS } from '../web/src/administration/sections.ts';
import type { TextKey } from '../web/src/texts/texts.ts';
import { click, inTurn, press } from './acts.ts';
import { choose, type Person } from './kwit.ts';
import type { Say } from './saying.ts';
import type { Seeded } from './seeded.ts';

export interface Screen {
  name: string;
  who: Person | 'nobody';
  path: (seeded: Seeded) => string;
  /** Opens something on the screen, once it is drawn. */
  act?: { open: string; by: (page: Page, say: Say) => Promise<unknown>; closesWithWidth?: true };
  /** The only width at which it is there; both when it is left out. */
  only?: 'phone' | 'wide';
  /** Nothing within the app leads to it: the page is always loaded for it. */
  loaded?: true;
}

const DIALOG = 'dialog[open]';
const FORM = 'main form [dir=auto]';
export const MENU = '[role=menu]';

const dialogBy = (...keys: TextKey[]) => ({ open: DIALOG, by: click(...keys) });

const at = (path: string) => () => path;
const ticket = ({ full }: Seeded) => `/t/${full}`;

const FOR_NOBODY: Screen[] = [
  { name: 'sign in', who: 'nobody', path: at('/login') },
  { name: 'the first account', who: 'nobody', path: at('/first') },
  { name: 'sign in: refused elsewhere', who: 'nobody', path: at('/login#error=not_in_group'), loaded: true },
  {
    name: 'sign in: the code',
    who: 'nobody',
    path: at('/login'),
    act: {
      open: 'input[name=code]',
      by: async (page) => {
        await page.locator('input[type=email]').fill('nobody.yet@example.com');
        await page.keyboard.press('Enter');
      },
    },
  },
];

const FOR_REPORTERS: Screen[] = [
  { name: 'home', who: 'ada', path: at('/') },
  { name: 'inbox', who: 'ada', path: at('/inbox') },
  { name: 'my tickets', who: 'ada', path: at('/my') },
  { name: 'ticket', who: 'ada', path: ticket },
  { name: 'no such ticket', who: 'ada', path: at('/t/99999') },
  { name: 'no such address', who: 'ada', path: at('/nowhere') },
  { name: 'a page of developers', who: 'ada', path: at('/insights') },
  { name: 'new ticket', who: 'ada', path: at('/new') },
  {
    name: 'new bug',
    who: 'ada',
    path: at('/new'),
    act: { open: 'textarea >> nth=1', by: (page, say) => page.getByText(say('category.bug'), { exact: true }).click() },
  },
  {
    name: 'new ticket: urgency and project',
    who: 'ada',
    path: at('/new'),
    act: { open: 'details[open] fieldset', by: (page, say) => page.getByText(say('report.further')).click() },
  },
  { name: 'answers', who: 'jan', path: at('/answers') },
  { name: 'answers without a match', who: 'jan', path: at('/answers?q=wombat') },
  { name: 'answers that are like it', who: 'jan', path: at('/answers?q=rollers') },
  { name: 'answer', who: 'jan', path: ({ answer }) => `/answers/${answer}` },
  { name: 'answer, from the mail', who: 'jan', path: ({ answer }) => `/answers/${answer}?helped=1` },
  {
    name: 'new ticket, solved before',
    who: 'jan',
    path: at('/new'),
    act: {
      open: 'aside p, aside details',
      by: async (page) => {
        await page.locator('input:not([type=radio])').first().fill('This one is done, or not?');
        const folded = page.locator('aside > details > summary');
        if (await folded.isVisible()) await folded.click();
        await page.locator('aside details details, aside > div details').first().waitFor();
      },
    },
  },
  { name: 'profile', who: 'ada', path: at('/me') },
  {
    name: 'profile: a new token',
    who: 'ada',
    path: at('/me'),
    act: dialogBy('token.title', 'token.new'),
  },
  { name: 'workload', who: 'jan', path: at('/workload') },
  { name: 'ticket with its answer', who: 'jan', path: ({ done }) => `/t/${done}` },
  {
    name: 'ticket: not solved',
    who: 'jan',
    path: ({ done }) => `/t/${done}`,
    act: dialogBy('ticket.notSolved'),
  },
  { name: 'not solved', who: 'jan', path: ({ done }) => `/reopen/${done}` },
  { name: 'not solved, of a ticket that is open', who: 'ada', path: ({ full }) => `/reopen/${full}` },
];

const FOR_DEVELOPERS: Screen[] = [
  { name: 'home', who: 'dev', path: at('/') },
  { name: 'inbox', who: 'dev', path: at('/inbox') },
  { name: 'ticket: telling who asked', who: 'dev', path: ({ done }) => `/t/${done}`, act: dialogBy('told.tell') },
  {
    name: 'ticket: who was told',
    who: 'dev',
    path: ({ done }) => `/t/${done}`,
    act: {
      open: 'details[open] ul',
      by: (page, say) => page.getByText(say('told.title'), { exact: true }).click(),
      closesWithWidth: true,
    },
  },
  { name: 'list', who: 'dev', path: at('/tickets') },
  { name: 'list in groups', who: 'dev', path: at('/tickets?group=status') },
  { name: 'list without a match', who: 'dev', path: at('/tickets?priority=low') },
  { name: 'list of what is overdue', who: 'dev', path: at('/tickets?when=overdue') },
  { name: 'list of who waits', who: 'dev', path: at('/tickets?awaiting=1&sort=awaiting_reply_since&order=asc') },
  { name: 'list with a panel', who: 'dev', path: ({ full }) => `/tickets?peek=${full}` },
  { name: 'list: filter', who: 'dev', path: at('/tickets'), act: { open: MENU, by: press('f') } },
  {
    name: 'list: more filters',
    who: 'dev',
    path: at('/tickets'),
    act: { open: '[data-filters] [popover]', by: click('filtering.more'), closesWithWidth: true },
  },
  ...(
    [
      ['selection', 'section [role=status]', press('j', 'x')],
      ['closing several', DIALOG, press('Control+a', 'Shift+C')],
      ['merging several', DIALOG, press('Control+a', 'u')],
      ['setting a field', DIALOG, inTurn(press('j', 'x'), click('bulk.field'))],
    ] as const
  ).map(
    ([name, open, by]): Screen => ({
      name: `list: ${name}`,
      who: 'dev',
      path: at('/tickets?status=submitted,verified'),
      act: { open, by },
    }),
  ),
  { name: 'board', who: 'dev', path: at('/board') },
  {
    name: 'board: Closed unfolded',
    who: 'dev',
    path: at('/board'),
    act: {
      open: 'section:last-of-type article',
      by: (page) => page.locator('section:last-of-type button').first().click(),
    },
  },
  { name: 'board with a panel', who: 'dev', path: ({ full }) => `/board?peek=${full}` },
  { name: 'ticket', who: 'dev', path: ticket },
  { name: 'ticket: closing', who: 'dev', path: ticket, act: { open: DIALOG, by: press('Shift+C') } },
  {
    name: 'ticket: closing, beside what was solved before',
    who: 'dev',
    path: ticket,
    act: {
      open: 'dialog[open] li button',
      by: async (page) => {
        await page.keyboard.press('Shift+C');
        await page.locator('dialog[open] details summary').first().click();
      },
    },
  },
  { name: 'ticket: merging', who: 'dev', path: ticket, act: { open: '[role=option]', by: press('u') } },
  {
    name: 'ticket: how it is merged',
    who: 'dev',
    path: ticket,
    act: {
      open: 'dialog[open] [type=radio]',
      by: async (page) => {
        await page.keyboard.press('u');
        await page.locator('[role=combobox]').fill('leads');
        await page.locator('[role=option]').first().click();
      },
    },
  },
  { name: 'ticket: splitting', who: 'dev', path: ticket, act: { open: DIALOG, by: press('Shift+U') } },
  { name: 'ticket with others beside it', who: 'dev', path: ({ lead }) => `/t/${lead}` },
  {
    name: 'ticket with others beside it: closing',
    who: 'dev',
    path: ({ lead }) => `/t/${lead}`,
    act: { open: 'dialog[open] [type=checkbox]', by: press('Shift+C') },
  },
  { name: 'ticket that was joined', who: 'dev', path: ({ joined }) => `/t/${joined}?merged=1` },
  { name: 'ticket: status', who: 'dev', path: ticket, act: { open: DIALOG, by: press('s') } },
  { name: 'ticket: day', who: 'dev', path: ticket, act: { open: DIALOG, by: press('d') } },
  {
    name: 'ticket: former texts',
    who: 'dev',
    path: ticket,
    act: dialogBy('comment.edited'),
  },
  {
    name: 'ticket: writing',
    who: 'dev',
    path: ticket,
    act: {
      open: 'form fieldset',
      by: async (page, say) => {
        await page.locator('[data-command=composer]').fill('So **very** good');
        await page.getByRole('button', { name: say('composer.preview') }).click();
      },
    },
  },
  {
    name: 'ticket: naming somebody',
    who: 'dev',
    path: ticket,
    act: {
      open: '[role=option]',
      by: async (page) => {
        await press('m')(page);
        await expect(page.locator('[data-command=composer]')).toBeFocused();
        // Behind the draft of the screen before.
        await page.keyboard.type(' @');
      },
    },
  },
  { name: 'ticket: estimate', who: 'dev', path: ticket, act: { open: DIALOG, by: press('e') } },
  {
    name: 'ticket: a picture',
    who: 'dev',
    path: ticket,
    act: {
      open: 'dialog[open] img',
      by: async (page) => {
        // It loads when it comes near.
        await page.locator('.cursor-zoom-in').first().scrollIntoViewIfNeeded();
        await page.locator('.cursor-zoom-in img').first().click();
      },
    },
  },
  { name: 'ticket: assignee', who: 'dev', path: ticket, act: { open: DIALOG, by: press('a') } },
  {
    name: 'ticket: title',
    who: 'dev',
    path: ticket,
    act: { open: 'textarea:focus, input:focus', by: click('ticket.editTitle') },
  },
  {
    name: 'ticket: planned day',
    who: 'dev',
    path: ticket,
    only: 'wide',
    act: { open: 'input[type=date]:focus', by: (page) => page.locator('input[type=date]').first().focus() },
  },
  { name: 'ticket: link', who: 'dev', path: ticket, act: dialogBy('links.add') },
  {
    name: 'ticket: who sees it',
    who: 'dev',
    path: ticket,
    act: {
      open: `${DIALOG} li`,
      by: async (page, say) => {
        const line = page.getByRole('button', { name: say('ticket.seenBy') });
        if (!(await line.isVisible())) await page.locator('main details > summary').first().click();
        await line.click();
      },
      // It hangs on the details, which stand elsewhere on a phone.
      closesWithWidth: true,
    },
  },
  {
    name: 'new ticket, which only a team reads',
    who: 'dev',
    path: at('/new'),
    act: {
      open: 'form p[role=status]',
      by: (page, say) => choose(page, say('field.project'), 'Personnel'),
    },
  },
  ...(
    [
      ['a team', 'teams', 'action.edit'],
      ['who sees a project', 'projects', 'access.whoSees'],
      ['taking a project over', 'projects', 'access.takeOver'],
    ] as const
  ).map(
    ([name, section, key]): Screen => ({
      name: `admin: ${name}`,
      who: 'dev',
      path: at(`/admin/${section}`),
      act: {
        open: DIALOG,
        by: (page, say) =>
          page
            .getByRole('button', { name: `${say(key)}: ` })
            .first()
            .click(),
      },
    }),
  ),
  { name: 'to-do', who: 'dev', path: at('/todo') },
  {
    name: 'list: who reported',
    who: 'dev',
    path: at('/tickets'),
    only: 'wide',
    act: dialogBy('filtering.more', 'field.reporter'),
  },
  { name: 'workload', who: 'dev', path: at('/workload') },
  { name: 'insights', who: 'dev', path: at('/insights') },
  { name: 'insights: a search', who: 'dev', path: at('/insights?q=rollers') },
  { name: 'answers', who: 'dev', path: at('/answers?category=bug,other') },
  { name: 'answer', who: 'dev', path: ({ answer }) => `/answers/${answer}` },
  { name: 'no such answer', who: 'dev', path: at('/answers/019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e') },
  { name: 'answers: what to write next', who: 'dev', path: at('/answers/review') },
  {
    name: 'ticket: closing, with what looks personal',
    who: 'dev',
    path: ticket,
    act: {
      open: 'dialog[open] mark',
      by: async (page, say) => {
        await page.keyboard.press('Shift+C');
        await page.locator('dialog[open] textarea').fill('Call Ada: +48 601 234 567.');
        await page.getByText(say('closing.shared'), { exact: true }).click();
      },
    },
  },
  { name: 'palette', who: 'dev', path: at('/tickets'), act: { open: DIALOG, by: press('Control+k') } },
  { name: 'shortcuts', who: 'dev', path: at('/board'), act: { open: DIALOG, by: press('?') } },
  { name: 'more places', who: 'dev', path: at('/'), only: 'phone', act: dialogBy('nav.more') },
  ...ADMIN_SECTIONS.map(
    (section): Screen => ({ name: `admin: ${section}`, who: 'dev', path: at(`/admin/${section}`) }),
  ),
  {
    name: 'admin: a held mail',
    who: 'dev',
    path: at('/admin/mail-in'),
    act: { open: 'main li pre', by: (page) => page.locator('main li button[aria-keyshortcuts]').first().click() },
  },
  { name: 'glossary: new', who: 'dev', path: at('/admin/glossary'), act: { open: FORM, by: click('glossary.add') } },
  {
    name: 'admin: a person',
    who: 'dev',
    path: at('/admin/users'),
    act: { open: MENU, by: (page) => page.locator('main li').first().locator('[aria-haspopup=menu]').last().click() },
  },
  ...(
    [
      ['the data about a person', 'dl', 'account.data'],
      ['the company accounts of a person', 'p', 'account.identities'],
      ['another address for a person', 'input', 'account.address'],
    ] as const
  ).map(
    ([name, has, item]): Screen => ({
      name: `admin: ${name}`,
      who: 'dev',
      path: at('/admin/users?q=ada'),
      act: {
        open: `${DIALOG} ${has}`,
        by: async (page, say) => {
          await page.locator('main li').first().locator('[aria-haspopup=menu]').last().click();
          await page.getByRole('menuitem', { name: say(item) }).click();
        },
      },
    }),
  ),
  { name: 'admin: former members', who: 'dev', path: at('/admin/users?state=former') },
  {
    name: 'admin: invite',
    who: 'dev',
    path: at('/admin/users?open=invite'),
    act: { open: DIALOG, by: async () => {} },
  },
  ...(
    [
      ['projects', 'project.new'],
      ['templates', 'template.new'],
      ['webhooks', 'webhook.new'],
      ['git', 'git.new'],
      ['fields', 'fields.new'],
      ['promises', 'promises.newTarget'],
      ['promises', 'promises.newCalendar'],
    ] as const
  ).map(
    ([section, key]): Screen => ({
      name: `admin: ${key}`,
      who: 'dev',
      path: at(`/admin/${section}`),
      act: dialogBy(key),
    }),
  ),
];

export const SCREENS: Screen[] = [...FOR_NOBODY, ...FOR_REPORTERS, ...FOR_DEVELOPERS];

/** Every screen of the app, and every dialog and menu on it. A story compares the list with the router. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type { TextKey } from '../web/src/texts/texts.ts';
import { type Kwit, type Language, type Person, report } from './kwit.ts';
import { commentWith } from './picture.ts';
import { tableToImport } from './table.ts';

/** The numbers of the tickets that the screens show. */
export interface Seeded {
  /** A ticket with something of everything, and with long texts. */
  full: number;
  /** A ticket that is closed with an answer. */
  done: number;
  /** The id of an answer that did not hold. */
  answer: string;
}

const LONG = 'A title that goes on and on '.repeat(11).slice(0, 300).trim();

const seeding = new WeakMap<Kwit, Promise<Seeded>>();

/** What the screens show, made once for each Kwit: stories share one. */
export function seeded(kwit: Kwit): Promise<Seeded> {
  const begun = seeding.get(kwit) ?? seed(kwit);
  seeding.set(kwit, begun);
  return begun;
}

async function seed(kwit: Kwit): Promise<Seeded> {
  const project = await kwit.call<{ id: string }>('dev', 'POST', '/projects', { name: 'Intranet', color: '#0F6B62' });
  const full = await report(kwit, 'ada', LONG, { project_id: project.id, urgency_reporter: 'critical' });
  const me = await kwit.call<{ id: string }>('dev', 'GET', '/auth/me');
  await kwit.call('dev', 'PATCH', `/tickets/${full.id}`, {
    assignee_id: me.id,
    planned_date: '2026-01-02',
    status: 'in_progress',
    description: `${LONG}\n\n- [ ] order the toner\n- [x] ask for the **model**`,
  });
  await kwit.call('dev', 'POST', `/tickets/${full.id}/comments`, { content: 'Only **us**: `E-31`', is_internal: true });
  const comments = `/tickets/${full.id}/comments`;
  const edited = await kwit.call<{ id: string }>('ada', 'POST', comments, { content: 'Once.' });
  const lists = `<@${me.id}>, both:\n\n- one\n- two\n\n> said before`;
  await kwit.call('ada', 'PATCH', `${comments}/${edited.id}`, { content: lists });
  await kwit.call('ada', 'POST', comments, commentWith('screen.png'));
  await kwit.call('dev', 'POST', '/imports', tableToImport(LONG));
  for (const status of ['waiting', 'blocked', 'verified'] as const) {
    const one = await report(kwit, 'ada', `This one is ${status}`);
    await kwit.call('dev', 'PATCH', `/tickets/${one.id}`, { status });
  }
  const done = await report(kwit, 'jan', 'This one is done');
  await kwit.call('dev', 'PATCH', `/tickets/${done.id}`, {
    status: 'closed',
    closure_summary: 'Replaced the **roller**.',
    closure_question: 'Why does it jam?',
  });
  const helped = await report(kwit, 'jan', 'A title that goes on, solved before');
  const answered = { status: 'closed', closure_summary: 'Made it **shorter**, as `#1` should be.' };
  await kwit.call('dev', 'PATCH', `/tickets/${helped.id}`, answered);
  await kwit.call('dev', 'POST', `/tickets/${full.id}/solved-by`, { ticket_number: helped.number });
  const back = await report(kwit, 'ada', 'This one came back');
  await kwit.call('dev', 'PATCH', `/tickets/${back.id}`, answered);
  await kwit.call('dev', 'PATCH', `/tickets/${back.id}`, { status: 'in_progress' });
  await putSomebodyOut(kwit);
  await makeTokens(kwit);
  await kwit.call('dev', 'POST', '/dev-tasks', { title: 'Order toner', planned_date: '2026-01-02' });
  const finished = await kwit.call<{ id: string }>('dev', 'POST', '/dev-tasks', { title: LONG.slice(0, 200) });
  await kwit.call('dev', 'PATCH', `/dev-tasks/${finished.id}`, { status: 'done' });
  const { active } = await kwit.call<{ active: { id: string; ticket_number: number | null }[] }>(
    'dev',
    'GET',
    '/dev-tasks',
  );
  // The longest row: in progress, estimated, overdue, and with a ticket.
  const taken = active.find((task) => task.ticket_number === full.number);
  await kwit.call('dev', 'PATCH', `/dev-tasks/${taken?.id}`, { estimated_hours: 12.5, status: 'in_progress' });
  return { full: full.number, done: done.number, answer: await mixedAnswer(kwit) };
}

/** Answers that colleagues may read, one that helped, and one that helped nobody: its id. */
async function mixedAnswer(kwit: Kwit): Promise<string> {
  await kwit.call('dev', 'PATCH', '/settings', { share_closure_summaries: true });
  const [first, last] = await kwit.call<{ id: string }[]>('dev', 'GET', '/answers');
  await kwit.call('jan', 'POST', `/answers/${last?.id}/helped`, { helped: true });
  for (const who of ['ada', 'dev', 'ewa'] as const)
    await kwit.call(who, 'POST', `/answers/${first?.id}/helped`, { helped: false });
  return first?.id ?? '';
}

/** A token that lives, of the longest name, and one that was revoked. */
async function makeTokens(kwit: Kwit): Promise<void> {
  await kwit.call('ada', 'POST', '/tokens', { name: LONG.slice(0, 80), scope: 'write' });
  const { id } = await kwit.call<{ id: string }>('ada', 'POST', '/tokens', { name: 'CI bot', scope: 'read' });
  await kwit.call('ada', 'DELETE', `/tokens/${id}`);
}

/** Somebody who has been invited, and a developer who is gone and had a ticket. */
async function putSomebodyOut(kwit: Kwit): Promise<void> {
  await kwit.call('dev', 'POST', '/users/invite', { email: 'oliwia.bardzo-dlugie.nazwisko@example.com' });
  const zofia = { email: 'zofia.lis@example.com', role: 'developer' };
  const { id } = await kwit.call<{ id: string }>('dev', 'POST', '/users/invite', zofia);
  const ticket = await report(kwit, 'ada', 'This one is with somebody who left');
  await kwit.call('dev', 'PATCH', `/tickets/${ticket.id}`, { assignee_id: id });
  await kwit.call('dev', 'PATCH', `/users/${id}`, { is_active: false });
}

/** A text of the app in the language of the page. */
export type Say = (key: TextKey) => string;

type Texts = { [key: string]: string | Texts };

export function saying(language: Language): Say {
  const folder = new URL('../web/src/texts/', import.meta.url);
  const parts = readdirSync(folder).filter((file) => file.endsWith(`${language}.json`));
  const texts: Texts = Object.assign(
    {},
    ...parts.map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))),
  );
  return (key) => {
    const found = key.split('.').reduce<string | Texts | undefined>((at, step) => (at as Texts)?.[step], texts);
    if (typeof found !== 'string') throw new Error(`No text ${key}`);
    return found;
  };
}

export interface Screen {
  name: string;
  who: Person | 'nobody';
  path: (seeded: Seeded) => string;
  /** Opens something on the screen, once it is drawn. */
  act?: { open: string; by: (page: Page, say: Say) => Promise<unknown> };
  /** The only width at which it is there; both when it is left out. */
  only?: 'phone' | 'wide';
}

const DIALOG = 'dialog[open]';
export const MENU = '[role=menu]';

const press =
  (...keys: string[]) =>
  async (page: Page) => {
    for (const key of keys) await page.keyboard.press(key);
  };
const click = (key: TextKey) => (page: Page, say: Say) =>
  page
    .getByRole('button', { name: say(key), exact: true })
    .first()
    .click();

const at = (path: string) => () => path;
const ticket = ({ full }: Seeded) => `/t/${full}`;

const FOR_NOBODY: Screen[] = [
  { name: 'sign in', who: 'nobody', path: at('/login') },
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
  { name: 'new ticket', who: 'ada', path: at('/new') },
  {
    name: 'new bug',
    who: 'ada',
    path: at('/new'),
    act: { open: 'textarea >> nth=1', by: (page, say) => page.getByText(say('category.bug'), { exact: true }).click() },
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
  { name: 'profile: a new token', who: 'ada', path: at('/me'), act: { open: DIALOG, by: click('token.new') } },
  { name: 'workload', who: 'jan', path: at('/workload') },
  { name: 'ticket with its answer', who: 'jan', path: ({ done }) => `/t/${done}` },
  {
    name: 'ticket: not solved',
    who: 'jan',
    path: ({ done }) => `/t/${done}`,
    act: { open: DIALOG, by: click('ticket.notSolved') },
  },
  { name: 'not solved', who: 'jan', path: ({ done }) => `/reopen/${done}` },
  { name: 'not solved, of a ticket that is open', who: 'ada', path: ({ full }) => `/reopen/${full}` },
];

const FOR_DEVELOPERS: Screen[] = [
  { name: 'home', who: 'dev', path: at('/') },
  { name: 'inbox', who: 'dev', path: at('/inbox') },
  { name: 'list', who: 'dev', path: at('/tickets') },
  { name: 'list in groups', who: 'dev', path: at('/tickets?group=status') },
  { name: 'list without a match', who: 'dev', path: at('/tickets?priority=low') },
  { name: 'list of what is overdue', who: 'dev', path: at('/tickets?when=overdue') },
  { name: 'list of who waits', who: 'dev', path: at('/tickets?awaiting=1&sort=awaiting_reply_since&order=asc') },
  { name: 'list with a panel', who: 'dev', path: ({ full }) => `/tickets?peek=${full}` },
  { name: 'list: filter', who: 'dev', path: at('/tickets'), act: { open: MENU, by: press('f') } },
  {
    name: 'list: selection',
    who: 'dev',
    path: at('/tickets'),
    act: { open: 'section [role=status]', by: press('j', 'x') },
  },
  { name: 'board', who: 'dev', path: at('/board') },
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
  { name: 'ticket: status', who: 'dev', path: ticket, act: { open: DIALOG, by: press('s') } },
  { name: 'ticket: day', who: 'dev', path: ticket, act: { open: DIALOG, by: press('d') } },
  {
    name: 'ticket: former texts',
    who: 'dev',
    path: ticket,
    act: { open: DIALOG, by: click('comment.edited') },
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
        await page.keyboard.type('@');
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
  { name: 'ticket: link', who: 'dev', path: ticket, act: { open: DIALOG, by: click('links.add') } },
  { name: 'to-do', who: 'dev', path: at('/todo') },
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
  { name: 'more places', who: 'dev', path: at('/'), only: 'phone', act: { open: DIALOG, by: click('nav.more') } },
  ...[
    'application',
    'mail',
    'projects',
    'templates',
    'glossary',
    'users',
    'records',
    'tokens',
    'webhooks',
    'outbox',
    'data',
  ].map((section): Screen => ({ name: `admin: ${section}`, who: 'dev', path: at(`/admin/${section}`) })),
  {
    name: 'admin: a person',
    who: 'dev',
    path: at('/admin/users'),
    act: { open: MENU, by: (page) => page.locator('main li button[aria-haspopup=menu]').first().click() },
  },
  {
    name: 'admin: the data about a person',
    who: 'dev',
    path: at('/admin/users?q=ada'),
    act: {
      open: `${DIALOG} dl`,
      by: async (page, say) => {
        await page.locator('main li button[aria-haspopup=menu]').first().click();
        await page.getByRole('menuitem', { name: say('account.data') }).click();
      },
    },
  },
  { name: 'admin: former members', who: 'dev', path: at('/admin/users?state=former') },
  {
    name: 'admin: invite',
    who: 'dev',
    path: at('/admin/users?open=invite'),
    act: { open: DIALOG, by: async () => {} },
  },
  ...(['project', 'template', 'webhook'] as const).map(
    (thing): Screen => ({
      name: `admin: new ${thing}`,
      who: 'dev',
      path: at(`/admin/${thing}s`),
      act: { open: DIALOG, by: click(`${thing}.new`) },
    }),
  ),
];

export const SCREENS: Screen[] = [...FOR_NOBODY, ...FOR_REPORTERS, ...FOR_DEVELOPERS];

import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ListedUser } from '../../../backend/people.ts';
import { draw, ewa, service } from '../../../testing/render.tsx';
import { filterOf, InviteDialog, PeopleList, peopleQueryOf } from './people.tsx';

const person = (name: string, change: Partial<ListedUser> = {}): ListedUser => ({
  ...ewa,
  id: name,
  name,
  email: `${name.toLowerCase()}@example.com`,
  role: 'user',
  is_active: true,
  mail_addresses: [],
  last_login: '2026-11-20T12:00:00.000Z',
  ...change,
});
const ada = person('Ada');
const zofia = person('Zofia', { is_active: false, role: 'developer' });
const olek = person('Olek', { last_login: null });
const LIST = 'GET /users?sort=name&limit=100';
const everybody = [ada, zofia, olek, { ...ewa, is_active: true, mail_addresses: [] }];

function Page() {
  const [filter, setFilter] = useState(filterOf({}));
  return <PeopleList filter={filter} onFilter={setFilter} onInvite={() => {}} />;
}

test('the service is asked for what the filter says', () => {
  const queryFor = (search: Parameters<typeof filterOf>[0]) => peopleQueryOf(filterOf(search));
  expect(queryFor({ q: ' lucja ' })).toEqual({ q: 'lucja', role: undefined });
  expect(queryFor({ role: 'developer' })).toEqual({ q: undefined, role: 'developer' });
  expect(queryFor({ state: 'former' })).toMatchObject({ is_active: '0' });
  expect(queryFor({ state: 'invited' })).toMatchObject({ is_active: '1', has_signed_in: '0' });
  expect(queryFor({ state: 'active' })).toMatchObject({ is_active: '1', has_signed_in: '1' });
  expect(queryFor({ state: 'nonsense', role: 'king' })).toEqual({ q: undefined, role: undefined });
});

test('the page shows whom the service finds, and how many', async () => {
  service({ [LIST]: everybody, [`${LIST}&is_active=1&has_signed_in=0`]: [olek] });
  await draw(<Page />);
  await expect.element(page.getByRole('list').getByText('Former member')).toBeVisible();
  await page.getByRole('button', { name: /^Account: / }).click();
  await page.getByRole('menuitemradio', { name: 'Never signed in' }).click();
  await expect.element(page.getByText('olek@example.com')).toBeVisible();
  await expect.element(page.getByText('ada@example.com')).not.toBeInTheDocument();
  await page.getByLabelText('Search by name or address').fill('ada');
  await expect.element(page.getByText('No one by that name')).toBeVisible();
});

test('a developer deactivates somebody, and takes it back by Undo', async () => {
  const requests = service({
    [LIST]: everybody,
    'PATCH /users/Ada': ({ body }: { body: unknown }) => ({ ...ada, ...(body as object) }),
  });
  await draw(<Page />);
  await page.getByRole('button', { name: 'More about Ada' }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await expect.element(page.getByText('Ada is signed out and cannot sign in any more')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('Ada may sign in again')).toBeVisible();
  expect(requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { is_active: false },
    { is_active: true },
  ]);
});

test('nobody is offered to deactivate themselves', async () => {
  service({ [LIST]: everybody });
  await draw(<Page />);
  await page.getByRole('button', { name: 'More about Ewa' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Sign out everywhere' })).toBeVisible();
  await expect.element(page.getByRole('menuitem', { name: 'Deactivate' })).not.toBeInTheDocument();
});

test('a refusal brings the person back as they were, and names them', async () => {
  service({ [LIST]: everybody, 'PATCH /users/Ada': { refused: 409, error: 'last_developer' } });
  await draw(<Page />);
  await page.getByRole('button', { name: /^Role of Ada: / }).click();
  await page.getByRole('menuitemradio', { name: 'Developer' }).click();
  await expect
    .element(page.getByText('Ada: This is the last developer. Make someone else a developer first.'))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Role of Ada: Reporter' })).toBeVisible();
});

test('somebody is signed out everywhere after a question', async () => {
  const requests = service({ [LIST]: everybody, 'POST /users/Ada/sign-out': {} });
  await draw(<Page />);
  await page.getByRole('button', { name: 'More about Ada' }).click();
  await page.getByRole('menuitem', { name: 'Sign out everywhere' }).click();
  expect(requests.some(({ method }) => method === 'POST')).toBe(false);
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect.element(page.getByText('Ada is signed out everywhere')).toBeVisible();
  expect(requests.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual(['/users/Ada/sign-out']);
});

test('somebody gets another address; the page says before what that does, and what is wrong with one', async () => {
  const requests = service({
    [LIST]: everybody,
    'PATCH /users/Ada': ({ body }: { body: unknown }) => {
      const { email } = body as { email: string };
      const details = [{ path: 'email', code: 'format', message: 'No address.' }];
      if (email === 'ada') return { refused: 400, error: 'validation_error', details };
      if (email.endsWith('elsewhere.example')) return { refused: 400, error: 'domain_not_allowed' };
      return email === 'zofia@example.com' ? { refused: 409, error: 'user_exists' } : { ...ada, email };
    },
  });
  await draw(<Page />);
  await page.getByRole('button', { name: 'More about Ada' }).click();
  await page.getByRole('menuitem', { name: 'Change the address…' }).click();
  await expect.element(page.getByText('They are signed out at once', { exact: false })).toBeVisible();
  await expect.element(page.getByText('ada@example.com leads nowhere any more', { exact: false })).toBeVisible();
  const field = page.getByLabelText('New e-mail address');
  const change = page.getByRole('button', { name: 'Change the address', exact: true });
  await expect.element(change).toBeDisabled();
  for (const [typed, refusal] of [
    ['ada', 'This is not an e-mail address.'],
    ['ada@elsewhere.example', 'Allow the domain under General first.'],
    ['zofia@example.com', 'Somebody has this address, or had it before.'],
  ] as const) {
    await field.fill(typed);
    await change.click();
    await expect.element(page.getByText(refusal, { exact: false })).toBeVisible();
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  }
  await field.fill(' ada.nowak@example.com ');
  await change.click();
  await expect.element(page.getByText('Ada now signs in as ada.nowak@example.com')).toBeVisible();
  await expect.element(field).not.toBeInTheDocument();
  expect(requests.filter(({ method }) => method === 'PATCH').at(-1)?.body).toEqual({ email: 'ada.nowak@example.com' });
});

test('whoever changes their own address reads that they are signed out', async () => {
  service({ [LIST]: everybody });
  await draw(<Page />);
  await page.getByRole('button', { name: 'More about Ewa' }).click();
  await page.getByRole('menuitem', { name: 'Change the address…' }).click();
  await expect.element(page.getByText('You are signed out at once', { exact: false })).toBeVisible();
});

test('a pasted list is invited; who is refused stays, each with the reason', async () => {
  const requests = service({
    'GET /settings': { mail_provider: 'smtp', mail_problem: null },
    'POST /users/invite': ({ body }: { body: unknown }) => {
      const { email } = body as { email: string };
      if (email.endsWith('elsewhere.example')) return { refused: 400, error: 'domain_not_allowed' };
      return email === 'ada@example.com' ? { refused: 409, error: 'user_exists' } : person('Nina');
    },
  });
  let closed = 0;
  await draw(<InviteDialog onClose={() => (closed += 1)} />);
  const list = page.getByLabelText('E-mail addresses');
  await list.fill('x@elsewhere.example\nNina Kot <nina@example.com>\nada@example.com\nNobody');
  await page.getByText('Developer', { exact: true }).click();
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByText('Allow the domain under General first.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Somebody already has this address.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Nobody: there is no e-mail address in this line')).toBeVisible();
  await expect.element(page.getByText('1 invitation is on its way')).toBeVisible();
  await expect.element(list).toHaveValue('x@elsewhere.example\nada@example.com\nNobody');
  expect(requests.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { email: 'x@elsewhere.example', role: 'developer' },
    { email: 'nina@example.com', name: 'Nina Kot', role: 'developer' },
    { email: 'ada@example.com', role: 'developer' },
  ]);
  await list.fill('Ola Lis <ola@example.com>');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.poll(() => closed).toBe(1);
});

test.each([
  [{ mail_provider: 'smtp', mail_problem: null }, 'sent', '1 invitation is on its way'],
  [
    { mail_provider: null, mail_problem: null },
    'sent',
    '1 person is invited. The e-mail stands in the built-in mailbox',
  ],
  [{ mail_provider: 'smtp', mail_problem: 'No sender.' }, 'sent', 'The e-mail stands in the built-in mailbox'],
  [{ refused: 500, error: 'internal_error' }, 'sent', '1 invitation is on its way'],
  [{ mail_provider: null, mail_problem: null }, 'waiting', '1 person is invited. The e-mail goes out when mail works'],
])('what is said of an invitation is what becomes of its mail: %o, %s', async (settings, mail, sentence) => {
  service({ 'GET /settings': settings, 'POST /users/invite': { ...person('Nina'), mail } });
  await draw(<InviteDialog onClose={() => {}} />);
  await page.getByLabelText('E-mail addresses').fill('nina@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByText(sentence, { exact: false })).toBeVisible();
});

test('an invitation that nobody can send any more ends the list, and keeps what is left of it', async () => {
  const requests = service({ 'POST /users/invite': { refused: 429, error: 'too_many_requests' } });
  await draw(<InviteDialog onClose={() => {}} />);
  const list = page.getByLabelText('E-mail addresses');
  await list.fill('nina@example.com\nola@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  await expect.element(page.getByText('2 invitations were not sent. Correct the lines and try again.')).toBeVisible();
  await expect.element(list).toHaveValue('nina@example.com\nola@example.com');
  expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('whoever cannot be reached by mail stands out', async () => {
  service({ [LIST]: [ada, person('Jan', { mail_paused_at: '2026-11-26T12:00:00.000Z' })] });
  await draw(<Page />);
  await expect.element(page.getByText('mails come back')).toBeVisible();
});

test('a developer sees from which other addresses somebody answers, and takes one away', async () => {
  const home = 'ada@home.example';
  const requests = service({
    [LIST]: [person('Ada', { mail_addresses: [home] })],
    [`DELETE /users/Ada/mail-addresses/${encodeURIComponent(home)}`]: undefined,
  });
  await draw(<Page />);
  await page.getByRole('button', { name: 'More about Ada' }).click();
  await page.getByRole('menuitem', { name: 'Change the address…' }).click();
  const addresses = page.getByRole('region', { name: 'Mails from these addresses count as theirs:' });
  await addresses.getByRole('button', { name: 'Forget' }).click();
  await expect.element(addresses).not.toBeInTheDocument();
  expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
});

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { draw, ewa, service } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { Chooser } from '../../tickets/changing/chooser.tsx';
import { AssigneeRow } from './details.tsx';

const developer = (id: string, name: string) => ({ ...ewa, id, name, role: 'developer', is_active: true });

const offered = async (restricted: boolean) => {
  const ticket = detail({ restricted });
  service({
    'GET /users?role=developer&is_active=1': [developer('zofia', 'Zofia'), developer('olek', 'Olek')],
    [`GET /tickets/${ticket.id}/access`]: [
      { user_id: 'zofia', name: 'Zofia', standing: 'worker', reason: 'team', team_name: 'HR' },
      { user_id: 'olek', name: 'Olek', standing: 'reporter', reason: 'reporter' },
    ],
  });
  await draw(<AssigneeRow ticket={{ ...ticket, can: { ...ticket.can, assign: true } }} />);
  await page.getByRole('button', { name: /Assignee/ }).click();
  await expect.element(page.getByRole('menuitemradio', { name: 'Zofia' })).toBeVisible();
  return page.getByRole('menuitemradio', { name: 'Olek' }).elements().length;
};

test('an open ticket can be given to every developer', async () => {
  expect(await offered(false)).toBe(1);
});

test('a restricted ticket can be given only to who works on it', async () => {
  expect(await offered(true)).toBe(0);
});

test('many tickets can be given only to who sees all of them', async () => {
  const [open, restricted, other] = [
    detail(),
    detail({ id: 'one', number: 8, restricted: true }),
    detail({ id: 'other', number: 9, restricted: true }),
  ];
  const works = (id: string) => ({ user_id: id, name: id, standing: 'worker', reason: 'team', team_name: 'HR' });
  service({
    'GET /users?role=developer&is_active=1': [developer('zofia', 'Zofia'), developer('olek', 'Olek')],
    'GET /tickets/one/access': [works('zofia'), works('olek')],
    'GET /tickets/other/access': [works('zofia')],
  });
  await draw(<Chooser choosing={{ question: 'assignee', tickets: [open, restricted, other] }} onClose={() => {}} />);
  await expect.element(page.getByRole('option', { name: 'Zofia' })).toBeVisible();
  expect(page.getByRole('option', { name: 'Olek' }).elements().length).toBe(0);
});

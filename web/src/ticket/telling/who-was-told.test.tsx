import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TicketTelling } from '../../backend/tellings.ts';
import { draw, ewa, service } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { WhoWasTold } from './who-was-told.tsx';

const shown = detail({ beside: [] });
const path = `GET /tickets/${shown.id}/tellings?limit=500`;
const line = (name: string, more: Partial<TicketTelling> = {}): TicketTelling => ({
  ...{ id: name, person: { id: name, name }, webhook: null, channel: null, kind: 'mail', of: 'comment.created' },
  ...{ why: 'reporter', made_at: '2026-11-20T10:00:00.000Z', state: 'accepted', not_sent_because: null },
  ...{ server_said: '250 OK', at: '2026-11-20T10:00:01.000Z', read_at: null },
  ...more,
});

test('a line a person says why they were told and what the server said', async () => {
  service({
    [path]: [
      line('Ada'),
      line('Ada', { id: 'notice', kind: 'inbox', state: 'sent', server_said: null }),
      line('Jan', { state: 'failed', server_said: '550 no such mailbox', why: 'follower' }),
      line('Ewa', { state: 'not_sent', not_sent_because: 'read_meanwhile', server_said: null }),
    ],
  });
  await draw(<WhoWasTold ticket={shown} />);
  await expect.element(page.getByText('1 failed')).toBeVisible();
  await page.getByText('Who was told').click();
  await expect.element(page.getByText('Ada reported it')).toBeVisible();
  await expect.element(page.getByText('550 no such mailbox')).toBeVisible();
  await expect.element(page.getByText('not sent: read meanwhile')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(3);
});

test('of a closed ticket the page says how many asked, were told, and cannot be', async () => {
  const closed = detail({ beside: [], status: 'closed' });
  const asker = { id: 'x', because: 'reporter', ticket: null, language: 'en', told: null, cannot: null } as const;
  service({
    [`GET /tickets/${closed.id}/tellings?limit=500`]: [],
    'GET /tickets/z/tellings?limit=500': [
      line('Jan', { id: 'y', person: { id: 'y', name: 'Jan' }, state: 'failed', server_said: '550 no' }),
    ],
    [`GET /tickets/${closed.id}/askers`]: {
      total: 2,
      askers: [
        { ...asker, name: 'Ada', told: { last_at: '2026-11-20T10:00:01.000Z', of: 'answer' } },
        {
          ...{ ...asker, id: 'y', name: 'Jan', cannot: 'mail_off', because: 'beside' },
          ticket: { id: 'z', number: 12 },
        },
      ],
    },
  });
  await draw(<WhoWasTold ticket={closed} />);
  await page.getByText('Who was told').click();
  await expect
    .element(page.getByText('2 asked, 1 were told, 1 cannot be, or not by mail: Jan (mails off).'))
    .toBeVisible();
  // Somebody who asked by another ticket has their receipt there.
  await expect.element(page.getByText('Jan asked beside it, #12')).toBeVisible();
  await expect.element(page.getByText('550 no')).toBeVisible();
});

test('a reporter\u2019s page asks for their own lines when they open them', async () => {
  const requests = service({ [path]: [line('Ada')] });
  const { beside: _, ...reported } = shown;
  await draw(<WhoWasTold ticket={reported} />, { ...ewa, role: 'user' });
  expect(requests).toEqual([]);
  await page.getByText('What you were told').click();
  await expect.element(page.getByText('Ada reported it')).toBeVisible();
});

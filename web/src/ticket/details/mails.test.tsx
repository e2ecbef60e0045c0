import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { TicketDelivery } from '../../backend/mails.ts';
import { draw, ewa, service } from '../../testing/render.tsx';
import { detail } from '../../testing/tickets.ts';
import { Mails } from './mails.tsx';

const one = detail();
const path = `GET /tickets/${one.id}/deliveries`;
const mail = (more: Partial<TicketDelivery>): TicketDelivery => ({
  id: 'mail',
  event_name: 'comment.created',
  recipient_id: 'ada',
  recipient_name: 'Ada',
  recipient_email: 'ada@example.com',
  status: 'delivered',
  attempts: 1,
  next_attempt_at: null,
  last_error: null,
  created_at: '2026-11-20T10:00:00.000Z',
  delivered_at: '2026-11-20T10:00:01.000Z',
  ...more,
});

test('developers see who got a mail, and in the provider\u2019s words why somebody did not', async () => {
  service({
    [path]: [mail({}), mail({ id: 'two', recipient_name: 'Jan', status: 'failed', last_error: '550 no such mailbox' })],
  });
  await draw(<Mails ticket={one} />);
  await page.getByText('2 e-mails').click();
  await expect.element(page.getByText('1 failed')).toBeVisible();
  await expect.element(page.getByText('Ada', { exact: true })).toBeVisible();
  await expect.element(page.getByText('550 no such mailbox')).toBeVisible();
});

test('a mail that waits is said to wait', async () => {
  service({ [path]: [mail({ status: 'pending', delivered_at: null })] });
  await draw(<Mails ticket={one} />);
  await expect.element(page.getByText('1 e-mail')).toBeVisible();
  await expect.element(page.getByText('Pending: 1')).toBeVisible();
});

test('a mail that was not sent is not shown as delivered', async () => {
  service({ [path]: [mail({ status: 'not_sent', delivered_at: null })] });
  await draw(<Mails ticket={one} />);
  await page.getByText('1 e-mail').click();
  await expect.element(page.getByText('Not sent: no longer wanted')).toBeVisible();
  await expect.element(page.getByText('Delivered')).not.toBeInTheDocument();
});

test('the page of a developer who reads no internals does not request the mails', async () => {
  const asked = service({ [path]: [mail({})] });
  const { internal_note: _, ...reported } = one;
  await draw(<Mails ticket={reported} />);
  expect(asked).toEqual([]);
});

test('a reporter\u2019s page does not request the mails', async () => {
  const asked = service({ [path]: [mail({})] });
  await draw(<Mails ticket={one} />, { ...ewa, role: 'user' });
  expect(asked).toEqual([]);
});

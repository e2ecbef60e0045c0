import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Webhook } from '../../backend/webhooks.ts';
import { draw, service } from '../../testing/render.tsx';
import { Webhooks } from './webhooks.tsx';

const webhook = (url: string, change: Partial<Webhook>): Webhook => ({
  id: url,
  url,
  events: ['*'],
  description: null,
  is_active: true,
  projects: null,
  created_at: '2026-11-20T12:00:00.000Z',
  updated_at: '2026-11-20T12:00:00.000Z',
  last_delivery_at: new Date().toISOString(),
  last_status: 204,
  paused_at: null,
  ...change,
});

test('who does not work on what a webhook hears of is offered no new secret', async () => {
  service({ 'GET /webhooks': [webhook('https://theirs.example.com', { url: null, last_delivery_at: null })] });
  await draw(<Webhooks />);
  await expect.element(page.getByText('Active · All events')).toBeVisible();
  await page.getByRole('button', { name: 'More about For a project that you do not work on' }).click();
  await expect.element(page.getByText('Send a test')).toBeVisible();
  expect(page.getByText('New secret').query()).toBeNull();
});

test('the list tells a receiver that fails from one that works', async () => {
  service({
    'GET /webhooks': [
      webhook('https://well.example.com', {}),
      webhook('https://broken.example.com', { last_status: 500 }),
      webhook('https://away.example.com', { last_status: null }),
      webhook('https://idle.example.com', { last_status: null, last_delivery_at: null }),
      webhook('https://off.example.com', { is_active: false, last_status: 410 }),
      webhook('https://paused.example.com', { is_active: false, paused_at: '2026-11-21T12:00:00.000Z' }),
    ],
  });
  await draw(<Webhooks />);
  const states = [
    'Received just now',
    'Refused with 500, just now',
    'No answer, just now',
    'Nothing sent yet',
    'Off',
    'Paused: nothing delivered for 5 days',
  ];
  for (const state of states) await expect.element(page.getByText(`${state} · All events`)).toBeVisible();
});

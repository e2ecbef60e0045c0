import { Suspense } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SetupSteps } from '../../../backend/setup-steps.ts';
import { draw, service } from '../../../testing/render.tsx';
import { useFirstSteps } from '../home-page.tsx';
import { FirstSteps } from './first-steps.tsx';

const STEPS = 'GET /setup/steps';
const none = { address: false, mail: false, domains: false, project: false, colleagues: false, backup: false };
let setup: SetupSteps;

beforeEach(() => {
  setup = { is_put_away: false, steps: { ...none, domains: true } };
});

function Page() {
  const shows = useFirstSteps();
  if (shows === undefined) return null;
  return <Suspense>{shows ? <FirstSteps /> : <p>Home</p>}</Suspense>;
}

const answers = {
  [STEPS]: () => setup,
  'PATCH /setup/steps': ({ body }: { body: unknown }) => {
    setup = { ...setup, ...(body as { is_put_away: boolean }) };
    return setup;
  },
  'PATCH /settings': () => {
    setup = { ...setup, steps: { ...setup.steps, address: true } };
    return {};
  },
};

test('the address is the one of the browser, saved by a click, and the next step opens', async () => {
  const requests = service(answers);
  await draw(<Page />);
  await expect.element(page.getByText('1 of 6 done')).toBeVisible();
  await expect.element(page.getByLabelText('Address')).toHaveValue(location.origin);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('2 of 6 done')).toBeVisible();
  expect(requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
    default_language: 'en',
    app_url: location.origin,
  });
  await expect
    .element(page.getByRole('button', { name: 'E-mail', exact: true }))
    .toHaveAttribute('aria-expanded', 'true');
});

test('a person who puts the steps away can take it back, and the device asks no more', async () => {
  const requests = service(answers);
  await draw(<Page />);
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect.element(page.getByText('Home')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('1 of 6 done')).toBeVisible();
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect.element(page.getByText('Home')).toBeVisible();
  const before = requests.length;
  await draw(<Page />);
  await expect.element(page.getByText('Home').last()).toBeVisible();
  expect(requests.slice(before).filter(({ path }) => path.startsWith('/set'))).toEqual([]);
});

test('when the last is done that is said, and they are over for everybody', async () => {
  setup.steps = { ...none, domains: true, mail: true, project: true, colleagues: true, backup: true };
  const requests = service(answers);
  await draw(<Page />);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByText('Everything is set up. Your colleagues can report.')).toBeVisible();
  await expect
    .poll(() => requests.filter(({ path }) => path === '/setup/steps').at(-1)?.body)
    .toEqual({ is_put_away: true });
});

test('where all is done, or the service does not say, Home is as ever', async () => {
  setup.steps = { address: true, mail: true, domains: true, project: true, colleagues: true, backup: true };
  service(answers);
  await draw(<Page />);
  await expect.element(page.getByText('Home')).toBeVisible();
  localStorage.clear();
  service({ [STEPS]: { refused: 500, error: 'internal_error' } });
  await draw(<Page />);
  await expect.element(page.getByText('Home').last()).toBeVisible();
});

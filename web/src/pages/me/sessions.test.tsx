import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { storeToken, token } from '../../backend/token.ts';
import { draw, service } from '../../testing/render.tsx';
import { Sessions } from './sessions.tsx';

const drafts = () => Object.keys(localStorage).filter((key) => key.startsWith('kwit.draft.'));

for (const [how, answer] of [
  ['the service ends the session', {}],
  ['the service cannot be reached', { refused: 503, error: 'service_unavailable' }],
] as const)
  test(`signing out leaves nothing of the user in the browser, when ${how}`, async () => {
    const requests = service({ 'GET /auth/sessions': [], 'POST /auth/logout': answer });
    const client = await draw(<Sessions />);
    storeToken('a.b.c');
    localStorage.setItem('kwit.draft.new', '{"title":"The salaries of"}');
    client.setQueryData(['tickets'], ['The printer']);
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect.poll(() => client.getQueryData(['tickets'])).toBeUndefined();
    expect(requests.some(({ method, path }) => method === 'POST' && path === '/auth/logout')).toBe(true);
    expect([token(), drafts()]).toEqual([null, []]);
  });

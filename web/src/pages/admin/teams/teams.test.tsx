import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Team } from '../../../backend/access.ts';
import type { Project } from '../../../backend/projects.ts';
import { draw, ewa, service } from '../../../testing/render.tsx';
import { loadTexts } from '../../../texts/texts.ts';
import { ProjectAccess, ProjectDeletion } from '../project-dialog.tsx';
import { SealedProjects } from '../projects.tsx';
import { Teams } from './teams.tsx';

const at = '2026-11-20T12:00:00.000Z';
const member = (name: string, is_lead = false) => ({
  user_id: name,
  name,
  role: 'developer' as const,
  is_lead,
  via: 'hand' as const,
});
const hr: Team = { id: 'hr', name: 'HR', created_at: at, members: [{ ...member('Ewa', true), user_id: ewa.id }] };
const law: Team = { id: 'law', name: 'Law', created_at: at, members: [member('Zofia', true)] };
const files: Project = {
  ...{ id: 'p', name: 'Files', description: null, color: '#6B7280', icon_url: null, open_tickets: 1, created_at: at },
  ...{ sealed: false, reports: 'everyone', teams: [], mail_subject: 'title', taken_over: null },
};

test('a team is made, and its people are put in and out of it at once', async () => {
  await loadTexts('access');
  const teams: Team[] = [];
  const requests = service({
    'GET /teams': () => teams,
    'POST /teams': () => {
      teams.push(hr);
      return hr;
    },
    'GET /users?q=ol&limit=30&sort=name&is_active=1': [{ ...ewa, id: 'olek', name: 'Olek', is_active: true }],
  });
  await draw(<Teams />);
  await page.getByRole('button', { name: 'New team' }).click();
  await page.getByLabelText('Name of the team').fill('HR');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabelText('Add somebody').fill('ol');
  await page.getByRole('button', { name: /Olek/ }).click();
  await page.getByRole('switch', { name: 'Ewa: leads' }).click();
  await expect
    .poll(() => requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]))
    .toEqual([
      ['/teams/hr/members/olek', { is_lead: false }],
      [`/teams/hr/members/${ewa.id}`, { is_lead: false }],
    ]);
});

test('whoever does not lead a team is told who does, and cannot change it', async () => {
  await loadTexts('access');
  service({ 'GET /teams': [law] });
  await draw(<Teams />);
  await page.getByRole('button', { name: 'Edit: Law' }).click();
  await expect.element(page.getByText('Only who leads this team changes it: Zofia.')).toBeVisible();
  await expect.element(page.getByLabelText('Name of the team')).toBeDisabled();
  await expect.element(page.getByLabelText('Add somebody')).not.toBeInTheDocument();
});

test('sealing says who gains and who loses sight, and then asks', async () => {
  await loadTexts('access');
  const requests = service({
    'GET /teams': [hr, law],
    'PATCH /projects/p': ({ body }: { body: unknown }) =>
      (body as { confirm?: boolean }).confirm ? files : { refused: 409, error: 'would_reveal', gain: 12, lose: 1 },
  });
  const close = vi.fn();
  await draw(<ProjectAccess project={files} onClose={close} onSaved={() => {}} />);
  await page.getByRole('switch', { name: /^Only these teams see it/ }).click();
  await page.getByRole('button', { name: 'Choose a team' }).click();
  await page.getByRole('menuitemradio', { name: 'HR' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('12 people gain sight of it, 1 person loses sight of it.');
  expect(close).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Change it anyway' }).click();
  await expect.poll(() => close.mock.calls.length).toBe(1);
  expect(requests.at(-1)?.body).toMatchObject({
    sealed: true,
    teams: [{ team_id: 'hr', level: 'work' }],
    confirm: true,
  });
});

test('deleting a sealed project says who gains sight of its tickets, and then asks', async () => {
  await loadTexts('access');
  const requests = service({
    'DELETE /projects/p': { refused: 409, error: 'would_reveal', gain: 12, lose: 0 },
    'DELETE /projects/p?confirm=1': null,
  });
  const close = vi.fn();
  const done = vi.fn();
  await draw(<ProjectDeletion project={{ ...files, sealed: true }} onClose={close} onDeleted={done} />);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('12 people gain sight of it.');
  expect(done).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Change it anyway' }).click();
  await expect.poll(() => [close.mock.calls.length, done.mock.calls.length]).toEqual([1, 1]);
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE /projects/p?confirm=1');
});

test('a sealed project that one does not see is taken over with a reason', async () => {
  await loadTexts('access');
  const requests = service({ 'GET /projects/sealed': [{ id: 's', name: 'Salaries' }] });
  await draw(<SealedProjects onTaken={() => {}} />);
  await page.getByRole('button', { name: 'Take over: Salaries' }).click();
  const take = page.getByRole('dialog').getByRole('button', { name: 'Take over' });
  await expect.element(take).toBeDisabled();
  await page.getByLabelText('Reason').fill('Its only lead has left.');
  await take.click();
  await expect.poll(() => requests.at(-1)?.method).toBe('POST');
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'Its only lead has left.' });
});

import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AuditEntry, RecordFilter } from '../../backend/audit.ts';
import { draw, ewa, service } from '../../testing/render.tsx';
import { loadTexts, switchLanguage } from '../../texts/texts.ts';
import { RecordList, recordSentence } from './records.tsx';

const entry = (change: Partial<AuditEntry>): AuditEntry => ({
  id: 'e',
  at: '2026-11-20T12:00:00.000Z',
  actor_id: ewa.id,
  actor_name: 'Ewa',
  action: 'user.deactivated',
  target_type: 'user',
  target_id: 'ada',
  details: {},
  ...change,
});
const nameOf = (id: string) => (id === 'ada' ? 'Ada' : undefined);
const promoted = entry({ action: 'user.role_changed', details: { old_role: 'user', new_role: 'developer' } });
const changed = entry({
  action: 'settings.changed',
  target_type: 'settings',
  target_id: null,
  details: { names: ['app_name', 'smtp_pass', 'of_a_later_version'] },
});

test('every change is said in plain words, in English and in Polish', async () => {
  await Promise.all([switchLanguage('en'), loadTexts('admin'), loadTexts('operating')]);
  expect(recordSentence(promoted, nameOf)).toBe('Changed the role of Ada: Reporter → Developer');
  expect(recordSentence(changed, nameOf)).toBe(
    'Changed settings: Name of the application, mail password, of_a_later_version',
  );
  expect(recordSentence(entry({ target_id: 'gone' }), nameOf)).toBe('Deactivated (removed since)');
  const later = { ...entry({}), action: 'person.knighted' } as unknown as AuditEntry;
  expect(recordSentence(later, nameOf)).toBe('A change that a newer Kwit recorded');
  await switchLanguage('pl');
  expect(recordSentence(promoted, nameOf)).toBe('Zmieniono rolę: Ada, Osoba zgłaszająca → Deweloper');
  const opened = entry({ action: 'ticket.restricted', target_type: 'ticket', details: { restricted: false } });
  expect(recordSentence(opened, nameOf)).toBe('Zniesiono ograniczenie zgłoszenia do wskazanych osób');
});

test('a line about a ticket leads there, for who sees it', async () => {
  const about = { action: 'ticket.restricted', target_type: 'ticket', details: { restricted: true } } as const;
  service({
    'GET /audit?limit=50': [
      entry({ ...about, id: 'one', target_id: 'seen' }),
      entry({ ...about, id: 'two', target_id: 'unseen' }),
    ],
    'GET /tickets/seen': { number: 12 },
    'GET /tickets/unseen': { refused: 404, error: 'ticket_not_found' },
  });
  await draw(<Page />);
  await expect.element(page.getByRole('link', { name: '#12' })).toHaveAttribute('href', '/t/12');
  expect(document.querySelectorAll('li a').length).toBe(1);
});

function Page() {
  const [filter, setFilter] = useState<RecordFilter>({ action: undefined, actor: undefined });
  return <RecordList filter={filter} onFilter={setFilter} />;
}

test('the page tells who did what, asks for one action and one person, and says when nothing matches', async () => {
  const requests = service({
    'GET /audit?limit=50': [changed, entry({ id: 'f', actor_id: null, actor_name: null })],
    'GET /users?role=developer&is_active=1': [{ ...ewa, is_active: true }],
  });
  await draw(<Page />);
  await expect.element(page.getByText('Changed settings:', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Kwit itself, or the command line')).toBeVisible();
  await page.getByRole('button', { name: /^Kind of change: / }).click();
  await page.getByRole('menuitemradio', { name: 'Roles changed' }).click();
  await page.getByRole('button', { name: /^Changed by: / }).click();
  await page.getByRole('menuitemradio', { name: 'Ewa' }).click();
  await expect.element(page.getByText('No change matches.')).toBeVisible();
  expect(requests.at(-1)?.path).toBe(`/audit?action=user.role_changed&actor_id=${ewa.id}&limit=50`);
});

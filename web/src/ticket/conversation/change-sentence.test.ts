import { beforeAll, expect, test } from 'vitest';
import type { HistoryEntry } from '../../backend/tickets.ts';
import { switchLanguage } from '../../texts/texts.ts';
import { changeSentence } from './timeline.tsx';

const entry = (field: string, old_value: string | null, new_value: string | null): HistoryEntry => ({
  field,
  old_value,
  new_value,
  user_id: 'ewa',
  user_name: 'Ewa',
  via: null,
  created_at: '2026-11-20T10:00:00.000Z',
});
const nameOf = (id: string) => (id === 'id-of-dev' ? 'Dev' : undefined);

beforeAll(() => switchLanguage('en'));

const sentence = (...changes: HistoryEntry[]) => changeSentence(changes, nameOf);

test('the sentence names values in words, as people say them', () => {
  expect(sentence(entry('status', 'submitted', 'in_progress'))).toBe('Ewa changed the status to In progress');
  expect(sentence(entry('priority', 'normal', 'high'))).toBe('Ewa changed the priority from Normal to High');
  expect(sentence(entry('estimated_hours', '8', '12.5'))).toBe('Ewa changed the estimate from 8 h to 12.5 h');
  expect(sentence(entry('estimated_hours', null, '8'))).toBe('Ewa set the estimate to 8 h');
  expect(sentence(entry('estimated_hours', '8', null))).toBe('Ewa removed the estimate (8 h)');
  expect(sentence(entry('planned_date', null, '2026-11-24'))).toBe('Ewa set the planned day to 24 Nov');
  expect(sentence(entry('actual_result', 'a', 'b'))).toBe('Ewa edited the actual result');
  expect(sentence(entry('assignee_id', null, 'id-of-dev'))).toBe('Ewa assigned this to Dev');
  expect(sentence(entry('assignee_id', null, 'ewa'))).toBe('Ewa took this on');
  expect(sentence(entry('assignee_id', 'id-of-dev', null))).toBe('Ewa unassigned Dev');
});

test('changes of one moment are one sentence', () => {
  expect(sentence(entry('priority', 'normal', 'high'), entry('status', 'submitted', 'verified'))).toBe(
    'Ewa changed the priority from Normal to High, changed the status to Accepted',
  );
});

test('in Polish the sentence needs no form of a verb for a person', async () => {
  await switchLanguage('pl');
  expect(sentence(entry('assignee_id', null, 'id-of-dev'), entry('priority', 'normal', 'high'))).toBe(
    'Ewa · przypisano: Dev · priorytet: Zwykły → Wysoki',
  );
  await switchLanguage('en');
});

test('the sentence says with which token a program made the change', () => {
  expect(sentence({ ...entry('status', 'submitted', 'verified'), via: 'CI bot' })).toBe(
    'Ewa (with CI bot) changed the status to Accepted',
  );
});

test('the sentence never shows an id without a name', () => {
  expect(sentence(entry('assignee_id', null, '01a1fd47'))).toBe('Ewa edited the assignee');
});

test('the sentence says no values of which the reader may know none', () => {
  expect(sentence(entry('project_id', null, null))).toBe('Ewa edited the project');
});

test('the sentence does not repeat a long text', () => {
  expect(sentence(entry('description', 'old', 'new'))).toBe('Ewa edited the description');
});

import { expect, test } from 'vitest';
import { ticket } from '../../testing/tickets.ts';
import { inverse } from './change.ts';

const reported = ticket({ status: 'submitted', assignee_id: null, priority: 'normal' });

test('undoing an acceptance undoes the assignment that came with it', () => {
  const accepted = { ...reported, status: 'verified' as const, assignee_id: 'dev' };
  expect(inverse(reported, { status: 'verified' }, accepted)?.changes).toEqual({
    status: 'submitted',
    assignee_id: null,
  });
  expect(inverse(reported, { assignee_id: 'dev' }, accepted)?.changes).toEqual({
    status: 'submitted',
    assignee_id: null,
  });
});

test('undoing a change leaves what others changed meanwhile', () => {
  const moved = { ...reported, status: 'blocked' as const, assignee_id: 'ewa', priority: 'high' as const };
  expect(inverse(reported, { priority: 'high' }, moved)?.changes).toEqual({ priority: 'normal' });
});

test('a text and a closing have no Undo', () => {
  expect(inverse(reported, { title: 'Another' }, reported)).toBeUndefined();
  expect(inverse(reported, { status: 'closed', closure_summary: 'Done.' }, reported)).toBeUndefined();
});

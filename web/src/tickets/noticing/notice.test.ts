import { expect, test } from 'vitest';
import type { Notice } from '../../backend/notices.ts';
import { commentOf, newAnswers } from './notice.ts';

const notice = (ticket_id: string, reason: Notice['reason'], read_at: string | null = null): Notice => ({
  id: `${ticket_id} ${reason}`,
  reason,
  ticket_id,
  ticket_number: 7,
  ticket_title: 'Printer',
  comment_id: null,
  event_id: 'e',
  actor_id: null,
  actor_name: null,
  created_at: '2026-11-20T10:00:00.000Z',
  read_at,
});

test('a notice of a comment leads to it', () => {
  expect(commentOf({ comment_id: 'x' })).toEqual({ hash: 'comment-x' });
  expect(commentOf({ comment_id: null })).toEqual({});
});

test('of each ticket the newest answer counts that nobody has read, and a new status is none', () => {
  const listed = [
    notice('a', 'status_changed'),
    notice('a', 'closed'),
    notice('b', 'replied', '2026-11-21'),
    notice('a', 'replied'),
    notice('c', 'mentioned'),
  ];
  expect(newAnswers(listed).map(({ id }) => id)).toEqual(['a closed', 'c mentioned']);
});

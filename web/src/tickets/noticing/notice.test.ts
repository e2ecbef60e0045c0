import { expect, test } from 'vitest';
import type { Notice } from '../../backend/notices.ts';
import { commentOf, excerptLine, newAnswers } from './notice-item.tsx';

const notice = (ticket_id: string, reason: Notice['reason'], read_at: string | null = null): Notice => ({
  id: `${ticket_id} ${reason}`,
  reason,
  ticket_id,
  ticket_number: 7,
  ticket_title: 'Printer',
  comment_id: null,
  comment_excerpt: null,
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

test('the words of a comment are a line without marks and ids', () => {
  const comment_excerpt = '**Please** look,\n<@019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e>: `x`';
  expect(excerptLine({ comment_excerpt })).toBe('Please look, @…: x');
  expect(excerptLine({ comment_excerpt: null })).toBe('');
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

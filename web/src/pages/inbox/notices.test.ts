import { expect, test } from 'vitest';
import type { Notice } from '../../backend/notices.ts';
import { sortedNotices } from './notices.ts';

const notice = (id: string, at: number, read_at: string | null = null): Notice => ({
  id,
  reason: 'replied',
  ticket_id: 't',
  ticket_number: 7,
  ticket_title: 'Printer',
  comment_id: null,
  event_id: 'e',
  actor_id: null,
  actor_name: null,
  created_at: `2026-11-20T10:00:0${at}.000Z`,
  read_at,
});

test('unread notices come first, and each part the newest first', () => {
  const listed = [notice('b', 2), notice('a', 1), notice('d', 4, '2026-11-21'), notice('c', 3, '2026-11-21')];
  expect(sortedNotices(listed).map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
});

test('a notice that both lists have stands once, as the later list has it', () => {
  const listed = [notice('a', 1), notice('b', 2), notice('a', 1, '2026-11-21')];
  expect(sortedNotices(listed).map(({ id, read_at }) => [id, read_at])).toEqual([
    ['b', null],
    ['a', '2026-11-21'],
  ]);
});

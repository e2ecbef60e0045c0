import { expect, test } from 'vitest';
import type { Notice } from '../../backend/notices.ts';
import { noticeRows } from './inbox-page.tsx';

const notice = (id: string, ticket: number, at: number, read_at: string | null = null): Notice => ({
  id,
  reason: 'replied',
  ticket_id: `t${ticket}`,
  ticket_number: ticket,
  ticket_title: 'Printer',
  comment_id: null,
  comment_excerpt: null,
  event_id: 'e',
  actor_id: null,
  actor_name: null,
  created_at: `2026-11-20T10:00:0${at}.000Z`,
  read_at,
});
const READ = '2026-11-21';

test('what is unread comes first, and each part the newest first', () => {
  const listed = [notice('b', 2, 2), notice('a', 1, 1), notice('d', 4, 4, READ), notice('c', 3, 3, READ)];
  expect(noticeRows(listed).map(({ id }) => id)).toEqual(['b', 'a', 'd', 'c']);
});

test('a ticket has one row, which stands for all that is unread of it', () => {
  const listed = [notice('a', 1, 1), notice('b', 1, 2), notice('c', 1, 3, READ), notice('d', 2, 4)];
  expect(noticeRows(listed).map(({ id, ids, more }) => [id, ids, more])).toEqual([
    ['d', ['d'], 0],
    ['b', ['b', 'a'], 1],
  ]);
});

test('the ticket that is shown beside keeps its place when it is read', () => {
  const listed = [notice('a', 1, 1, READ), notice('b', 2, 2), notice('c', 3, 3, READ)];
  expect(noticeRows(listed, 1).map(({ id }) => id)).toEqual(['b', 'a', 'c']);
  expect(noticeRows(listed).map(({ id }) => id)).toEqual(['b', 'c', 'a']);
});

test('a notice that both lists have stands once, as the later list has it', () => {
  const listed = [notice('a', 1, 1), notice('b', 2, 2), notice('a', 1, 1, READ)];
  expect(noticeRows(listed).map(({ id, read_at }) => [id, read_at])).toEqual([
    ['b', null],
    ['a', READ],
  ]);
});

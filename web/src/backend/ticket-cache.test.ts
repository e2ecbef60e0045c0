import { expect, test } from 'vitest';
import { row, ticket } from '../testing/tickets.ts';
import { changeAnswer } from './ticket-cache.ts';
import type { BoardOfRows } from './tickets.ts';

const none = { submitted: [], verified: [], in_progress: [], waiting: [], blocked: [], closed: [] };
const counts = { submitted: 0, verified: 0, in_progress: 0, waiting: 0, blocked: 0, closed: 0 };

test('a card changes its column, and the counts with it', () => {
  const card = row({ status: 'verified' });
  const board: BoardOfRows = { ...none, verified: [card], _stats: { ...counts, verified: 1 } };
  const changed = changeAnswer(board, card.id, { status: 'blocked' }) as BoardOfRows;
  expect(changed.verified).toEqual([]);
  expect(changed.blocked.map(({ number }) => number)).toEqual([1]);
  expect(changed._stats).toMatchObject({ verified: 0, blocked: 1 });
});

test('a ticket changes in pages, in lists and in its detail, and others stay as they are', () => {
  const mine = ticket({ number: 1 });
  const other = ticket({ number: 2 });
  const rename = { title: 'New' };
  expect(changeAnswer([mine, other], mine.id, rename)).toEqual([{ ...mine, title: 'New' }, other]);
  const pages = { pages: [{ items: [other, mine], next: undefined }], pageParams: [''] };
  expect(changeAnswer(pages, mine.id, rename)).toMatchObject({ pages: [{ items: [other, { title: 'New' }] }] });
  expect(changeAnswer(other, mine.id, rename)).toBe(other);
  expect(changeAnswer({ open: 3 }, mine.id, rename)).toEqual({ open: 3 });
});

test('a ticket changes in each list of the start page that has it', () => {
  const [mine, other] = [row({ number: 1 }), row({ number: 2 })];
  const home = { lists: { queue: { tickets: [mine, other], count: 9 }, blocked: { tickets: [other], count: 1 } } };
  expect(changeAnswer(home, mine.id, { title: 'New' })).toEqual({
    lists: { queue: { tickets: [{ ...mine, title: 'New' }, other], count: 9 }, blocked: home.lists.blocked },
  });
});

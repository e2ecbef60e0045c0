import { beforeAll, expect, test } from 'vitest';
import { ticket } from '../../testing/tickets.ts';
import { switchLanguage } from '../../texts/texts.ts';
import { rowsOf } from './ticket-rows.tsx';

beforeAll(() => switchLanguage('en'));

test('groups come in the order of their words, with the number of their tickets', () => {
  const rows = rowsOf(
    [
      ticket({ number: 1, status: 'blocked' }),
      ticket({ number: 2, status: 'submitted' }),
      ticket({ number: 3, status: 'blocked' }),
    ],
    'status',
  );
  expect(rows.map((row) => (row.kind === 'group' ? `${row.name} ${row.count}` : row.ticket.number))).toEqual([
    'Submitted 1',
    2,
    'Blocked 2',
    1,
    3,
  ]);
});

test('tickets without an assignee come last', () => {
  const rows = rowsOf(
    [ticket({ number: 1, assignee_id: null, assignee_name: null }), ticket({ number: 2 })],
    'assignee',
  );
  expect(rows.filter((row) => row.kind === 'group').map((row) => row.name)).toEqual(['Ewa', 'Nobody']);
});

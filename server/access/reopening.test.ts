import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY, shifted } from '#platform';
import { isReopenable } from './ticket-permissions.ts';

const CLOSED = '2026-11-21T03:44:00.000Z';

test('a ticket can be reopened for 14 days after it was closed, unless a developer set another number', () => {
  for (const [reopen_days, days] of [[null, 14] as const, ['14', 14] as const, ['365', 365] as const]) {
    const ticket = { status: 'closed', closed_at: CLOSED, reopen_days } as const;
    const last = shifted(CLOSED, days * DAY);
    assert.deepEqual([isReopenable(ticket, last), isReopenable(ticket, shifted(last, 1))], [true, false]);
  }
  assert.equal(isReopenable({ status: 'closed', closed_at: CLOSED, reopen_days: '0' }, CLOSED), false);
  assert.equal(isReopenable({ status: 'verified', closed_at: null, reopen_days: null }, CLOSED), false);
});

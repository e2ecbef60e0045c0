import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { OPEN_SIGHT } from '#access';
import type { TicketChanges } from '#contract/tickets.ts';
import { CATEGORIES, PRIORITIES, STATUSES } from '#contract/words.ts';
import { Failure, type Person } from '#platform';
import type { StoredTicket } from './ticket.ts';
import { type Circumstances, type Consequences, consequences } from './ticket-change.ts';

const NOW = '2026-11-21T03:44:00.000Z';
const BEFORE = '2026-11-01T08:00:00.000Z';
const dev: Person = {
  id: 'dev',
  email: 'dev@example.com',
  name: 'Dev',
  role: 'developer',
  language: 'en',
  credential: { kind: 'session', id: 's' },
  sight: OPEN_SIGHT,
};

const someChanges: fc.Arbitrary<TicketChanges> = fc.record(
  {
    title: fc.constantFrom('Printer on floor 2 jams', 'Fax'),
    description: fc.constantFrom('Short.', 'x'.repeat(60), 'x'.repeat(120)),
    category: fc.constantFrom(...CATEGORIES),
    priority: fc.constantFrom(...PRIORITIES),
    status: fc.constantFrom(...STATUSES),
    assignee_id: fc.constantFrom(null, 'dev', 'ewa'),
    planned_date: fc.constantFrom(null, '2026-12-01'),
    estimated_hours: fc.constantFrom(null, 0, 2),
    internal_note: fc.constantFrom(null, 'careful'),
    order_index: fc.integer({ min: 0, max: 3 }),
    closure_summary: fc.constant('Replaced the rollers.'),
  },
  { requiredKeys: [] },
);

const tickets: fc.Arbitrary<StoredTicket> = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    assignee_id: fc.constantFrom(null, 'dev', 'ewa'),
    planned_date: fc.constantFrom(null, '2026-12-01'),
    awaiting_reply_since: fc.constantFrom(null, BEFORE),
  })
  .map((some) => ({
    id: 't',
    number: 1,
    title: 'Printer on floor 2 jams',
    description: 'x'.repeat(120),
    steps_to_reproduce: null,
    expected_result: null,
    actual_result: null,
    environment: null,
    category: 'bug',
    urgency_reporter: 'normal',
    priority: 'normal',
    project_id: null,
    restricted: 0,
    team_id: null,
    merged_into_id: null,
    people: null,
    reporter_id: 'ada',
    estimated_hours: null,
    order_index: 0,
    internal_note: null,
    was_closed: 0,
    created_at: BEFORE,
    updated_at: BEFORE,
    closed_at: some.status === 'closed' ? BEFORE : null,
    version: 3,
    ...some,
  }));

const circumstances = (hasSummary: boolean): Circumstances => ({
  actor: dev,
  now: NOW,
  closureSummaryId: hasSummary ? 'earlier' : null,
  newCommentId: 'posted',
  labels: null,
  values: [],
});

/** Checks what holds for every change that is not refused. */
function always(
  check: (result: {
    ticket: StoredTicket;
    changes: TicketChanges;
    hasSummary: boolean;
    change: Consequences;
    after: StoredTicket;
  }) => void,
): void {
  fc.assert(
    fc.property(tickets, someChanges, fc.boolean(), (ticket, changes, hasSummary) => {
      let change: Consequences;
      try {
        change = consequences(ticket, changes, circumstances(hasSummary));
      } catch (error) {
        assert.ok(error instanceof Failure);
        return;
      }
      check({
        ticket,
        changes,
        hasSummary,
        change,
        after: { ...ticket, ...change.set, restricted: ticket.restricted },
      });
    }),
    { numRuns: 2000 },
  );
}

describe('what a change of a ticket entails', () => {
  test('a ticket closes only with an answer', () => {
    always(({ ticket, changes, hasSummary, after }) => {
      if (after.status === 'closed' && ticket.status !== 'closed')
        assert.ok(hasSummary || changes.closure_summary !== undefined);
    });
  });

  test('closed_at is there exactly while it is closed, and stays what it was', () => {
    always(({ ticket, after }) => {
      assert.equal(after.closed_at !== null, after.status === 'closed');
      if (ticket.status === 'closed' && after.status === 'closed') assert.equal(after.closed_at, BEFORE);
    });
  });

  test('an accepted ticket belongs to somebody', () => {
    always(({ ticket, after }) => {
      if (ticket.status === 'submitted' && ['verified', 'in_progress', 'waiting'].includes(after.status))
        assert.notEqual(after.assignee_id, null);
    });
  });

  test('planning a submitted ticket verifies it', () => {
    always(({ ticket, changes, after }) => {
      const plans =
        changes.estimated_hours != null ||
        (changes.planned_date != null && changes.planned_date !== ticket.planned_date);
      if (ticket.status === 'submitted' && plans && (changes.status ?? 'submitted') === 'submitted')
        assert.equal(after.status, 'verified');
    });
  });

  test('each change is in the history once, is a change, and is told', () => {
    always(({ change }) => {
      const named = change.fields.map(({ field }) => field);
      assert.equal(new Set(named).size, named.length);
      for (const { from, to } of change.fields) assert.notEqual(from, to);
      assert.equal(change.isEmpty, named.length === 0 && change.closureSummary === null);
      const names = new Set(change.events.map(({ name }) => name));
      assert.equal(names.size, change.events.length);
      assert.equal(names.has('ticket.status_changed'), named.includes('status'));
      assert.equal(
        names.has('ticket.updated'),
        named.some((field) => field !== 'status'),
      );
      assert.equal(names.has('ticket.closed'), named.includes('status') && change.set.status === 'closed');
    });
  });

  test('a closing names the comment that answers: the one that is posted with it, else the one that is there', () => {
    always(({ changes, change }) => {
      const closed = change.events.find(({ name }) => name === 'ticket.closed');
      if (closed?.name !== 'ticket.closed') return;
      const answer = changes.closure_summary === undefined ? 'earlier' : 'posted';
      assert.equal(closed.payload.closure_comment_id, answer);
    });
  });

  test('a change of assignee is recorded with the new one, and any other change without', () => {
    always(({ change, after }) => {
      const updated = change.events.find(({ name }) => name === 'ticket.updated');
      if (updated?.name !== 'ticket.updated') return;
      const changed = change.fields.map(({ field }) => field).filter((field) => field !== 'status');
      const internal = { internal: { new_assignee_id: after.assignee_id } };
      assert.deepEqual(updated.payload, { changed, ...(changed.includes('assignee_id') ? internal : {}) });
    });
  });

  test('the same changes sent twice change nothing', () => {
    always(({ changes, after }) => {
      const { closure_summary: _, ...again } = changes;
      // Acceptance may answer a move to "submitted" or to "nobody"; sent again, that is another change.
      if (again.status === 'submitted' || again.assignee_id === null) return;
      assert.deepEqual(consequences(after, again, circumstances(true)).fields, []);
    });
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { INTERNAL_FIELDS, OPEN_SIGHT } from '#access';
import { EVENT_NAMES, TELEMETRY } from '#contract/words.ts';
import type { Person } from '#platform';
import { anyEvent, payloads } from '#testing/sample-payloads.ts';
import { CATALOGUE, isHeardByReporters, telemetryOf } from './catalogue.ts';

const person = (role: Person['role']): Person => ({
  id: role,
  email: `${role}@example.com`,
  name: role,
  role,
  language: 'en',
  credential: { kind: 'session', id: role },
  sight: OPEN_SIGHT,
});
const actors = fc.constantFrom(null, person('user'), person('developer'));

test('the catalogue has every event of the interface, and no other', () => {
  assert.deepEqual(Object.keys(CATALOGUE).sort(), EVENT_NAMES.toSorted());
});

describe('reporters hear', () => {
  test('of no event that tells only what they cannot read, and of every other', () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const { name, payload } = event;
        const isHidden =
          name === 'task.synced' ||
          name === 'ticket.split' ||
          name === 'wait.warned' ||
          name === 'wait.missed' ||
          name === 'ticket.shipped' ||
          name === 'answer.told' ||
          name === 'ticket.reference_added' ||
          ((name === 'ticket.merged' || name === 'ticket.unmerged') && payload.mode === 'beside') ||
          (name === 'comment.created' && payload.is_internal) ||
          (name === 'ticket.updated' &&
            payload.changed.every((field) => (INTERNAL_FIELDS as readonly string[]).includes(field)));
        assert.equal(isHeardByReporters(event), !isHidden);
        if (name === 'ticket.shipped') assert.ok(isHeardByReporters(event, { shown: true }));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('in the statistics', () => {
  test('reports and closings count, no matter whom they come from', () => {
    fc.assert(
      fc.property(actors, payloads['ticket.created'], payloads['ticket.closed'], (actor, created, closed) => {
        assert.equal(telemetryOf('ticket.created', created, actor), 'ticket.created');
        assert.equal(telemetryOf('ticket.closed', closed, actor), 'ticket.closed');
      }),
    );
  });

  test("a change of status counts when it is a developer's, of a ticket that was past submitted", () => {
    fc.assert(
      fc.property(actors, payloads['ticket.status_changed'], (actor, payload) => {
        const counts = actor?.role === 'developer' && payload.old_status !== 'submitted';
        assert.equal(telemetryOf('ticket.status_changed', payload, actor), counts ? 'board.drag' : null);
      }),
    );
  });

  test('a comment counts when it is a closure summary', () => {
    fc.assert(
      fc.property(actors, payloads['comment.created'], (actor, payload) => {
        const counted = telemetryOf('comment.created', payload, actor);
        assert.equal(counted, payload.is_closure_summary ? 'closure_summary_added' : null);
      }),
    );
  });

  test('nothing else counts, and each kind of telemetry has an event but for a task that is moved in its list', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(actors, anyEvent, (actor, { name, payload }) => {
        const counted = telemetryOf(name, payload, actor);
        if (name === 'ticket.updated' || name === 'task.synced') assert.equal(counted, null);
        if (counted !== null) seen.add(counted);
      }),
      { numRuns: 2000 },
    );
    assert.deepEqual([...seen, TELEMETRY.devtodo_reorder].sort(), Object.values(TELEMETRY).toSorted());
  });
});

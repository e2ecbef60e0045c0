import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { EventName } from '#contract/words.ts';
import { EVENT_NAMES } from '#contract/words.ts';
import { anyEvent } from '#testing/sample-payloads.ts';
import { readContent, readEvent } from './recorded-event.ts';
import { type EventRow, readWirePayload } from './wire-payload.ts';

const TICKET = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const SOMEBODY = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0f';
const row = (event_name: string, payload: unknown): EventRow => ({
  id: 'entry',
  event_id: 'event',
  event_name,
  aggregate_type: 'ticket',
  aggregate_id: TICKET,
  seq: 1,
  actor_user_id: null,
  occurred_at: '2026-11-21T03:44:00.000Z',
  payload: JSON.stringify(payload),
});
const subject = { ticket_id: TICKET, number: 7 };
const assigned = { ...subject, changed: ['assignee_id'], internal: { new_assignee_id: SOMEBODY } };

describe('a recorded event', () => {
  test('is read as it was recorded, with fields of later versions and without older ones', () => {
    fc.assert(
      fc.property(anyEvent, fc.constantFrom({}, subject, { ...subject, via: 'a later version' }), (event, more) => {
        const { content, wirePayload } = readEvent(row(event.name, { ...more, ...event.payload }));
        assert.equal(content?.name, event.name);
        assert.deepEqual(content?.payload, { ...more, ...event.payload });
        assert.deepEqual(wirePayload, { ...more, ...event.payload });
      }),
    );
  });

  test('keeps what is internal off the wire', () => {
    const { content, wirePayload, internals } = readEvent(row('ticket.updated', assigned));
    const { internal, ...sent } = assigned;
    assert.deepEqual(
      [wirePayload, readWirePayload(row('ticket.updated', assigned)), content?.payload],
      [sent, sent, sent],
    );
    assert.deepEqual(internals, internal);
    assert.deepEqual(readContent(row('ticket.updated', assigned)), content);
  });

  test('has no content when this version does not know its name or its payload, and is read all the same', () => {
    for (const [name, payload] of [
      ['ticket.renamed', subject],
      ['toString', subject],
      ['ticket.updated', subject],
      ['ticket.updated', { ...subject, changed: 'title' }],
      ['ticket.updated', { ...subject, changed: ['colour'] }],
      ['comment.created', { ...subject, comment_id: SOMEBODY, type: 'comment', is_closure_summary: false }],
      [
        'comment.created',
        { ...subject, comment_id: SOMEBODY, type: 'shout', is_internal: false, is_closure_summary: false },
      ],
      ['ticket.status_changed', { ...subject, old_status: 'gone', new_status: 'closed', assignee_id: null }],
    ] as const) {
      const { content, wirePayload } = readEvent(row(name, payload));
      assert.equal(content, null, `${name} ${JSON.stringify(payload)}`);
      assert.deepEqual(wirePayload, payload);
    }
  });

  test('is read whatever stands in its payload', () => {
    fc.assert(
      fc.property(fc.constantFrom<EventName | 'x'>(...EVENT_NAMES, 'x'), fc.jsonValue(), (name, payload) => {
        const read = readEvent(row(name, payload));
        assert.equal(read.name, name);
        assert.ok(!('internal' in read.wirePayload));
      }),
    );
    for (const internal of [null, 7, 'x', [], { new_assignee_id: 7 }])
      assert.deepEqual(
        readEvent(row('ticket.updated', { ...assigned, internal })).internals.new_assignee_id,
        undefined,
      );
  });
});

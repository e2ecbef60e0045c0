import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { OPEN_SIGHT } from '#access';
import type { Payload } from '#contract/events.ts';
import type { EventName } from '#contract/words.ts';
import type { ActEvent, Internals } from '#platform';
import { type ActOnTicket, type Concern, type Concerned, concernsOf, mayLeaveNotice, REASONS } from './concerns.ts';

const person = (id: string, more: Partial<Concerned> = {}): Concerned => ({
  id,
  role: id === 'dev' || id === 'ewa' ? 'developer' : 'user',
  is_active: 1,
  sight: OPEN_SIGHT,
  ...more,
});

const event = <N extends EventName>(name: N, payload: Payload[N], internals: Internals = {}) => ({
  entryId: name,
  eventId: name,
  name,
  payload,
  internals,
});
const move = { old_status: 'verified', new_status: 'closed', assignee_id: 'ewa' } as const;
const moved = event('ticket.status_changed', move);
const reopened = event('ticket.status_changed', { ...move, old_status: 'closed', new_status: 'waiting' });
const closed = event('ticket.closed', { ...move, closure_comment_id: 'answer' });
const renamed = event('ticket.updated', { changed: ['title'] });
const assignedTo = (new_assignee_id: string | null) =>
  event('ticket.updated', { changed: ['title', 'assignee_id'] }, { new_assignee_id });
const comment = (is_internal: boolean, ...mentioned: string[]) =>
  event(
    'comment.created',
    { comment_id: 'one', type: 'comment', is_internal, is_closure_summary: false },
    { mentioned },
  );

const act = (actorId: string | null, events: readonly ActEvent[], more: Partial<ActOnTicket> = {}): ActOnTicket => ({
  ticket: { reporter_id: 'ada', assignee_id: 'ewa', project_id: null, restricted: 0, people: null },
  followers: new Set(),
  actorId,
  events,
  ...more,
});
const first = (who: string | Concerned, what: ActOnTicket) =>
  concernsOf(typeof who === 'string' ? person(who) : who, what)[0]?.reason;
const FOLLOWED = { followers: new Set(['dev']) };

describe('the reason that says most', () => {
  test('is that somebody was named, then what became of the ticket, then that somebody commented', () => {
    const closing = [comment(false), moved, closed];
    assert.equal(first('ada', act('dev', closing)), 'closed');
    assert.equal(first('ada', act('dev', [comment(false, 'ada'), moved, closed])), 'mentioned');
    assert.equal(first('ada', act('dev', [comment(false), reopened])), 'reopened');
    assert.equal(first('ewa', act('dev', [moved, assignedTo('ewa')])), 'assigned');
    assert.equal(first('ewa', act('dev', [comment(false), assignedTo('ewa'), reopened])), 'reopened');
    assert.equal(first('ada', act('dev', [comment(false), moved])), 'status_changed');
    assert.equal(first('ewa', act('ada', [comment(false)])), 'replied');
  });

  test('is, for followers, that they follow; of a closing, the closing', () => {
    const [concern] = concernsOf(person('dev'), act('ewa', [comment(false), moved, closed], FOLLOWED));
    assert.deepEqual([concern?.reason, concern?.event.name], ['followed', 'ticket.closed']);
    assert.equal(first('dev', act('ada', [comment(false)], FOLLOWED)), 'followed');
    assert.equal(first('dev', act('ada', [comment(false, 'dev')], FOLLOWED)), 'mentioned');
    assert.equal(first('dev', act('ewa', [assignedTo('ewa')], FOLLOWED)), undefined);
  });

  test('of an internal comment is for developers only', () => {
    assert.equal(first('ada', act('dev', [comment(true)])), undefined);
    assert.equal(first('ewa', act('dev', [comment(true)])), 'replied');
    assert.equal(first('ada', act('dev', [comment(true, 'ada'), moved])), 'status_changed');
  });

  test('is none where nothing concerns anybody: a title, a ticket that goes to somebody else', () => {
    for (const what of [renamed, assignedTo('dev'), assignedTo(null)])
      for (const who of ['ada', 'ewa', 'jan']) assert.equal(first(who, act('dev', [what])), undefined);
  });

  test('is that it was given to the person who has it, when an older version did not record to whom', () => {
    assert.equal(first('ewa', act('dev', [event('ticket.updated', { changed: ['assignee_id'] })])), 'assigned');
  });
});

const ids = fc.constantFrom('ada', 'jan', 'dev', 'ewa');
const people: fc.Arbitrary<Concerned> = fc.record({
  id: ids,
  role: fc.constantFrom<'user' | 'developer'>('user', 'developer'),
  is_active: fc.constantFrom<0 | 1>(0, 1),
  sight: fc.constant(OPEN_SIGHT),
});
const events = fc.array(
  fc.oneof(
    fc.constantFrom(moved, reopened, closed, renamed, comment(false), comment(true)),
    fc.option(ids).map(assignedTo),
    fc.tuple(fc.boolean(), ids).map(([isInternal, who]) => comment(isInternal, who)),
  ),
  { minLength: 1, maxLength: 5 },
);
const acts: fc.Arbitrary<ActOnTicket> = fc.record({
  ticket: fc
    .record({ reporter_id: ids, assignee_id: fc.option(ids) })
    .map((some) => ({ ...some, project_id: null, restricted: 0, people: null }) as const),
  followers: fc.array(ids).map((some) => new Set(some)),
  actorId: fc.option(ids),
  events,
});

/** Checks what holds for everything that concerns anybody. */
function always(check: (who: Concerned, act: ActOnTicket, concerns: readonly Concern[]) => void): void {
  fc.assert(
    fc.property(people, acts, (who, what) => check(who, what, concernsOf(who, what))),
    { numRuns: 5000 },
  );
}

describe('whatever happens', () => {
  test('nothing concerns the actor, people who are gone, or people who may not open the ticket', () => {
    always((who, { actorId, ticket }, concerns) => {
      if (who.id === actorId || who.is_active === 0) assert.deepEqual(concerns, []);
      if (who.role === 'user' && who.id !== ticket.reporter_id) assert.deepEqual(concerns, []);
    });
  });

  test('no internal comment concerns anybody but developers', () => {
    always((who, _, concerns) => {
      for (const { event } of concerns)
        if (event.name === 'comment.created' && event.payload.is_internal) assert.equal(who.role, 'developer');
    });
  });

  test('what says most comes first, and every event that concerns somebody may leave a notice', () => {
    always((_, __, concerns) => {
      const ranks = concerns.map(({ reason }) => REASONS.indexOf(reason));
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
      );
      for (const { event } of concerns) assert.ok(mayLeaveNotice(event));
    });
  });

  test('only who is on the ticket, follows it or is named is concerned', () => {
    always((who, { ticket, followers, events }, concerns) => {
      const isOn = who.id === ticket.reporter_id || who.id === ticket.assignee_id || followers.has(who.id);
      const isNamed = events.some(({ internals }) => internals.mentioned?.includes(who.id));
      if (!isOn && !isNamed) assert.deepEqual(concerns, []);
    });
  });
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { OPEN_SIGHT } from '#access';
import type { Payload } from '#contract/events.ts';
import { NEW_TICKET_NOTICES } from '#contract/setting-words.ts';
import type { EventName } from '#contract/words.ts';
import type { ActOnTicket } from '#conversation';
import type { ActEvent, Internals } from '#platform';
import { type Candidate, interestOf, type Recipient, type Rules, recipientsOf } from './recipients.ts';
import { SWITCHES } from './unsubscribe.ts';

const person = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  email: `${id}@example.com`,
  role: id === 'dev' || id === 'ewa' ? 'developer' : 'user',
  is_active: 1,
  email_notify_ticket_status: 1,
  email_notify_developer_comment: 1,
  mail_paused_at: null,
  sight: OPEN_SIGHT,
  ...more,
});
const [ada, jan, dev, ewa] = [person('ada'), person('jan'), person('dev'), person('ewa')];
const everyone = [ada, jan, dev, ewa];
const rules: Rules = { allowed_domains: ['example.com'], notify_developers_of_new_tickets: 'each' };

const event = <N extends EventName>(name: N, payload: Payload[N], internals: Internals = {}) => ({
  entryId: name,
  eventId: name,
  name,
  payload,
  internals,
});
const created = event('ticket.created', {
  status: 'submitted',
  category: 'other',
  priority: 'normal',
  urgency_reporter: 'normal',
  project_id: null,
  reporter_id: 'ada',
});
const move = { old_status: 'verified', new_status: 'closed', assignee_id: 'ewa' } as const;
const moved = event('ticket.status_changed', move);
const closed = event('ticket.closed', { ...move, closure_comment_id: 'answer' });
const renamed = event('ticket.updated', { changed: ['title'] });
const assignedTo = (new_assignee_id: string | null) =>
  event('ticket.updated', { changed: ['title', 'assignee_id'] }, { new_assignee_id });
const synced = event('task.synced', {
  task_id: 'task',
  ticket_status: 'closed',
  assignee_id: 'ewa',
  normalized: true,
  ensured: false,
});
const comment = (is_internal: boolean) =>
  event('comment.created', { comment_id: 'one', type: 'comment', is_internal, is_closure_summary: false });
const TICKET = { reporter_id: 'ada', assignee_id: 'ewa', project_id: null, restricted: 0, people: null } as const;
const act = (actorId: string, events: ActEvent[], more: Partial<ActOnTicket> = {}): ActOnTicket => ({
  ticket: TICKET,
  followers: new Set(),
  actorId,
  events,
  ...more,
});
const mailed = (what: ActOnTicket, people: readonly Candidate[] = everyone, by = rules) =>
  recipientsOf(what, people, by).map(({ person, reason, event }) => [person.id, reason, event.name]);

const closing = [comment(false), moved, closed, synced];

describe('who is mailed', () => {
  test('reporter and assignee, once, that the ticket was closed, however many events that took', () => {
    assert.deepEqual(mailed(act('dev', closing)), [
      ['ada', 'closed', 'ticket.closed'],
      ['ewa', 'closed', 'ticket.closed'],
    ]);
  });

  test('the answer at least, to a reporter who wants comments and no changes of status', () => {
    const ada = person('ada', { email_notify_ticket_status: 0 });
    assert.deepEqual(mailed(act('dev', closing), [ada]), [['ada', 'replied', 'comment.created']]);
  });

  test('reporter and assignee of a change of status and of a public comment; of an internal one, developers', () => {
    for (const [what, reason] of [[moved, 'status_changed'] as const, [comment(false), 'replied'] as const])
      assert.deepEqual(mailed(act('dev', [what])), [
        ['ada', reason, what.name],
        ['ewa', reason, what.name],
      ]);
    assert.deepEqual(mailed(act('dev', [comment(true)])), [['ewa', 'replied', 'comment.created']]);
  });

  test('followers, by the switch for comments', () => {
    const followed = act('ewa', [moved], { followers: new Set(['dev']) });
    assert.deepEqual(mailed(followed, [dev]), [['dev', 'followed', 'ticket.status_changed']]);
    assert.deepEqual(mailed(followed, [person('dev', { email_notify_ticket_status: 0 })]).length, 1);
    assert.deepEqual(mailed(followed, [person('dev', { email_notify_developer_comment: 0 })]), []);
  });

  test('whom somebody else gave the ticket to, as long as they have it', () => {
    const giving = act('dev', [moved, assignedTo('ewa'), synced]);
    assert.deepEqual(mailed(giving), [
      ['ada', 'status_changed', 'ticket.status_changed'],
      ['ewa', 'assigned', 'ticket.updated'],
    ]);
    assert.deepEqual(mailed({ ...giving, actorId: 'ewa' }), [['ada', 'status_changed', 'ticket.status_changed']]);
    assert.deepEqual(mailed({ ...giving, ticket: { ...giving.ticket, assignee_id: 'dev' } }, [ewa]), []);
  });

  test('who has the ticket, when an older version recorded a change of assignee without saying to whom', () => {
    const giving = act('dev', [event('ticket.updated', { changed: ['assignee_id'] })]);
    assert.deepEqual(mailed(giving), [['ewa', 'assigned', 'ticket.updated']]);
  });

  test('one who reported it and is given it learns of both in one', () => {
    const own = act('dev', [moved, assignedTo('ewa')], { ticket: { ...TICKET, reporter_id: 'ewa' } });
    assert.deepEqual(mailed(own), [['ewa', 'assigned', 'ticket.updated']]);
  });

  test('developers of a new ticket, each at once only when the setting says so', () => {
    const reporting = act('ada', [created]);
    assert.deepEqual(
      mailed(reporting).map(([id]) => id),
      ['dev', 'ewa'],
    );
    for (const notify_developers_of_new_tickets of ['off', 'digest'] as const)
      assert.deepEqual(mailed(reporting, everyone, { ...rules, notify_developers_of_new_tickets }), []);
  });

  test('nobody whose domain may not sign in any more', () => {
    assert.deepEqual(mailed(act('dev', closing), everyone, { ...rules, allowed_domains: ['example.org'] }), []);
  });

  test('nobody who has been demoted, but of what they reported themselves', () => {
    const demoted = person('ewa', { role: 'user' });
    assert.deepEqual(mailed(act('ada', [comment(false)]), [demoted]), []);
    assert.deepEqual(mailed(act('ada', [created]), [demoted]), []);
    const own = act('dev', closing, { ticket: { ...TICKET, reporter_id: 'ewa', assignee_id: null } });
    assert.deepEqual(mailed(own, [demoted]), [['ewa', 'closed', 'ticket.closed']]);
  });
});

const ids = fc.constantFrom('ada', 'jan', 'dev', 'ewa');
const flag = fc.constantFrom<0 | 1>(0, 1);
const people = fc
  .record({ role: fc.constantFrom<'user' | 'developer'>('user', 'developer'), status: flag, comments: flag })
  .chain(({ role, status, comments }) =>
    fc.constantFrom('example.com', 'example.org').map(
      (domain) => (id: string) =>
        person(id, {
          role,
          email: `${id}@${domain}`,
          email_notify_ticket_status: status,
          email_notify_developer_comment: comments,
        }),
    ),
  );
const events = fc
  .uniqueArray(
    fc.constantFrom(
      created,
      closed,
      moved,
      renamed,
      ...['ada', 'jan', 'dev', 'ewa', null].map(assignedTo),
      synced,
      comment(true),
      comment(false),
    ),
    { selector: ({ name }) => name },
  )
  .filter((some) => some.length > 0);
const acts: fc.Arbitrary<ActOnTicket> = fc.record({
  ticket: fc.record({ reporter_id: ids, assignee_id: fc.option(ids) }).map((some) => ({ ...TICKET, ...some })),
  followers: fc.array(ids).map((some) => new Set(some)),
  actorId: fc.option(ids),
  events,
});

/** Checks what holds for every recipient of any act. */
function always(
  check: (recipient: Recipient, circumstances: { act: ActOnTicket; rules: Rules; recipients: Recipient[] }) => void,
): void {
  const makers = fc.tuple(people, people, people, people);
  const mode = fc.constantFrom(...NEW_TICKET_NOTICES);
  fc.assert(
    fc.property(acts, makers, mode, (act, [a, b, c, d], notify_developers_of_new_tickets) => {
      const settings = { ...rules, notify_developers_of_new_tickets };
      const recipients = recipientsOf(act, [a('ada'), b('jan'), c('dev'), d('ewa')], settings);
      for (const recipient of recipients) check(recipient, { act, rules: settings, recipients });
    }),
    { numRuns: 2000 },
  );
}

describe('whatever happens', () => {
  test('nobody is mailed twice of one act, nor what they did themselves', () => {
    always(({ person }, { act, recipients }) => {
      assert.equal(recipients.filter((entry) => entry.person.id === person.id).length, 1);
      assert.notEqual(person.id, act.actorId);
    });
  });

  test('nobody is mailed of a ticket that they may not open, at a domain that may not sign in, or mails that they turned off', () => {
    always(({ person, reason }, { act, rules }) => {
      assert.ok(person.role === 'developer' || person.id === act.ticket.reporter_id);
      assert.ok(rules.allowed_domains.includes(person.email.split('@')[1] ?? ''));
      assert.equal(person[SWITCHES[interestOf(reason)]], 1);
    });
  });

  test('the event that is mailed is one of the act, and an internal comment is mailed to developers only', () => {
    always(({ event, person }, { act }) => {
      assert.ok(act.events.includes(event));
      assert.ok(event.name !== 'comment.created' || !event.payload.is_internal || person.role === 'developer');
    });
  });

  test('only the new assignee is mailed that they were assigned', () => {
    always(({ person, event, reason }) => {
      if (reason === 'assigned') assert.equal(event.internals.new_assignee_id, person.id);
    });
  });

  test('only reporter, assignee and followers are mailed anything but a new ticket', () => {
    always(({ person, reason }, { act, rules }) => {
      const { reporter_id, assignee_id } = act.ticket;
      if (reason === 'created') assert.equal(rules.notify_developers_of_new_tickets, 'each');
      else assert.ok(person.id === reporter_id || person.id === assignee_id || act.followers.has(person.id));
    });
  });
});

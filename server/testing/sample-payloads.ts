import fc from 'fast-check';
import type { EventOf } from '#platform';
import { TELLING_KINDS } from '../../contract/asker-words.ts';
import { CHANGED, type Payload } from '../../contract/events.ts';
import { CHANGE_KINDS } from '../../contract/git-words.ts';
import { CATEGORIES, EVENT_NAMES, type EventName, MERGE_MODES, PRIORITIES, STATUSES } from '../../contract/words.ts';

const ids = fc.uuid();
const statuses = fc.constantFrom(...STATUSES);
const levels = fc.constantFrom(...PRIORITIES);
const move = { old_status: statuses, new_status: statuses, assignee_id: fc.option(ids) };

const other = { into_id: ids, into_number: fc.integer({ min: 1 }) };

const moments = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
  .map((date) => date.toISOString());
const due = { since: moments, due_at: moments, target_minutes: fc.integer({ min: 1, max: 525_600 }) };

/** Arbitrary payloads of each event. */
export const payloads: { readonly [N in EventName]: fc.Arbitrary<Payload[N]> } = {
  'ticket.created': fc.record({
    status: statuses,
    category: fc.constantFrom(...CATEGORIES),
    priority: levels,
    urgency_reporter: levels,
    project_id: fc.option(ids),
    reporter_id: ids,
  }),
  'ticket.updated': fc.record({ changed: fc.uniqueArray(fc.constantFrom(...CHANGED), { minLength: 1 }) }),
  'ticket.status_changed': fc.record(move),
  'ticket.closed': fc.record({ ...move, closure_comment_id: ids }),
  'task.synced': fc.record({
    task_id: ids,
    ticket_status: statuses,
    assignee_id: fc.option(ids),
    normalized: fc.boolean(),
    ensured: fc.boolean(),
  }),
  'comment.created': fc.record({
    comment_id: ids,
    type: fc.constantFrom('comment', 'question', 'answer'),
    is_internal: fc.boolean(),
    is_closure_summary: fc.boolean(),
  }),
  'ticket.person_added': fc.record({ user_id: ids }),
  'ticket.person_removed': fc.record({ user_id: ids }),
  'ticket.restricted': fc.record({ restricted: fc.boolean() }),
  'ticket.merged': fc.record({ ...other, mode: fc.constantFrom(...MERGE_MODES) }),
  'ticket.unmerged': fc.record({ ...other, mode: fc.constantFrom(...MERGE_MODES) }),
  'ticket.split': fc.record(other),
  'answer.told': fc.record({ answer_id: ids, what: fc.constantFrom(...TELLING_KINDS), told: fc.nat() }),
  'ticket.reference_added': fc.record({
    kind: fc.constantFrom(...CHANGE_KINDS),
    repository: fc.string(),
    url: fc.option(fc.webUrl()),
  }),
  'wait.warned': fc.record(due),
  'wait.missed': fc.record(due),
  'ticket.shipped': fc.record({
    ...{ repository: fc.string(), environment: fc.string(), version: fc.string() },
    at: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  }),
};

const eventsNamed = <N extends EventName>(name: N): fc.Arbitrary<EventOf> =>
  payloads[name].map((payload) => ({ name, payload }) as EventOf);

/** Arbitrary events, each with a payload of its name. */
export const anyEvent: fc.Arbitrary<EventOf> = fc.oneof(...EVENT_NAMES.map(eventsNamed));

import {
  AGGREGATE_TYPES,
  ENTRY_NAMES,
  ENTRY_STATUSES,
  EVENT_NAMES,
  TELEMETRY,
  TELLING_REASONS,
  UNSENT_REASONS,
} from '#contract/words.ts';
import { byDatabase, column, optional, passing } from './columns.ts';
import { DERIVED, declareTable, KEPT, OWN, PASSING } from './table-entry.ts';

const event_outbox = declareTable({
  meaning: 'Something that happened to a ticket or a person.',
  key: ['position'],
  unique: ['id', 'event_id'],
  exported: 'with events',
  imported: 'as exported',
  backedUp: 'as it is',
  erased: 'by id',
  checked: ['events'],
  columns: {
    position: byDatabase(column.integer('The order of recording, from 1.')),
    xid: byDatabase(passing(column.text('On PostgreSQL: the transaction that recorded it.'))),
    id: column.id('Identifies the entry.'),
    event_id: column.id('Identifies the event.'),
    event_name: column.oneOfWords(ENTRY_NAMES, 'What happened.'),
    aggregate_type: column.oneOfWords(AGGREGATE_TYPES, 'Whether it happened to a ticket or a person.'),
    aggregate_id: column.id('To which one.'),
    seq: column.integer('Counts the events of that ticket or person, from 1.'),
    actor_user_id: optional(column.person('Who did it.')),
    correlation_id: column.text('The request that caused it.'),
    source: column.text('The part of the service that did it.'),
    payload: column.json('More of it.'),
    status: passing(column.oneOfWords(ENTRY_STATUSES, 'How far its delivery is.')),
    attempts: passing(column.integer('How often its delivery was tried.')),
    next_attempt_at: passing(optional(column.time('When it is tried next.'))),
    last_error: passing(optional(column.text('Why the last attempt failed.'))),
    occurred_at: column.time('When it happened.'),
    created_at: column.time('When it was recorded.'),
    updated_at: passing(column.time('When its delivery last moved.')),
    processed_at: passing(optional(column.time('When it was delivered everywhere.'))),
    routed_at: passing(optional(column.time('When its destinations were decided.'))),
    lease: passing(optional(column.id('The lease of the worker that decides them.'))),
    leased_until: passing(optional(column.time('When the lease ends.'))),
    taken_back_at: byDatabase(passing(optional(column.time('When what it tells was taken back.')))),
  },
});

const event_deliveries = declareTable({
  meaning: 'An event on its way to one destination.',
  key: ['id'],
  ...OWN,
  erased: { rewrite: 'The words of mail providers about mails to the person are deleted.' },
  checked: ['links', 'events'],
  columns: {
    id: column.id('Identifies the delivery.'),
    entry_id: column.idOf('event_outbox', 'The event.'),
    aggregate_id: column.id('The ticket or person that the event is of.'),
    seq: column.integer("The event's place among those."),
    channel: column.text('`mail`, or `webhook:<id>`.'),
    destination: column.text('`mail:<person>`, or the webhook.'),
    status: column.oneOfWords(['pending', 'processing', 'delivered', 'failed'], 'How far it is.'),
    attempts: column.integer('How often it was tried.'),
    next_attempt_at: optional(column.time('When it is tried next.')),
    not_before: optional(column.time('Before when it is not to be made.')),
    lease: optional(column.id('The lease of its worker.')),
    leased_until: optional(column.time('When the lease ends.')),
    lost: byDatabase(column.integer('How often its worker ended with it.')),
    last_error: optional(column.text('Why the last attempt failed.')),
    response_status: optional(column.integer('The HTTP status of the receiver.')),
    created_at: column.time('When it was made.'),
    updated_at: column.time('When it last moved.'),
    delivered_at: optional(column.time('When the destination had it.')),
    bounced_at: byDatabase(optional(column.time('When the mail came back.'))),
    why: optional(column.oneOfWords(TELLING_REASONS, 'Why it is made; missing for what older versions made.')),
    thread_id: optional(column.ticket('The ticket in whose thread it is, where that is another one.')),
    server_said: byDatabase(optional(column.text('The reply of the mail server.'))),
    not_sent_because: optional(column.oneOfWords(UNSENT_REASONS, 'Why nothing was sent.')),
  },
});

const tellings = declareTable({
  meaning: 'Who was told what of a ticket, once its delivery or notice is gone.',
  key: ['ticket_id', 'id'],
  ...KEPT,
  erased: { remove: 'user_id' },
  checked: ['links'],
  columns: {
    id: column.id('Identifies the delivery, or the notice.'),
    ticket_id: column.ticket(),
    event_name: column.oneOfWords(EVENT_NAMES, 'What it told.'),
    channel: column.text('`mail`, `webhook:<id>` or `inbox`.'),
    user_id: optional(column.person('Who was told; missing for a webhook.')),
    why: optional(column.oneOfWords(TELLING_REASONS, 'Why they were told.')),
    response_status: optional(column.integer('The HTTP status of the receiver.')),
    server_said: optional(column.text('The reply of the mail server.')),
    not_sent_because: optional(column.oneOfWords(UNSENT_REASONS, 'Why nothing was sent.')),
    is_internal: column.flag('Whether it told of internal words.'),
    created_at: column.time('When it was made.'),
    updated_at: column.time('When it last moved.'),
    delivered_at: optional(column.time('When the destination had it.')),
    bounced_at: optional(column.time('When the mail came back.')),
    read_at: optional(column.time('When the notice was read.')),
  },
});

const digests = declareTable({
  meaning: 'A list of new tickets that developers were mailed.',
  key: ['entry_id'],
  ...OWN,
  erased: 'no person',
  checked: ['links'],
  columns: {
    entry_id: column.idOf('event_outbox', 'The last event that it lists.'),
    until: column.time('It lists tickets until then.'),
    pause_minutes: optional(
      column.integer('How long it was waited for, when there were very many; empty for the list of an hour.'),
    ),
    created_at: column.time('When it was made.'),
  },
});

const digested_tickets = declareTable({
  meaning: 'A ticket on such a list.',
  key: ['entry_id', 'ticket_id'],
  ...OWN,
  erased: 'no person',
  checked: ['links'],
  columns: { entry_id: column.idOf('digests', 'The list.'), ticket_id: column.ticket() },
});

const telemetry = declareTable({
  meaning: 'Something that somebody did, for statistics alone. Kept 400 days.',
  key: ['position'],
  ...KEPT,
  erased: { clear: 'user_id' },
  checked: ['nothing'],
  columns: {
    position: byDatabase(column.integer('The order of recording, from 1.')),
    event_name: column.oneOfWords(Object.values(TELEMETRY), 'What it was.'),
    user_id: optional(column.person('Who did it.')),
    ticket_id: optional(column.ticket('To which ticket.')),
    at: column.time('When.'),
  },
});

const telemetry_people = declareTable({
  meaning: 'When somebody last did something.',
  key: ['event_name', 'user_id'],
  ...DERIVED,
  erased: { remove: 'user_id' },
  checked: ['nothing'],
  columns: {
    event_name: column.oneOfWords(Object.values(TELEMETRY), 'What it was.'),
    user_id: column.person('Who did it.'),
    last_at: column.time('When.'),
  },
});

const changed_comments = declareTable({
  meaning: 'A comment that was changed lately, of which open pages hear.',
  key: ['comment_id'],
  ...PASSING,
  erased: 'by id',
  checked: ['nothing'],
  columns: {
    comment_id: column.idOf('comments', 'The comment.'),
    revision: column.integer('Grows with each change.'),
    changed_by: column.person('Who changed it.'),
    changed_at: column.time('When.'),
  },
});

const first_tickets = declareTable({
  meaning: "A person's first ticket.",
  key: ['user_id'],
  ...DERIVED,
  erased: 'by id',
  checked: ['links'],
  columns: {
    user_id: column.person('The reporter.'),
    ticket_id: column.ticket(),
    opened_at: column.time('When they reported it.'),
    assigned_at: optional(column.time('When it first had an assignee.')),
  },
});

export const EVENT_TABLES = {
  event_outbox,
  event_deliveries,
  tellings,
  digests,
  digested_tickets,
  telemetry,
  telemetry_people,
  first_tickets,
  changed_comments,
};

import { type Static, type TSchema, Type } from 'typebox';
import { TELLING_KINDS } from './asker-words.ts';
import { CHANGE_KINDS } from './git-words.ts';
import { Id, Instant, nullable, oneOf } from './scalars.ts';
import { fieldsBut } from './ticket-fields.ts';
import {
  AGGREGATE_TYPES,
  CATEGORIES,
  COMMENT_TYPES,
  ENTRY_NAMES,
  ENTRY_STATUSES,
  type EventName,
  MERGE_MODES,
  type PersonalEventName,
  PRIORITIES,
  PROJECT_REPORTS,
  type ServiceEventName,
  STATUSES,
  TEAM_LEVELS,
  type TeamEventName,
} from './words.ts';

/** The changes that `ticket.updated` may name: a field of the ticket but its status, or a thing that hangs on it. */
export const CHANGED = [
  ...fieldsBut(['status']),
  'attachments',
  'internal_attachments',
  'comments',
  'internal_comments',
  'external_references',
  'related_tickets',
  'labels',
  'beside',
] as const;
export type Changed = (typeof CHANGED)[number];

/** How the history and events name a field that a category or a project is asked for. */
export type NamedField = `fields.${string}`;

const move = { old_status: oneOf(STATUSES), new_status: oneOf(STATUSES), assignee_id: nullable(Id) };

/** The other ticket of two; nulls for whoever does not see it. */
const other = { into_id: nullable(Id), into_number: nullable(Type.Integer({ minimum: 1 })) };

/** Somebody waits since then, and is to have an answer by then. */
const due = { since: Instant, due_at: Instant, target_minutes: Type.Integer({ minimum: 1 }) };

/**
 * The payload of each event besides its ticket's `ticket_id` and `number`. A reader allows for unknown fields: a later
 * version may add some.
 */
export const PAYLOADS = {
  'ticket.created': Type.Object({
    status: oneOf(STATUSES),
    category: oneOf(CATEGORIES),
    priority: oneOf(PRIORITIES),
    urgency_reporter: oneOf(PRIORITIES),
    project_id: nullable(Id),
    reporter_id: Id,
  }),
  'ticket.updated': Type.Object({
    changed: Type.Unsafe<readonly (Changed | NamedField)[]>(
      Type.Array(Type.Union([oneOf(CHANGED), Type.String({ pattern: '^fields\\.[a-z][a-z0-9_]*$' })])),
    ),
  }),
  'ticket.status_changed': Type.Object(move),
  'ticket.closed': Type.Object({ ...move, closure_comment_id: Id }),
  'task.synced': Type.Object({
    task_id: Id,
    ticket_status: oneOf(STATUSES),
    assignee_id: nullable(Id),
    normalized: Type.Boolean(),
    ensured: Type.Boolean(),
  }),
  'comment.created': Type.Object({
    comment_id: Id,
    type: oneOf(COMMENT_TYPES),
    is_internal: Type.Boolean(),
    is_closure_summary: Type.Boolean(),
  }),
  'ticket.person_added': Type.Object({ user_id: Id }),
  'ticket.person_removed': Type.Object({ user_id: Id }),
  'ticket.restricted': Type.Object({ restricted: Type.Boolean() }),
  'ticket.merged': Type.Object({ ...other, mode: oneOf(MERGE_MODES) }),
  'ticket.unmerged': Type.Object({ ...other, mode: oneOf(MERGE_MODES) }),
  'ticket.split': Type.Object(other),
  'answer.told': Type.Object({ answer_id: Id, what: oneOf(TELLING_KINDS), told: Type.Integer({ minimum: 0 }) }),
  'ticket.reference_added': Type.Object({
    kind: oneOf(CHANGE_KINDS),
    repository: Type.String(),
    url: nullable(Type.String()),
  }),
  'wait.warned': Type.Object(due),
  'wait.missed': Type.Object(due),
  'ticket.shipped': Type.Object({
    repository: Type.String(),
    environment: Type.String(),
    version: Type.String(),
    at: Instant,
  }),
} satisfies Record<EventName, TSchema>;

/** The payload of each event, as a type. */
export type Payload = { readonly [N in EventName]: Readonly<Static<(typeof PAYLOADS)[N]>> };

/** The payload of each personal event besides the `user_id` of the person whom it concerns. */
export const PERSONAL_PAYLOADS = {
  'user.invited': Type.Object({}),
  'token.expiring': Type.Object({ token_id: Id }),
  'token.used_after_end': Type.Object({ token_id: Id }),
  'webhook.paused': Type.Object({ webhook_id: Id }),
  'answers.due': Type.Object({ since: Instant, until: Instant }),
  'passkey.suspended': Type.Object({ passkey_id: Id }),
  'passkey.added': Type.Object({ passkey_id: Id, name: Type.String() }),
  'passkey.removed': Type.Object({ passkey_id: Id, name: Type.String() }),
} satisfies Record<PersonalEventName, TSchema>;

/** The payload of each personal event, as a type. */
export type PersonalPayload = { readonly [N in PersonalEventName]: Readonly<Static<(typeof PERSONAL_PAYLOADS)[N]>> };

/** The payload of each event about a team or a project. */
export const TEAM_PAYLOADS = {
  'team.created': Type.Object({ team_id: Id, name: Type.String() }),
  'team.changed': Type.Object({ team_id: Id, name: Type.String() }),
  'team.deleted': Type.Object({ team_id: Id, name: Type.String() }),
  'project.access_changed': Type.Object({
    project_id: Id,
    sealed: Type.Boolean(),
    reports: oneOf(PROJECT_REPORTS),
    teams: Type.Array(Type.Object({ team_id: Id, level: oneOf(TEAM_LEVELS) })),
  }),
  'project.taken_over': Type.Object({ project_id: Id, user_id: Id, reason: Type.String() }),
} satisfies Record<TeamEventName, TSchema>;

/** The payload of each, as a type. */
export type TeamPayload = { readonly [N in TeamEventName]: Readonly<Static<(typeof TEAM_PAYLOADS)[N]>> };

/** The payload of each event about the service itself. */
export const SERVICE_PAYLOADS = {
  'service.upgraded': Type.Object({
    version: Type.String(),
    previous_version: Type.String(),
    migrations: Type.Array(Type.String()),
  }),
} satisfies Record<ServiceEventName, TSchema>;

/** The payload of each, as a type. */
export type ServicePayload = {
  readonly [N in ServiceEventName]: Readonly<Static<(typeof SERVICE_PAYLOADS)[N]>>;
};

/** The fields of an outbox entry. */
export const entry = {
  id: Id,
  event_id: Id,
  event_name: oneOf(ENTRY_NAMES),
  aggregate_type: oneOf(AGGREGATE_TYPES),
  aggregate_id: Id,
  ticket_number: nullable(
    Type.Integer({ minimum: 1, description: 'Of the ticket that it tells of; null for an event of none.' }),
  ),
  seq: Type.Integer({ minimum: 1, description: 'Counts the events of what it is about from 1.' }),
  actor_user_id: nullable(Id),
  correlation_id: Type.String({ description: 'The id of the request that caused it.' }),
  source: Type.String(),
  status: oneOf(ENTRY_STATUSES),
  attempts: Type.Integer({ minimum: 0 }),
  next_attempt_at: nullable(Instant),
  last_error: nullable(Type.String()),
  occurred_at: Instant,
  created_at: Instant,
  updated_at: Instant,
  processed_at: nullable(Instant),
};

/** A recorded event as those who react to it see it, and the one place that reads it (docs/rules/events.md#record). */

import { Ajv } from 'ajv';
import { Type } from 'typebox';
import {
  type Changed,
  type NamedField,
  PAYLOADS,
  type Payload,
  type PersonalPayload,
  type ServicePayload,
  type TeamPayload,
} from '#contract/events.ts';
import { Id, nullable, oneOf } from '#contract/scalars.ts';
import { TRACEPARENT } from '#contract/trace-context.ts';
import {
  type AggregateType,
  type EntryName,
  type EventName,
  type PersonalEventName,
  type ServiceEventName,
  TELLING_REASONS,
  type TeamEventName,
} from '#contract/words.ts';
import {
  type Actor,
  allSettled,
  type EventOf,
  eventOf,
  type Instant,
  type Internals,
  UNDO,
  type Work,
} from '#platform';
import type { RowOf } from '#records';
import { telemetryOf } from './catalogue.ts';
import { EventStore } from './event-store.ts';
import { countEvent } from './telemetry/telemetry.ts';

export interface RecordedEvent {
  readonly entryId: string;
  /** Stays the same however often the event is delivered. */
  readonly eventId: string;
  readonly name: string;
  /** `user` for a personal event. */
  readonly aggregateType: AggregateType;
  /** The ticket; of a personal event, the person whom it concerns. */
  readonly aggregateId: string;
  /** Counts the events of that ticket or person from 1. */
  readonly seq: number;
  readonly actorId: string | null;
  readonly occurredAt: Instant;
  /** The payload as it was recorded, without its internals: webhooks are sent it, and operators see it. */
  readonly wirePayload: WirePayload;
  /** The typed payload, for deciding; null for a personal event, and when this version does not know an event of such a name and payload. */
  readonly content: EventOf | null;
  readonly internals: Internals;
  /** Whether what it tells was taken back before all mails of it went out. */
  readonly isTakenBack: boolean;
}

export type WirePayload = Readonly<Record<string, unknown>>;

/** The columns of an entry that an event is read from. `payload` is JSON: the payload and, under `internal`, the internals. */
export type EventRow = Pick<
  RowOf<'event_outbox'>,
  'id' | 'event_id' | 'aggregate_type' | 'aggregate_id' | 'seq' | 'actor_user_id' | 'occurred_at' | 'payload'
> &
  Partial<Pick<RowOf<'event_outbox'>, 'taken_back_at'>> & { readonly event_name: string };

/** Reads an entry, whichever version recorded it: one in a form that this version does not know has no content. */
export function readEvent(row: EventRow): RecordedEvent {
  const { wirePayload, internals } = splitPayload(row.payload);
  return {
    entryId: row.id,
    eventId: row.event_id,
    name: row.event_name,
    aggregateType: row.aggregate_type,
    aggregateId: row.aggregate_id,
    seq: row.seq,
    actorId: row.actor_user_id,
    occurredAt: row.occurred_at,
    wirePayload,
    content: contentOf(row.event_name, wirePayload),
    internals,
    isTakenBack: (row.taken_back_at ?? null) !== null,
  };
}

/** Name and payload of an entry for deciding; null as in `RecordedEvent`. */
export const readContent = (row: Pick<EventRow, 'event_name' | 'payload'>): EventOf | null =>
  contentOf(row.event_name, splitPayload(row.payload).wirePayload);

/** The internals of an entry, for reactions inside the service. */
export const readInternals = (row: Pick<EventRow, 'payload'>): Internals => splitPayload(row.payload).internals;

/** The payload of an entry as it goes onto the wire. */
export const readWirePayload = (row: Pick<EventRow, 'payload'>): WirePayload => splitPayload(row.payload).wirePayload;

/** The things besides its ticket that a payload may name, and whether its reader sees them. */
export interface SeenBesides {
  readonly ticket: (id: string) => boolean;
  readonly project: (id: string) => boolean;
}

/** A payload without what its reader does not see: another ticket, and a project that its ticket has left. */
export function seenPayload(payload: WirePayload, sees: SeenBesides): WirePayload {
  const { into_id, project_id } = payload;
  return {
    ...payload,
    ...(typeof into_id === 'string' && !sees.ticket(into_id) ? { into_id: null, into_number: null } : {}),
    ...(typeof project_id === 'string' && !sees.project(project_id) ? { project_id: null } : {}),
  };
}

function splitPayload(json: string): { wirePayload: WirePayload; internals: Internals } {
  const stored: unknown = JSON.parse(json);
  if (!isObject(stored)) return { wirePayload: {}, internals: {} };
  const { internal, ...wirePayload } = stored;
  return { wirePayload, internals: ajv.validate<Internals>(INTERNALS, internal) ? internal : {} };
}

function contentOf(name: string, payload: WirePayload): EventOf | null {
  // The schema of this name says that it is the name's payload.
  return isEventName(name) && ajv.validate<Payload[EventName]>(PAYLOADS[name], payload) ? eventOf(name, payload) : null;
}

/** Compiles a schema when it is first asked for. */
const ajv = new Ajv({ strict: false, formats: { 'date-time': true } });
const INTERNALS = Type.Object({
  new_assignee_id: Type.Optional(nullable(Id)),
  mentioned: Type.Optional(Type.Array(Id)),
  before: Type.Optional(
    Type.Object({
      reporter_id: nullable(Id),
      assignee_id: nullable(Id),
      project_id: nullable(Id),
      restricted: Type.Unsafe<0 | 1>(Type.Integer({ minimum: 0, maximum: 1 })),
      people: nullable(Type.String()),
    }),
  ),
  shown: Type.Optional(Type.Boolean()),
  joined: Type.Optional(Type.Boolean()),
  told: Type.Optional(
    Type.Array(
      Type.Object({
        ...{ user: Id, ticket: nullable(Id), comment: nullable(Id) },
        why: Type.Optional(nullable(oneOf(TELLING_REASONS))),
      }),
    ),
  ),
  notes: Type.Optional(
    Type.Object({ note: Type.String(), pl: Type.Optional(Type.String()), en: Type.Optional(Type.String()) }),
  ),
  silent: Type.Optional(Type.Boolean()),
  acknowledge: Type.Optional(Type.Boolean()),
  traceparent: Type.Optional(Type.String({ pattern: TRACEPARENT.source })),
});

const isEventName = (name: string): name is EventName => Object.hasOwn(PAYLOADS, name);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The record of each event: its payload and, under `internal`, the part that stays inside the service. */
interface Recorded
  extends Omit<
    Payload,
    | 'ticket.created'
    | 'ticket.updated'
    | 'comment.created'
    | 'ticket.restricted'
    | 'ticket.person_removed'
    | 'ticket.shipped'
    | 'wait.warned'
    | 'wait.missed'
    | 'answer.told'
  > {
  'wait.warned': Payload['wait.warned'] & { readonly internal: Required<Pick<Internals, 'mentioned'>> };
  'wait.missed': Payload['wait.missed'] & { readonly internal: Required<Pick<Internals, 'mentioned'>> };
  'ticket.created': Payload['ticket.created'] & { readonly internal?: Pick<Internals, 'acknowledge'> };
  'ticket.restricted': Payload['ticket.restricted'] & { readonly internal?: Pick<Internals, 'before'> };
  'ticket.person_removed': Payload['ticket.person_removed'] & { readonly internal?: Pick<Internals, 'before'> };
  'ticket.shipped': Payload['ticket.shipped'] & {
    readonly internal: Required<Pick<Internals, 'shown'>> & Pick<Internals, 'told'>;
  };
  'answer.told': Payload['answer.told'] & { readonly internal: Required<Pick<Internals, 'told' | 'notes'>> };
  'comment.created': Payload['comment.created'] & { readonly internal?: Pick<Internals, 'mentioned' | 'silent'> };
  /** A change of the assignee says who it is now: the payload of the wire only names the field. */
  'ticket.updated':
    | {
        readonly changed: readonly (Exclude<Changed, 'assignee_id'> | NamedField)[];
        readonly internal?: Pick<Internals, 'before' | 'shown' | 'joined'>;
      }
    | (Payload['ticket.updated'] & {
        readonly internal: Required<Pick<Internals, 'new_assignee_id'>> & Pick<Internals, 'before' | 'shown'>;
      });
}

export type NewEvent<N extends EventName = EventName> = {
  readonly [K in N]: { readonly name: K; readonly payload: Recorded[K] };
}[N];

/**
 * Records what happened to a ticket, in the transaction in which it happened (docs/rules/events.md#record). The caller
 * holds the ticket, so its `seq` counts without gaps. What the statistics count is counted with it.
 */
export async function recordEvent<N extends EventName>(
  work: Work<Actor>,
  ticket: { readonly id: string; readonly number: number },
  name: N,
  payload: Recorded[N] & Payload[N],
): Promise<void> {
  work.hasRecorded = true;
  const [entryId, eventId] = [work.newId(), work.newId()];
  const internals = {
    ...('internal' in payload ? payload.internal : {}),
    ...traceOf(work),
    ...tellingOf(work, ticket),
  };
  work.recorded.push({ ...eventOf(name, payload), ticketId: ticket.id, entryId, eventId, internals });
  const inside = Object.keys(internals).length === 0 ? {} : { internal: internals };
  const about = { ticket_id: ticket.id, number: ticket.number, ...viaToken(work), ...undoing(work) };
  const entry = entryOf(work, name, { type: 'ticket', id: ticket.id }, { ...about, ...payload, ...inside });
  const added = work.of(EventStore).add({ ...entry, id: entryId, event_id: eventId });
  await allSettled([added, countEvent(work, ticket.id, { name, payload }, telemetryOf(name, payload, work.actor))]);
}

/** An undo tells nobody but those who were mailed of what it takes back, each once. */
function tellingOf(
  { act, recorded }: Work<Actor>,
  { id }: { readonly id: string },
): Pick<Internals, 'silent' | 'told'> {
  if (act.kind !== UNDO) return {};
  const reached = new Set(recorded.flatMap(({ internals }) => internals.told?.map(({ user }) => user) ?? []));
  const recipients = act.told.filter(({ user, ticket }) => ticket === id && !reached.has(user));
  return { silent: true, ...(recipients.length === 0 ? {} : { told: recipients }) };
}

/** The trace that webhooks hand on (docs/decisions/0048-recorded-and-not-sent.md). */
const traceOf = ({ traceparent }: Work<Actor>): Pick<Internals, 'traceparent'> =>
  traceparent === undefined ? {} : { traceparent };

const entryOf = (
  work: Work<Actor>,
  event_name: EntryName,
  about: { readonly type: AggregateType; readonly id: string },
  payload: object,
) => ({
  id: work.newId(),
  event_id: work.newId(),
  event_name,
  aggregate_type: about.type,
  aggregate_id: about.id,
  actor_user_id: work.actor?.id ?? null,
  correlation_id: work.correlationId,
  source: work.source,
  payload: JSON.stringify(payload),
  now: work.now,
});

/** An event that a program caused tells by which token (docs/rules/tokens.md#use). */
function viaToken({ via }: Work<Actor>): { readonly via?: string } {
  return via === null ? {} : { via };
}

/** An event of an undo tells which act was taken back. */
const undoing = ({ act: { undoes } }: Work<Actor>): { readonly undoes?: string } => (undoes === null ? {} : { undoes });

/**
 * Records an event that concerns one person and no ticket, in the transaction in which it happened
 * (docs/rules/events.md#personal-events). The person is mailed it. The caller has just added the person, or holds them, so
 * their `seq` counts without doubles.
 */
export async function recordPersonalEvent<N extends PersonalEventName>(
  work: Work<Actor>,
  userId: string,
  name: N,
  payload: PersonalPayload[N],
): Promise<void> {
  work.hasRecorded = true;
  const entry = entryOf(work, name, { type: 'user', id: userId }, { user_id: userId, ...payload });
  await work.of(EventStore).addPersonal(entry);
}

/**
 * Records an event about a team, a project or the service, in the transaction in which it happened. The caller holds `access`, or
 * is the only one that knows of what it is about, so their `seq` counts without doubles.
 *
 * @returns the id of the event.
 */
export async function recordTeamEvent<N extends TeamEventName | ServiceEventName>(
  work: Work<Actor>,
  about: { readonly type: 'team' | 'project' | 'service'; readonly id: string },
  name: N,
  payload: (TeamPayload & ServicePayload)[N],
): Promise<string> {
  work.hasRecorded = true;
  const entry = entryOf(work, name, about, { ...viaToken(work), ...undoing(work), ...payload });
  await work.of(EventStore).addPersonal(entry);
  return entry.event_id;
}

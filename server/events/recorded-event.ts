/** A recorded event as those who react to it see it, and the one place that reads it (docs/rules/events.md#record). */

import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { PAYLOADS, type Payload } from '#contract/events.ts';
import { Id, nullable, oneOf } from '#contract/scalars.ts';
import { TRACEPARENT } from '#contract/trace-context.ts';
import { type AggregateType, type EventName, TELLING_REASONS } from '#contract/words.ts';
import { type EventOf, eventOf, type Instant, type Internals } from '#platform';
import { type EventRow, splitPayload, type WirePayload } from './wire-payload.ts';

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

/** Reads an entry, whichever version recorded it: one in a form that this version does not know has no content. */
export function readEvent(row: EventRow): RecordedEvent {
  const { wirePayload, internal } = splitPayload(row.payload);
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
    internals: internalsOf(internal),
    isTakenBack: (row.taken_back_at ?? null) !== null,
  };
}

/** Name and payload of an entry for deciding; null as in `RecordedEvent`. */
export const readContent = (row: Pick<EventRow, 'event_name' | 'payload'>): EventOf | null =>
  contentOf(row.event_name, splitPayload(row.payload).wirePayload);

/** The internals of an entry, for reactions inside the service. */
export const readInternals = (row: Pick<EventRow, 'payload'>): Internals =>
  internalsOf(splitPayload(row.payload).internal);

const internalsOf = (internal: unknown): Internals => (ajv.validate<Internals>(INTERNALS, internal) ? internal : {});

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

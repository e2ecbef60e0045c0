/** A recorded event as those who react to it see it, and the one place that reads it (docs/rules/events.md#record). */
import { Ajv } from 'ajv';
import { Type } from 'typebox';
import { type AggregateType, type EventName, PAYLOADS, type Payload } from '#contract/events.ts';
import { Id, nullable } from '#contract/scalars.ts';
import { TRACEPARENT } from '#contract/trace-context.ts';
import { type EventOf, eventOf, type Instant, type Internals } from '#platform';

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
  /** What webhooks are sent and operators see: the payload as it was recorded, without what is internal. */
  readonly wirePayload: WirePayload;
  /** The same for deciding; null for a personal event, and when this version does not know an event of such a name and payload. */
  readonly content: EventOf | null;
  readonly internals: Internals;
}

export type WirePayload = Readonly<Record<string, unknown>>;

/** The columns of an entry that an event is read from. */
export interface EventRow {
  readonly id: string;
  readonly event_id: string;
  readonly event_name: string;
  readonly aggregate_type: AggregateType;
  readonly aggregate_id: string;
  readonly seq: number;
  readonly actor_user_id: string | null;
  readonly occurred_at: Instant;
  /** JSON: the payload and, under `internal`, the internals. */
  readonly payload: string;
}

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
  };
}

/** Name and payload of an entry for deciding; null as in `RecordedEvent`. */
export const readContent = (row: Pick<EventRow, 'event_name' | 'payload'>): EventOf | null =>
  contentOf(row.event_name, splitPayload(row.payload).wirePayload);

/** What was recorded of an entry for reactions inside the service. */
export const readInternals = (row: Pick<EventRow, 'payload'>): Internals => splitPayload(row.payload).internals;

/** The payload of an entry as it goes onto the wire. */
export const readWirePayload = (row: Pick<EventRow, 'payload'>): WirePayload => splitPayload(row.payload).wirePayload;

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
const ajv = new Ajv({ strict: false });
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
  acknowledge: Type.Optional(Type.Boolean()),
  traceparent: Type.Optional(Type.String({ pattern: TRACEPARENT.source })),
});

const isEventName = (name: string): name is EventName => Object.hasOwn(PAYLOADS, name);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

import type {
  AggregateType,
  Changed,
  EntryName,
  EventName,
  Payload,
  PersonalEventName,
  PersonalPayload,
  ServiceEventName,
  ServicePayload,
  TeamEventName,
  TeamPayload,
} from '#contract/events.ts';
import { type Actor, allSettled, eventOf, type Internals, type Work } from '#platform';
import { telemetryOf } from './catalogue.ts';
import { NewEventStore } from './event-store.ts';
import { countEvent } from './telemetry/telemetry.ts';

/** What is recorded of each event: its payload and, under `internal`, what stays inside the service. */
interface Recorded
  extends Omit<
    Payload,
    'ticket.created' | 'ticket.updated' | 'comment.created' | 'ticket.restricted' | 'ticket.person_removed'
  > {
  'ticket.created': Payload['ticket.created'] & { readonly internal?: Pick<Internals, 'acknowledge'> };
  'ticket.restricted': Payload['ticket.restricted'] & { readonly internal?: Pick<Internals, 'before'> };
  'ticket.person_removed': Payload['ticket.person_removed'] & { readonly internal?: Pick<Internals, 'before'> };
  'comment.created': Payload['comment.created'] & { readonly internal?: Pick<Internals, 'mentioned'> };
  /** Who changes the assignee says who it is now: the payload of the wire only names the field. */
  'ticket.updated':
    | {
        readonly changed: readonly Exclude<Changed, 'assignee_id'>[];
        readonly internal?: Pick<Internals, 'before'>;
      }
    | (Payload['ticket.updated'] & {
        readonly internal: Required<Pick<Internals, 'new_assignee_id'>> & Pick<Internals, 'before'>;
      });
}

/** An event that is about to be recorded. */
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
  const internals = { ...('internal' in payload ? payload.internal : {}), ...traceOf(work) };
  work.recorded.push({ ...eventOf(name, payload), ticketId: ticket.id, entryId, eventId, internals });
  const kept = Object.keys(internals).length === 0 ? {} : { internal: internals };
  const about = { ticket_id: ticket.id, number: ticket.number, ...viaToken(work) };
  const entry = entryOf(work, name, { type: 'ticket', id: ticket.id }, { ...about, ...payload, ...kept });
  const added = work.of(NewEventStore).add({ ...entry, id: entryId, event_id: eventId });
  await allSettled([added, countEvent(work, ticket.id, { name, payload }, telemetryOf(name, payload, work.actor))]);
}

/** What webhooks are handed on (docs/decisions/0048-recorded-and-not-sent.md). */
const traceOf = ({ traceparent }: Work<Actor>): Pick<Internals, 'traceparent'> =>
  traceparent === undefined ? {} : { traceparent };

const entryOf = (
  work: Work<Actor>,
  event_name: EntryName,
  about: { readonly type: AggregateType; readonly id: string },
  payload: object,
) => ({
  ...{ id: work.newId(), event_id: work.newId(), event_name, aggregate_type: about.type, aggregate_id: about.id },
  ...{ actor_user_id: work.actor?.id ?? null, correlation_id: work.correlationId, source: work.source },
  ...{ payload: JSON.stringify(payload), now: work.now },
});

/** An event that a program caused tells by which token (docs/rules/tokens.md#use). */
function viaToken({ via }: Work<Actor>): { readonly via?: string } {
  return via === null ? {} : { via };
}

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
  await work.of(NewEventStore).addPersonal(entry);
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
  const entry = entryOf(work, name, about, { ...viaToken(work), ...payload });
  await work.of(NewEventStore).addPersonal(entry);
  return entry.event_id;
}

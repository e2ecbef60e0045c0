import type { Changed, EventName, Payload } from '../../contract/events.ts';
import { eventOf, type Internals } from '../act.ts';
import type { Actor } from '../actor.ts';
import { allSettled } from '../database/all-settled.ts';
import { countEvent } from '../telemetry/count-event.ts';
import type { Work } from '../work.ts';
import { telemetryOf } from './catalogue.ts';

/** What is recorded of each event: its payload and, under `internal`, what stays inside the service. */
interface Recorded extends Omit<Payload, 'ticket.updated' | 'comment.created'> {
  'comment.created': Payload['comment.created'] & { readonly internal?: Pick<Internals, 'mentioned'> };
  /** Who changes the assignee says who it is now: the payload of the wire only names the field. */
  'ticket.updated':
    | { readonly changed: readonly Exclude<Changed, 'assignee_id'>[] }
    | (Payload['ticket.updated'] & { readonly internal: Required<Pick<Internals, 'new_assignee_id'>> });
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
  const added = work.newEvents.add({
    id: entryId,
    event_id: eventId,
    event_name: name,
    aggregate_type: 'ticket',
    aggregate_id: ticket.id,
    actor_user_id: work.actor?.id ?? null,
    correlation_id: work.correlationId,
    source: work.source,
    payload: JSON.stringify({
      ticket_id: ticket.id,
      number: ticket.number,
      ...viaToken(work),
      ...payload,
      ...kept(internals),
    }),
    now: work.now,
  });
  await allSettled([added, countEvent(work, ticket.id, { name, payload }, telemetryOf(name, payload, work.actor))]);
}

/** What webhooks are handed on (docs/decisions/0072-traces-beside-the-payload.md). */
const traceOf = ({ traceparent }: Work<Actor>): Pick<Internals, 'traceparent'> =>
  traceparent === undefined ? {} : { traceparent };

/** Nothing is kept of no internals. */
const kept = (internal: Internals): { readonly internal?: Internals } =>
  Object.keys(internal).length === 0 ? {} : { internal };

/** An event that a program caused tells by which token (docs/rules/tokens.md#use). */
function viaToken({ via }: Work<Actor>): { readonly via?: string } {
  return via === null ? {} : { via };
}

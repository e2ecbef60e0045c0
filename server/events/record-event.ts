/** Operations record events, in the transaction of their changes (docs/rules/events.md#record). */

import type { Changed, NamedField, Payload, PersonalPayload, ServicePayload, TeamPayload } from '#contract/events.ts';
import type {
  AggregateType,
  EntryName,
  EventName,
  PersonalEventName,
  ServiceEventName,
  TeamEventName,
} from '#contract/words.ts';
import { type Actor, allSettled, eventOf, type Internals, UNDO, type Work } from '#platform';
import { telemetryOf } from './catalogue.ts';
import { EventStore } from './event-store.ts';
import { countEvent } from './telemetry/telemetry.ts';

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

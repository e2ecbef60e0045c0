import type { EventName, Payload } from '#contract/events.ts';
import type { TelemetryEvent } from '#contract/statistics.ts';
import { type Actor, allSettled, type Work } from '#platform';
import { FirstTicketStore, TelemetryStore } from './telemetry-store.ts';

type Count<N extends EventName> = (work: Work<Actor>, ticketId: string, payload: Payload[N]) => Promise<void>;

/** The events by which a person's first ticket is known. */
const FIRST_TICKETS: { readonly [N in EventName]?: Count<N> } = {
  'ticket.created': (work, ticketId, { reporter_id }) =>
    work.of(FirstTicketStore).open(reporter_id, ticketId, work.now),
  // A new ticket has no assignee, so the first change of this field is the first assignment.
  'ticket.updated': async (work, ticketId, { changed }) => {
    if (changed.includes('assignee_id')) await work.of(FirstTicketStore).assign(ticketId, work.now);
  },
};

/**
 * Counts an event for the statistics, in the event's own transaction: a count is right as soon as the answer is out,
 * and counts each event once.
 *
 * @param telemetry what the event counts as; null for nothing.
 */
export async function countEvent<N extends EventName>(
  work: Work<Actor>,
  ticketId: string,
  { name, payload }: { readonly name: N; readonly payload: Payload[N] },
  telemetry: TelemetryEvent | null,
): Promise<void> {
  const user = work.actor?.id ?? null;
  await allSettled([
    telemetry === null
      ? null
      : work.of(TelemetryStore).add({ event: telemetry, user, ticket: ticketId, now: work.now }),
    FIRST_TICKETS[name]?.(work, ticketId, payload),
  ]);
}

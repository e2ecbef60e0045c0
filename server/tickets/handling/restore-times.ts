import { whatIsSaidSince } from '#conversation';
import { restoreAnswer } from '#memory';
import type { Instant, Work } from '#platform';
import type { HeldTicket } from '../ticket.ts';
import type { Consequences } from '../ticket-change.ts';
import { restoredTimes, type StatusBefore } from '../ticket-lines.ts';
import { TicketStore } from '../ticket-store.ts';

/** The state beside the status that a ticket has again. */
export interface RestoredTicket {
  readonly status: StatusBefore | null;
  /** When it was left. */
  readonly since: Instant;
}

/** The times of a status come back with it; an answer that held before holds again. */
export async function restoreTimes(
  work: Work,
  ticket: HeldTicket,
  { set }: Consequences,
  { status: before, since }: RestoredTicket,
): Promise<void> {
  if (before === null || set.status === undefined) return;
  const said = await whatIsSaidSince(work, ticket.id, since);
  await work.of(TicketStore).set(ticket.id, restoredTimes(before, set.status, said));
  if (set.status === 'closed' && before.answer !== undefined) await restoreAnswer(work, ticket, before.answer);
}

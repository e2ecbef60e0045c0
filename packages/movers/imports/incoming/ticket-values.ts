import type { Instant } from '#platform';
import { PRIORITY_RANK } from '#tickets';
import type { ImportedRow } from '../imported-row-store.ts';
import type { IncomingTicket } from './incoming-ticket.ts';

/** The things of Kwit that a ticket names. */
export interface NamedHere {
  readonly projectId: string | null;
  readonly reporterId: string;
  readonly assigneeId: string | null;
}

/** What a ticket says, as the columns that have it. @param createdAt for one that does not tell when it was reported. */
export function ticketValues(ticket: IncomingTicket, named: NamedHere, createdAt: Instant) {
  const created_at = ticket.createdAt ?? createdAt;
  const updated_at = ticket.updatedAt ?? ticket.closedAt ?? created_at;
  const closed_at = ticket.status === 'closed' ? (ticket.closedAt ?? updated_at) : null;
  return {
    title: ticket.title,
    description: ticket.description,
    steps_to_reproduce: ticket.stepsToReproduce,
    expected_result: ticket.expectedResult,
    actual_result: ticket.actualResult,
    environment: ticket.environment,
    internal_note: ticket.internalNote,
    category: ticket.category,
    urgency_reporter: ticket.urgency,
    priority: ticket.priority,
    priority_rank: PRIORITY_RANK[ticket.priority],
    status: ticket.status,
    status_since: ticket.moves.at(-1)?.at ?? closed_at ?? created_at,
    project_id: named.projectId,
    reporter_id: named.reporterId,
    assignee_id: named.assigneeId,
    planned_date: ticket.plannedDate,
    estimated_hours: ticket.estimatedHours,
    created_at,
    updated_at,
    public_updated_at: updated_at,
    closed_at,
  } satisfies Partial<ImportedRow<'tickets'>>;
}
export type TicketValues = ReturnType<typeof ticketValues>;

/** What is kept of a ticket to be compared with later: not what is known again by itself. */
export const comparedValues = ({ comments: _, files: __, ...values }: IncomingTicket) => values;

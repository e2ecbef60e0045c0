import { compiled } from '#platform';
import type { TicketTable } from '#records';

/** A row for a new ticket. The database gives the other columns their first values. */
export type NewTicketRow = Omit<TicketTable, 'summary_comment_id' | 'was_closed' | 'awaiting_reply_since'>;

/** Adds a ticket. */
export const insertTicket = compiled((db, ticket: NewTicketRow) =>
  db.insertInto('tickets').values({
    id: ticket.id,
    number: ticket.number,
    title: ticket.title,
    description: ticket.description,
    steps_to_reproduce: ticket.steps_to_reproduce,
    expected_result: ticket.expected_result,
    actual_result: ticket.actual_result,
    environment: ticket.environment,
    category: ticket.category,
    urgency_reporter: ticket.urgency_reporter,
    priority: ticket.priority,
    priority_rank: ticket.priority_rank,
    status: ticket.status,
    status_since: ticket.status_since,
    project_id: ticket.project_id,
    reporter_id: ticket.reporter_id,
    assignee_id: ticket.assignee_id,
    planned_date: ticket.planned_date,
    estimated_hours: ticket.estimated_hours,
    order_index: ticket.order_index,
    internal_note: ticket.internal_note,
    created_at: ticket.created_at,
    updated_at: ticket.updated_at,
    closed_at: ticket.closed_at,
    version: ticket.version,
    public_version: ticket.public_version,
    public_updated_at: ticket.public_updated_at,
    event_seq: ticket.event_seq,
  }),
);

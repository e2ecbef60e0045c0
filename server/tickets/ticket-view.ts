import type { Ticket, TicketRow } from '../../contract/tickets.ts';
import { projectIconUrl } from '../projects/project-view.ts';
import { permissions, type TicketViewer } from '../ticket-access/ticket-permissions.ts';
import { readsInternals } from '../visibility.ts';
import type { NamedRow, NamedTicket } from './ticket.ts';

/**
 * Shows a ticket as this viewer may see it, with what they may do to it. It names each field: copying a whole row costs
 * four times as much, and a new column must not reach an answer by itself.
 */
export function viewTicket(ticket: NamedTicket, viewer: TicketViewer): Ticket {
  const view: Ticket = {
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
    status: ticket.status,
    project_id: ticket.project_id,
    project_name: ticket.project_name,
    project_color: ticket.project_color,
    project_icon_url: projectIconUrl(ticket.project_id, ticket.project_icon_filename),
    reporter_id: ticket.reporter_id,
    reporter_name: ticket.reporter_name,
    reporter_email: ticket.reporter_email,
    assignee_id: ticket.assignee_id,
    assignee_name: ticket.assignee_name,
    assignee_email: ticket.assignee_email,
    planned_date: ticket.planned_date,
    estimated_hours: ticket.estimated_hours,
    order_index: ticket.order_index,
    created_at: ticket.created_at,
    updated_at: ticket.updated_at,
    closed_at: ticket.closed_at,
    awaiting_reply_since: ticket.awaiting_reply_since,
    version: ticket.version,
    can: permissions(viewer, ticket),
  };
  if (readsInternals(viewer.actor)) view.internal_note = ticket.internal_note ?? null;
  return view;
}

/** A row as this viewer sees it, field by field for the same reasons. */
export const viewRow = (row: NamedRow, viewer: TicketViewer): TicketRow => ({
  id: row.id,
  number: row.number,
  title: row.title,
  category: row.category,
  urgency_reporter: row.urgency_reporter,
  priority: row.priority,
  status: row.status,
  project_id: row.project_id,
  project_name: row.project_name,
  project_color: row.project_color,
  project_icon_url: projectIconUrl(row.project_id, row.project_icon_filename),
  reporter_id: row.reporter_id,
  reporter_name: row.reporter_name,
  reporter_email: row.reporter_email,
  assignee_id: row.assignee_id,
  assignee_name: row.assignee_name,
  assignee_email: row.assignee_email,
  planned_date: row.planned_date,
  estimated_hours: row.estimated_hours,
  order_index: row.order_index,
  created_at: row.created_at,
  updated_at: row.updated_at,
  closed_at: row.closed_at,
  awaiting_reply_since: row.awaiting_reply_since,
  version: row.version,
  can: permissions(viewer, row),
  comment_count: row.comment_count,
  attachment_count: row.attachment_count,
});

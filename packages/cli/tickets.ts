/** How tickets are shown, and what may be said of them. */
import type { components } from '@kwit/client';
import type { FieldsOf } from './json-fields.ts';
import type { Terminal } from './terminal/terminal.ts';

export type Ticket = components['schemas']['Ticket'];
export type TicketRow = components['schemas']['TicketRow'];
export type TicketDetail = components['schemas']['TicketDetail'];

const inBoth: FieldsOf<Omit<TicketRow, 'comment_count' | 'attachment_count' | 'lead' | 'beside_count'>> = {
  ...{ id: true, number: true, title: true, category: true, urgency_reporter: true, priority: true },
  ...{ status: true, project_id: true, project_name: true, project_color: true, project_icon_url: true },
  ...{ reporter_id: true, reporter_name: true, reporter_email: true, assignee_id: true, assignee_name: true },
  ...{ assignee_email: true, planned_date: true, estimated_hours: true, order_index: true, created_at: true },
  ...{ updated_at: true, closed_at: true, awaiting_reply_since: true, version: true, restricted: true },
  ...{ team_id: true, people: true, merged_into: true, live: true, labels: true, fields: true, lacks: true },
  ...{ wait: true, answer_due_at: true, can: true },
};

export const ROW_FIELDS: FieldsOf<TicketRow> = {
  ...inBoth,
  ...{ comment_count: true, attachment_count: true, lead: true, beside_count: true },
};

export const TICKET_FIELDS: FieldsOf<Omit<Ticket, 'beside' | 'also_result'>> = {
  ...inBoth,
  ...{ description: true, steps_to_reproduce: true, expected_result: true, actual_result: true },
  ...{ environment: true, internal_note: true },
};

export const DETAIL_FIELDS: FieldsOf<TicketDetail> = {
  ...TICKET_FIELDS,
  ...{ beside: true, comments: true, attachments: true, history: true, related_tickets: true },
  ...{ external_references: true, following: true, changes: true, joined: true },
};

const COLOURS = {
  submitted: 'yellow',
  verified: 'cyan',
  in_progress: 'blue',
  waiting: 'magenta',
  blocked: 'red',
  closed: 'green',
} as const satisfies Record<Ticket['status'], Parameters<Terminal['paint']>[0]>;

export const colourOf = (status: Ticket['status']) => COLOURS[status];

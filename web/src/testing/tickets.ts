import type { Comment } from '../backend/comments.ts';
import type { Ticket, TicketDetail, TicketRow } from '../backend/tickets.ts';
import { ewa } from './render.tsx';

const every = {
  edit: true,
  comment: true,
  comment_internally: true,
  attach: true,
  change_status: true,
  assign: true,
  plan: true,
  close: true,
  link: true,
  reopen: false,
};

/** A ticket as a developer gets it, with the fields that matter to the test. */
export function ticket(more: Partial<Ticket> = {}): Ticket {
  return {
    id: `019a2f60-7c1e-7b3a-9d4e-0000000010${String(more.number ?? 1).padStart(2, '0')}`,
    number: 1,
    title: 'Printer on floor 2 jams',
    description: 'Every second page, since Monday.',
    steps_to_reproduce: null,
    expected_result: null,
    actual_result: null,
    environment: null,
    category: 'other',
    urgency_reporter: 'normal',
    priority: 'normal',
    status: 'verified',
    project_id: null,
    project_name: null,
    project_color: null,
    project_icon_url: null,
    reporter_id: 'ada',
    reporter_name: 'Ada',
    reporter_email: 'ada@example.com',
    assignee_id: ewa.id,
    assignee_name: ewa.name,
    assignee_email: ewa.email,
    planned_date: null,
    estimated_hours: null,
    order_index: 0,
    internal_note: null,
    created_at: '2026-11-20T10:00:00.000Z',
    updated_at: '2026-11-20T10:00:00.000Z',
    closed_at: null,
    awaiting_reply_since: null,
    version: 1,
    restricted: false,
    team_id: null,
    people: [],
    fields: {},
    lacks: [],
    ...{ merged_into: null, live: null },
    can: every,
    ...more,
  };
}

/** The ticket as a list or a board brings it. */
export function row(more: Partial<TicketRow> = {}): TicketRow {
  const { comment_count = 0, attachment_count = 0, ...shown } = more;
  const {
    description: _1,
    steps_to_reproduce: _2,
    expected_result: _3,
    actual_result: _4,
    environment: _5,
    internal_note: _6,
    ...summary
  } = ticket(shown);
  return { ...summary, comment_count, attachment_count };
}

export const detail = (more: Partial<TicketDetail> = {}): TicketDetail => ({
  ...ticket(more),
  comments: [],
  attachments: [],
  history: [],
  related_tickets: [],
  external_references: [],
  ...more,
});

export const comment = (more: Partial<Comment> = {}): Comment => ({
  id: 'comment',
  ticket_id: 'ticket',
  user_id: 'ada',
  user_name: 'Ada',
  user_email: 'ada@example.com',
  content: 'It jams again.',
  type: 'comment',
  is_internal: false,
  is_closure_summary: false,
  is_developer: false,
  parent_id: null,
  edited_at: null,
  via_mail: false,
  elided: null,
  mentions: [],
  attachments: [],
  created_at: '2026-11-20T10:00:00.000Z',
  ...more,
});

import type { Attachment } from '#contract/attachments.ts';
import type { Comment } from '#contract/comments.ts';
import type { RelatedTicket } from '#contract/relations.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { BUG_TEXTS } from '#contract/words.ts';
import { type Author, developerNamed, type PeoplesTexts } from '../texts/authors.ts';

/** How many comments an agent gets, the newest ones: a model cannot read a thousand. */
const MOST_COMMENTS = 50;
const LINE_LENGTH = 300;

export const TICKET_PARTS = ['comments', 'files', 'links'] as const;
export type TicketPart = (typeof TICKET_PARTS)[number];

/** By what a ticket is shown: whose texts, who its people are, where the app is, and which parts. */
export interface Showing {
  readonly texts: PeoplesTexts;
  readonly authors: (id: string | null) => Author;
  readonly appUrl: string;
  readonly include: readonly TicketPart[];
}

/** The comments that are shown, oldest first. */
export const newestComments = ({ comments }: Pick<TicketDetail, 'comments'>) => comments.slice(-MOST_COMMENTS);

/** Its author, as they were when they wrote it. */
export const authorOf = (comment: Comment, readerId: string): Author => ({
  name: comment.user_name,
  role: comment.is_developer ? 'developer' : 'user',
  isReader: comment.user_id === readerId,
});

/** The fields of a ticket for programs: everything that the person may see of it, but for ids and addresses of people. */
export function ticketFields(ticket: TicketDetail, showing: Showing, readerId: string) {
  const { texts, authors, appUrl, include } = showing;
  const reporter = authors(ticket.reporter_id);
  const own = (text: string | null) => texts.shown(text, reporter);
  const has = (part: TicketPart) => include.includes(part);
  return {
    number: ticket.number,
    version: ticket.version,
    url: appUrl === '' ? null : `${appUrl}/t/${ticket.number}`,
    status: ticket.status,
    priority: ticket.priority,
    category: ticket.category,
    urgency_reporter: ticket.urgency_reporter,
    project: texts.nameOf(developerNamed(ticket.project_name)),
    assignee: texts.nameOf(developerNamed(ticket.assignee_name)),
    reporter: texts.nameOf(reporter),
    title: texts.shownLine(ticket.title, reporter, LINE_LENGTH),
    description: own(ticket.description),
    ...Object.fromEntries(BUG_TEXTS.map((field) => [field, own(ticket[field])])),
    ...('internal_note' in ticket
      ? { internal_note: texts.shown(ticket.internal_note ?? null, developerNamed(null)) }
      : {}),
    planned_date: ticket.planned_date,
    estimated_hours: ticket.estimated_hours,
    created_at: ticket.created_at,
    updated_at: ticket.updated_at,
    closed_at: ticket.closed_at,
    awaiting_reply_since: ticket.awaiting_reply_since,
    can: ticket.can,
    ...(has('comments') ? { comments: commentsOf(ticket, showing, readerId) } : {}),
    ...(has('files') ? { files: ticket.attachments.map((file) => fileOf(file, showing)) } : {}),
    ...(has('links') ? linksOf(ticket, showing) : {}),
  };
}

const commentsOf = (ticket: TicketDetail, { texts }: Showing, readerId: string) =>
  newestComments(ticket).map((comment) => {
    const author = authorOf(comment, readerId);
    return {
      author: texts.nameOf(author),
      role: author.role,
      is_internal: comment.is_internal,
      is_closure_summary: comment.is_closure_summary,
      created_at: comment.created_at,
      edited_at: comment.edited_at,
      content: texts.shown(comment.content, author),
    };
  });

const fileOf = ({ original_name, mime_type, size, is_internal, uploaded_by }: Attachment, showing: Showing) => ({
  name: showing.texts.shownLine(original_name, showing.authors(uploaded_by), LINE_LENGTH),
  type: mime_type,
  size,
  is_internal,
});

const linksOf = ({ related_tickets, external_references }: TicketDetail, { texts, authors }: Showing) => ({
  links: related_tickets.map((other: RelatedTicket) => ({
    number: other.number,
    title: texts.shownLine(other.title, authors(other.reporter_id), LINE_LENGTH),
    status: other.status,
    relation: other.relation_type,
    direction: other.direction,
  })),
  references: external_references.map(({ ref_type, url, title }) => ({
    type: ref_type,
    url: texts.shownLine(url, developerNamed(null), 2048),
    title: texts.shownLine(title, developerNamed(null), LINE_LENGTH),
  })),
});

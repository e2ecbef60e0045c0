import { isReopenable, mayOpen, permitChange, permitFields, readsInternals, ticketScope } from '#access';
import type { TicketChanges, TicketDetail, TicketDraft } from '#contract/tickets.ts';
import { recordEvent } from '#events';
import { followTicket, indexChange, indexNewTicket, namedIn } from '#memory';
import { holdUser } from '#people';
import { allSettled, Failure, type Work } from '#platform';
import { AttachmentStore } from './attachments/attachment-store.ts';
import { attachFiles, type KeptAttachment, ticketItself, viewAttachment } from './attachments/attachments.ts';
import { CommentStore } from './comments/comment-store.ts';
import { postComment, viewComments } from './comments/comments.ts';
import { findTicket, holdTicket } from './find-ticket.ts';
import { HistoryStore } from './history-store.ts';
import { ReferenceStore } from './links/reference-store.ts';
import { RelationStore } from './links/relation-store.ts';
import { FollowerStore } from './notices/follower-store.ts';
import { ProjectStore } from './projects/project-store.ts';
import { syncTask } from './tasks/sync-task.ts';
import {
  emptyTextsAsNull,
  type HeldTicket,
  type NamedTicket,
  refuseShortText,
  type StoredTicket,
  viewTicket,
} from './ticket.ts';
import { type Consequences, consequences } from './ticket-change.ts';
import { TicketStore } from './ticket-store.ts';

/** Writes what follows from a change: the closure summary, the fields, the history, the index, the events, the task. */
export async function applyChange(work: Work, before: HeldTicket, change: Consequences): Promise<void> {
  const { set, closureSummary } = change;
  if (closureSummary !== null)
    await postComment(work, before, { ...closureSummary.draft, is_closure_summary: true }, closureSummary);
  if (change.fields.length === 0) return;
  await work.of(TicketStore).change(before, set, work.now);
  await work.of(HistoryStore).add(work, before.id, change.fields);
  await indexChange(work, before, set);
  await followTicket(work, before, set);
  for (const { name, payload } of change.events) await recordEvent(work, before, name, payload);
  if (change.taskFollows)
    await syncTask(
      work,
      { ...before, ...set },
      change.fields.map(({ field }) => field),
    );
}

/**
 * Reopens the caller's own ticket, because it is not solved (docs/rules/closing.md#not-solved). It goes back to its
 * assignee, or, where there is none who could take it, to all developers.
 *
 * @param content what is still wrong, which becomes a public comment.
 * @throws Failure `ticket_not_found`, `forbidden`, `not_reopenable`.
 */
export async function reopenTicket(work: Work, id: string, content: string): Promise<NamedTicket> {
  const ticket = await holdTicket(work, id);
  if (work.actor.role === 'developer')
    throw new Failure('forbidden', { message: 'Only its reporter says this of a ticket. Change its status instead.' });
  const now = (await work.of(TicketStore).find(id, false)) as NamedTicket;
  if (!isReopenable(now, work.now)) throw new Failure('not_reopenable');
  const changes = (await hasActiveAssignee(work, ticket))
    ? ({ status: 'verified' } as const)
    : ({ status: 'submitted', assignee_id: null } as const);
  const circumstances = { actor: work.actor, now: work.now, closureSummaryId: null, newCommentId: work.newId() };
  await applyChange(work, ticket, consequences(ticket, changes, circumstances));
  await postComment(work, { ...ticket, status: changes.status }, { content });
  return (await work.of(TicketStore).find(id, false)) as NamedTicket;
}

async function hasActiveAssignee(work: Work, { assignee_id }: StoredTicket): Promise<boolean> {
  const assignee = assignee_id === null ? undefined : await holdUser(work, assignee_id);
  return assignee?.role === 'developer' && assignee.is_active === 1;
}

/** Checks the bounds that need no database, before files are kept for a ticket that would be refused. @throws Failure `validation_error`. */
export const refuseDraft = (draft: TicketDraft): void =>
  refuseShortText({ ...draft, category: draft.category ?? 'other' });

/**
 * Opens a ticket for what the caller reports, with its files, its number and its first event.
 *
 * @throws Failure `validation_error`, `project_not_found` (400).
 */
export async function openTicket(
  work: Work,
  draft: TicketDraft,
  files: readonly KeptAttachment[] = [],
): Promise<NamedTicket> {
  refuseDraft(draft);
  await refuseUnknownProject(work, draft.project_id);
  const id = work.newId();
  const ticket = {
    ...NEW,
    ...emptyTextsAsNull(draft),
    id,
    number: await work.of(TicketStore).nextNumber(),
    reporter_id: work.actor.id,
    created_at: work.now,
    updated_at: work.now,
  };
  const { status, category, priority, urgency_reporter, project_id, reporter_id } = ticket;
  const [, , , , opened] = await allSettled([
    work.of(TicketStore).add(ticket),
    indexNewTicket(work, ticket),
    attachFiles(work, ticketItself(id), files),
    recordEvent(work, ticket, 'ticket.created', {
      ...{ status, category, priority, urgency_reporter, project_id, reporter_id },
    }),
    work.of(TicketStore).find(id, readsInternals(work.actor)),
  ]);
  return opened as NamedTicket;
}

/** Holds the project that a body names, if any. @throws Failure `project_not_found` (400). */
export async function refuseUnknownProject(work: Work, projectId: string | null | undefined): Promise<void> {
  if (projectId && !(await work.of(ProjectStore).hold(projectId)))
    throw new Failure('project_not_found', { inBody: true });
}

const NEW = {
  steps_to_reproduce: null,
  expected_result: null,
  actual_result: null,
  environment: null,
  category: 'other',
  urgency_reporter: 'normal',
  priority: 'normal',
  status: 'submitted',
  project_id: null,
  assignee_id: null,
  planned_date: null,
  estimated_hours: null,
  order_index: 0,
  internal_note: null,
  closed_at: null,
  version: 1,
} as const;

/**
 * Changes a ticket by the rules (docs/rules/tickets.md#what-developers-change): all of it or nothing.
 *
 * @param expected whether a version is one that the caller expects (If-Match); null when they name none.
 * @throws Failure `forbidden`, `ticket_not_found`, `ticket_locked`, `precondition_failed`, `validation_error`,
 * `project_not_found` (400), `assignee_not_found`, `closure_summary_required`.
 */
export async function changeTicket(
  work: Work,
  id: string,
  changes: TicketChanges,
  expected: ((version: number) => boolean) | null,
): Promise<NamedTicket> {
  permitFields(work.actor, changes);
  const ticket = await holdTicket(work, id);
  permitChange(work.actor, ticket);
  const version = readsInternals(work.actor) ? ticket.version : ticket.public_version;
  if (expected !== null && !expected(version)) throw new Failure('precondition_failed');
  if (changes.project_id !== ticket.project_id) await refuseUnknownProject(work, changes.project_id);
  if (changes.assignee_id !== ticket.assignee_id) await refuseUnknownAssignee(work, changes.assignee_id);
  const change = consequences(ticket, emptyTextsAsNull(changes), {
    actor: work.actor,
    now: work.now,
    closureSummaryId: closesWithEarlierAnswer(changes)
      ? ((await work.of(CommentStore).closureSummaryOf(id)) ?? null)
      : null,
    newCommentId: work.newId(),
  });
  if (!change.isEmpty) await applyChange(work, ticket, change);
  return (await work.of(TicketStore).find(id, readsInternals(work.actor))) as NamedTicket;
}

const closesWithEarlierAnswer = ({ status, closure_summary }: TicketChanges): boolean =>
  status === 'closed' && closure_summary === undefined;

async function refuseUnknownAssignee(work: Work, assigneeId: string | null | undefined): Promise<void> {
  if (!assigneeId) return;
  const assignee = await holdUser(work, assigneeId);
  if (assignee?.role !== 'developer' || assignee.is_active === 0) throw new Failure('assignee_not_found');
}

/**
 * The same by the number that people know. Of a ticket that the caller may not see it says what it says of none.
 *
 * @throws Failure `ticket_not_found`.
 */
export async function showNumberedTicket(work: Work, number: number): Promise<TicketDetail> {
  const ticket = await work.of(TicketStore).numbered(number);
  if (ticket === undefined || !mayOpen(work.actor, ticket)) throw new Failure('ticket_not_found');
  return showTicket(work, ticket.id);
}

/** Reads a ticket with everything on it that the caller may see. @throws Failure `ticket_not_found`, `forbidden`. */
export async function showTicket(work: Work, id: string): Promise<TicketDetail> {
  const internals = readsInternals(work.actor);
  // All at once, which on PostgreSQL is one way to the server and back.
  const [ticket, comments, attachments, history, related, references, following] = await Promise.all([
    findTicket(work, id),
    work.of(CommentStore).onTicket(id, internals),
    work.of(AttachmentStore).onTicket(id, internals),
    work.of(HistoryStore).onTicket(id, internals),
    work.of(RelationStore).ofTicket(id, ticketScope(work.actor)),
    work.of(ReferenceStore).ofTicket(id),
    internals ? work.of(FollowerStore).has({ ticket_id: id, user_id: work.actor.id }) : null,
  ]);
  const named = await namedIn(
    work,
    comments.map(({ content }) => content),
  );
  const files = attachments.map(viewAttachment);
  return {
    ...viewTicket(ticket, work),
    comments: viewComments(comments, files, named),
    attachments: files,
    history,
    related_tickets: related,
    external_references: references,
    ...(following === null ? {} : { following }),
  };
}

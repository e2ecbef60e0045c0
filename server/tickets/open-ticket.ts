import type { TicketDraft } from '../../contract/tickets.ts';
import { attachFiles, type KeptAttachment, ticketItself } from '../attachments/attach-files.ts';
import { allSettled } from '../database/all-settled.ts';
import { recordEvent } from '../events/record-event.ts';
import { Failure } from '../failure.ts';
import { indexNewTicket } from '../search/index-ticket.ts';
import { readsInternals } from '../visibility.ts';
import type { Work } from '../work.ts';
import { emptyTextsAsNull, type NamedTicket } from './ticket.ts';
import { refuseShortText } from './ticket-text.ts';

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
    number: await work.tickets.nextNumber(),
    reporter_id: work.actor.id,
    created_at: work.now,
    updated_at: work.now,
  };
  const { status, category, priority, urgency_reporter, project_id, reporter_id } = ticket;
  const [, , , , opened] = await allSettled([
    work.tickets.add(ticket),
    indexNewTicket(work, ticket),
    attachFiles(work, ticketItself(id), files),
    recordEvent(work, ticket, 'ticket.created', {
      ...{ status, category, priority, urgency_reporter, project_id, reporter_id },
    }),
    work.tickets.find(id, readsInternals(work.actor)),
  ]);
  return opened as NamedTicket;
}

/** Holds the project that a body names, if any. @throws Failure `project_not_found` (400). */
export async function refuseUnknownProject(work: Work, projectId: string | null | undefined): Promise<void> {
  if (projectId && !(await work.projects.hold(projectId))) throw new Failure('project_not_found', { inBody: true });
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

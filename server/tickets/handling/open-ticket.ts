import { isHidden, standing } from '#access';
import type { TicketDraft } from '#contract/tickets.ts';
import { Failure, type Work } from '#platform';
import { fieldChanges } from '../fields/ticket-fields.ts';
import { findTicket } from '../find-ticket.ts';
import { addTicket, type Reporting } from '../new-ticket.ts';
import { ProjectStore } from '../project-store.ts';
import { type NamedTicket, refuseShortText } from '../ticket.ts';

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
  { files = [], acknowledge = false, reporterId = work.actor.id }: Reporting = {},
): Promise<NamedTicket> {
  refuseDraft(draft);
  await permitReporting(work, draft.project_id);
  const values = await reportedValues(work, draft, reporterId);
  return addTicket(work, draft, { reporterId, files, values, acknowledge, read: (id) => findTicket(work, id) });
}

/** The values of a report in fields: its reporter fills in those that are asked at the report, who works on it the others too. */
function reportedValues(work: Work, draft: TicketDraft, reporter_id: string) {
  const { category = 'other', project_id = null, fields } = draft;
  const ticket = { reporter_id, assignee_id: null, project_id, restricted: 0, people: null, category } as const;
  return fieldChanges(work, null, ticket, standing(work.actor, ticket), fields);
}

/** Permits a report into a project, if any, or a move there, and holds it. @throws Failure `project_not_found` (400), also for one that they may not know of. */
export async function permitReporting(work: Work, projectId: string | null | undefined): Promise<void> {
  if (projectId && (isHidden(work.actor, projectId) || !(await work.of(ProjectStore).share({ id: projectId }))))
    throw new Failure('project_not_found', { inBody: true });
}

import type { TicketChanges } from '../../contract/tickets.ts';
import { Failure } from '../failure.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import { permitChange, permitFields } from '../ticket-access/ticket-permissions.ts';
import { readsInternals } from '../visibility.ts';
import type { Work } from '../work.ts';
import { applyChange } from './apply-change.ts';
import { refuseUnknownProject } from './open-ticket.ts';
import { emptyTextsAsNull, type NamedTicket } from './ticket.ts';
import { consequences } from './ticket-change.ts';

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
    closureSummaryId: closesWithEarlierAnswer(changes) ? ((await work.comments.closureSummaryOf(id)) ?? null) : null,
    newCommentId: work.newId(),
  });
  if (!change.isEmpty) await applyChange(work, ticket, change);
  return (await work.tickets.find(id, readsInternals(work.actor))) as NamedTicket;
}

const closesWithEarlierAnswer = ({ status, closure_summary }: TicketChanges): boolean =>
  status === 'closed' && closure_summary === undefined;

async function refuseUnknownAssignee(work: Work, assigneeId: string | null | undefined): Promise<void> {
  if (!assigneeId) return;
  const assignee = await work.users.hold(assigneeId);
  if (assignee?.role !== 'developer' || assignee.is_active === 0) throw new Failure('assignee_not_found');
}

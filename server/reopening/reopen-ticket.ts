import { postComment } from '../comments/post-comment.ts';
import { Failure } from '../failure.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import { isReopenable } from '../ticket-access/reopening.ts';
import { applyChange } from '../tickets/apply-change.ts';
import type { NamedTicket, StoredTicket } from '../tickets/ticket.ts';
import { consequences } from '../tickets/ticket-change.ts';
import type { Work } from '../work.ts';

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
  const now = (await work.tickets.find(id, false)) as NamedTicket;
  if (!isReopenable(now, work.now)) throw new Failure('not_reopenable');
  const changes = (await hasActiveAssignee(work, ticket))
    ? ({ status: 'verified' } as const)
    : ({ status: 'submitted', assignee_id: null } as const);
  const circumstances = { actor: work.actor, now: work.now, closureSummaryId: null, newCommentId: work.newId() };
  await applyChange(work, ticket, consequences(ticket, changes, circumstances));
  await postComment(work, { ...ticket, status: changes.status }, { content });
  return (await work.tickets.find(id, false)) as NamedTicket;
}

async function hasActiveAssignee(work: Work, { assignee_id }: StoredTicket): Promise<boolean> {
  const assignee = assignee_id === null ? undefined : await work.users.hold(assignee_id);
  return assignee?.role === 'developer' && assignee.is_active === 1;
}

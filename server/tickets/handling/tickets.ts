import {
  changedFacts,
  isConcealed,
  isReopenable,
  isSealed,
  isSeenOtherwise,
  permitChange,
  permitFields,
  readsInternals,
  standing,
  withSight,
} from '#access';
import type { TicketChanges } from '#contract/tickets.ts';
import { closureSummaryOf, followChange, postComment } from '#conversation';
import { recordEvent, recordHistory } from '#events';
import { followTicket, indexChange, indexTicket, resettleTicket } from '#memory';
import { holdUser } from '#people';
import { Failure, invalidField, isDeveloper, type Work } from '#platform';
import { FieldStore, type ValueChange } from '../field-store.ts';
import { fieldChanges, refuseLacking } from '../fields/ticket-fields.ts';
import { holdRoot, holdTicket, rereadTicket } from '../find-ticket.ts';
import { applyLabels, labelChange } from '../labels/labels.ts';
import { MergingStore } from '../merging/merging-store.ts';
import { ProjectStore } from '../project-store.ts';
import { dropBlind, refuseRevealing, refuseWithoutWorker, settleRestriction } from '../seeing/sight-changes.ts';
import { syncTask } from '../sync-task.ts';
import { TeamStore } from '../team-store.ts';
import { emptyTextsAsNull, type HeldTicket, type NamedTicket, type StoredTicket } from '../ticket.ts';
import { type Circumstances, type Consequences, consequences, isPublicChange } from '../ticket-change.ts';
import { changedLines } from '../ticket-lines.ts';
import { TicketStore } from '../ticket-store.ts';
import { permitReporting } from './open-ticket.ts';
import { type RestoredTicket, restoreTimes } from './restore-times.ts';

/** The circumstances of a change by the caller that neither closes a ticket nor touches its labels. */
export const circumstancesOf = (work: Work): Circumstances => ({
  actor: work.actor,
  now: work.now,
  closureSummaryId: null,
  newCommentId: work.newId(),
  labels: null,
  values: [],
});

/** Writes what follows from a change: the closure summary, the fields, the history, the index, the events, the task. */
export async function applyChange(work: Work, before: HeldTicket, change: Consequences): Promise<void> {
  const { set, closureSummary } = change;
  if (closureSummary !== null)
    await postComment(work, before, { ...closureSummary.draft, is_closure_summary: true }, closureSummary);
  if (change.fields.length === 0) return;
  await work.of(TicketStore).change(before, set, change.fields.some(isPublicChange), work.now);
  work.lines.push(...(await changedLines(work, before, change.fields)));
  await recordHistory(work, before.id, change.fields);
  await indexChange(work, before, set);
  await followTicket(work, before, set);
  for (const { name, payload } of change.events) await recordEvent(work, before, name, payload);
  const { restricted: _, ...fields } = set;
  await followChange(work, { ...before, ...fields }, change.fields);
  if (change.taskFollows)
    await syncTask(
      work,
      { ...before, ...fields },
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
  const ticket = await holdRoot(work, id);
  if (standing(work.actor, ticket) !== 'reporter')
    throw new Failure('forbidden', { message: 'Only its reporter says this of a ticket. Change its status instead.' });
  const now = (await work.of(TicketStore).find(ticket.id, false)) as NamedTicket;
  if (!isReopenable(now, work.now)) throw new Failure('not_reopenable');
  const changes = (await hasActiveAssignee(work, ticket))
    ? ({ status: 'verified' } as const)
    : ({ status: 'submitted', assignee_id: null } as const);
  await applyChange(work, ticket, consequences(ticket, changes, circumstancesOf(work)));
  await postComment(work, { ...ticket, status: changes.status }, { content });
  return (await work.of(TicketStore).find(ticket.id, false)) as NamedTicket;
}

async function hasActiveAssignee(work: Work, { assignee_id }: StoredTicket): Promise<boolean> {
  const assignee = assignee_id === null ? undefined : await holdUser(work, assignee_id);
  return assignee !== undefined && isDeveloper(assignee) && assignee.is_active === 1;
}

/** The reply to somebody whose own change hid the ticket from them. */
export type MovedTicket = Pick<NamedTicket, 'id' | 'number' | 'project_id'> & { readonly isGone: true };

/**
 * Changes a ticket by the rules (docs/rules/tickets.md#what-developers-change): all of it or nothing.
 *
 * @param expected whether a version is one that the caller expects (If-Match); null when they name none.
 * @throws Failure `forbidden`, `ticket_not_found`, `ticket_locked`, `precondition_failed`, `validation_error`,
 * `project_not_found` (400), `assignee_not_found`, `closure_summary_required`, `cannot_see_ticket`, `would_reveal`,
 * `would_be_orphaned`, `field_needed`.
 */
export async function changeTicket(
  work: Work,
  id: string,
  changes: TicketChanges,
  expected: ((version: number) => boolean) | null,
): Promise<NamedTicket | MovedTicket> {
  const moved = await writeChange(work, id, changes, expected);
  return (await rereadTicket(work, id)) ?? { ...moved, isGone: true };
}

/**
 * Changes a ticket as `changeTicket` does, and does not read it anew.
 *
 * @param restored what it takes back, so that nothing follows from it; null for a change.
 */
export async function writeChange(
  work: Work,
  id: string,
  changes: TicketChanges,
  expected: ((version: number) => boolean) | null,
  restored: RestoredTicket | null = null,
): Promise<Pick<NamedTicket, 'id' | 'number' | 'project_id'>> {
  permitFields(work.actor, changes);
  refuseLoneAlso(changes);
  const ticket = await holdTicket(work, id);
  permitChange(work.actor, ticket, changes);
  if (ticket.merged_into_id !== null) throw new Failure('already_merged');
  const version = readsInternals(standing(work.actor, ticket)) ? ticket.version : ticket.public_version;
  if (expected !== null && !expected(version)) throw new Failure('precondition_failed');
  const settled = await permitted(work, ticket, changes);
  const { project_id: project = ticket.project_id, labels: sent } = settled;
  const labels = await labelChange(work, ticket, sent, project);
  const earlier = closesWithEarlierAnswer(changes) ? await closureSummaryOf(work, id) : undefined;
  const values = await fieldChanges(
    work,
    id,
    askedTicket(ticket, settled),
    standing(work.actor, ticket),
    settled.fields,
  );
  const more = { closureSummaryId: earlier ?? null, labels, values, isRestored: restored !== null };
  const circumstances = { ...circumstancesOf(work), ...more };
  const change = consequences(ticket, emptyTextsAsNull(settled), circumstances);
  if (change.set.status === 'closed' && ticket.has_fields === 1)
    await refuseLacking(work, id, askedTicket(ticket, settled), values);
  if (!change.isEmpty) await applyChange(work, ticket, change);
  if (labels !== null) await applyLabels(work, id, labels);
  await work.of(FieldStore).put(id, values);
  if (isWrittenOtherwise(ticket, change, values)) await indexTicket(work, { ...ticket, ...change.set });
  if (restored?.status) await restoreTimes(work, ticket, change, restored);
  await resettle(work, ticket, settled);
  const { number, project_id } = { ...ticket, ...change.set };
  return { id, number, project_id };
}

/** The ticket as it is to become, as far as it decides which fields it is asked for, and who sees it. */
const askedTicket = (ticket: HeldTicket, changes: TicketChanges) => ({
  ...changedFacts(ticket, changes),
  category: changes.category ?? ticket.category,
});

/** Whether what is looked for of a ticket changes by what it says in fields: by a text, or by other fields that it is asked for. */
const isWrittenOtherwise = (ticket: HeldTicket, { fields }: Consequences, values: readonly ValueChange[]): boolean =>
  ticket.has_fields === 1 &&
  (values.length > 0 || fields.some(({ field }) => field === 'category' || field === 'project_id'));

/** Other tickets are closed with the answer of this one. @throws Failure `validation_error`. */
function refuseLoneAlso({ also, status, closure_summary }: TicketChanges): void {
  if (also !== undefined && (status !== 'closed' || closure_summary === undefined))
    throw invalidField('also', 'dependentRequired', 'Send also together with status "closed" and closure_summary.');
}

/**
 * Closes a ticket that stands beside another one with the same answer (docs/rules/merging.md#one-answer-for-many).
 *
 * @param id the ticket that was closed with it.
 * @throws Failure `not_beside`, `ticket_closed`, and those of `changeTicket`.
 */
export const closeBeside =
  (id: string, { closure_summary, closure_question, closure_shared }: TicketChanges) =>
  async (work: Work, other: string): Promise<void> => {
    const group = await work.of(MergingStore).group(id);
    if (other === id || !group.some((member) => member.id === other)) throw new Failure('not_beside');
    const ticket = await holdTicket(work, other);
    permitChange(work.actor, ticket, { status: 'closed' });
    if (ticket.status === 'closed') throw new Failure('ticket_closed');
    const answer = {
      ...(closure_summary === undefined ? {} : { closure_summary }),
      ...(closure_question === undefined ? {} : { closure_question }),
      ...(closure_shared === undefined ? {} : { closure_shared }),
    };
    await changeTicket(work, other, { status: 'closed', ...answer }, null);
  };

/** A ticket that is moved or restricted, and its answer, is found by others from now on. */
async function resettle(work: Work, ticket: HeldTicket, changes: TicketChanges): Promise<void> {
  if (!isSeenOtherwise(work.actor, ticket, changes)) return;
  const { title = ticket.title, description = ticket.description } = changes;
  const isKeptApart = isConcealed(work.actor, changedFacts(ticket, changes));
  await resettleTicket(work, { ...ticket, title, description }, isKeptApart);
}

/** Checks what a change names, and adds what follows from it for those who see the ticket. */
async function permitted(work: Work, ticket: HeldTicket, changes: TicketChanges): Promise<TicketChanges> {
  if (changes.project_id !== undefined && changes.project_id !== ticket.project_id)
    await permitReporting(work, changes.project_id);
  if (changes.team_id !== ticket.team_id) await refuseForeignTeam(work, ticket, changes);
  if (changes.assignee_id !== ticket.assignee_id) await refuseUnknownAssignee(work, ticket, changes);
  if (!isSeenOtherwise(work.actor, ticket, changes)) {
    await refuseWithoutWorker(work, ticket, changes);
    return changes;
  }
  const after = await settleRestriction(work, ticket, changes);
  await refuseRevealing(work, ticket, after, changes.confirm === true);
  return dropBlind(work, ticket, after, changes);
}

const closesWithEarlierAnswer = ({ status, closure_summary }: TicketChanges): boolean =>
  status === 'closed' && closure_summary === undefined;

/** @throws Failure `team_not_found` (400); `cannot_see_ticket` for a team that is none of a sealed project's. */
async function refuseForeignTeam(work: Work, ticket: HeldTicket, changes: TicketChanges): Promise<void> {
  const { team_id: team, project_id: project = ticket.project_id } = changes;
  if (!team) return;
  if ((await work.of(TeamStore).hold(team)) === undefined) throw new Failure('team_not_found', { inBody: true });
  if (!isSealed(work.actor, project) || project === null) return;
  if (!(await work.of(ProjectStore).teamsOf(project)).some(({ team_id }) => team_id === team))
    throw new Failure('cannot_see_ticket', { message: 'Name a team of its project.' });
}

/** @throws Failure `assignee_not_found`; `cannot_see_ticket` for a developer whom only the assignment would let see it. */
async function refuseUnknownAssignee(work: Work, ticket: HeldTicket, changes: TicketChanges): Promise<void> {
  const { assignee_id: id } = changes;
  if (!id) return;
  const assignee = await holdUser(work, id);
  if (assignee === undefined || !isDeveloper(assignee) || assignee.is_active === 0)
    throw new Failure('assignee_not_found');
  // A caller who restricts a ticket works on it from then on.
  if (changes.restricted && id === work.actor.id) return;
  const [person] = await withSight(work, [assignee]);
  const unassigned = changedFacts(ticket, { ...changes, assignee_id: null });
  const theirs = person && standing(person, unassigned);
  if (theirs === 'none' || (theirs === 'reporter' && isConcealed(work.actor, unassigned)))
    throw new Failure('cannot_see_ticket', { facts: { user_id: id } });
}

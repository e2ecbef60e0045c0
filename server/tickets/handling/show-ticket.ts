import { readsInternals, scopesOf, standing } from '#access';
import type { TicketDetail } from '#contract/tickets.ts';
import { attachmentsOn, commentsOn, isFollowing, viewAttachment, viewComments } from '#conversation';
import { historyOf } from '#events';
import { namedIn } from '#memory';
import { Failure, isDeveloper, type Work } from '#platform';
import { codeChangesOn } from '#shipping';
import { findTicket } from '../find-ticket.ts';
import { ReferenceStore, RelationStore } from '../links/relation-store.ts';
import { joinedReports, originsOf, viewBeside } from '../merging/beside.ts';
import { continuesAt } from '../merging/merge-decision.ts';
import { MergingStore } from '../merging/merging-store.ts';
import { seenHistory } from '../seeing/seen-history.ts';
import { viewTicket } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';

/**
 * Reads a ticket by the number that people know, with everything on it that the caller may see. It says of a ticket that the caller may not see what it says of none.
 *
 * @throws Failure `ticket_not_found`.
 */
export async function showNumberedTicket(work: Work, number: number): Promise<TicketDetail> {
  const ticket = await work.of(TicketStore).numbered({ number });
  if (ticket === undefined || standing(work.actor, ticket) === 'none') throw new Failure('ticket_not_found');
  return showTicket(work, ticket.id);
}

const NOWHERE = { merged_from_id: null, act_id: null };

/** Reads a ticket with everything on it that the caller may see. @throws Failure `ticket_not_found`, `forbidden`. */
export async function showTicket(work: Work, id: string): Promise<TicketDetail> {
  const [scope] = scopesOf(work.actor);
  // At once, which on PostgreSQL is one way to the server and back; but what some see is known only from the ticket.
  const isKnown = scope.kind === 'all' || scope.kind === 'reporter';
  const first = isKnown ? null : await findTicket(work, id);
  const internals = first === null ? scope.kind === 'all' : readsInternals(standing(work.actor, first));
  const [ticket, comments, attachments, history, related, references, following, group, changes] = await Promise.all([
    first ?? findTicket(work, id),
    commentsOn(work, id, internals),
    attachmentsOn(work, id, internals),
    historyOf(work, id, internals),
    work.of(RelationStore).ofTicket(id, work.actor),
    work.of(ReferenceStore).ofTicket({ ticket: id }),
    isDeveloper(work.actor) ? isFollowing(work, id) : null,
    isDeveloper(work.actor) ? work.of(MergingStore).group(id) : [],
    internals ? codeChangesOn(work, id) : null,
  ]);
  const own = standing(work.actor, ticket);
  const named = await namedIn(
    work,
    comments.map(({ content }) => content),
  );
  const origin = await originsOf(work, internals, [...comments, ...attachments, ...references]);
  const files = attachments.map((file) => ({ ...viewAttachment(file), ...origin(file) }));
  const shown = viewTicket(ticket, work);
  const { merged_into: end } = shown;
  return {
    ...shown,
    comments: viewComments(comments, files, named, { person: work.actor, ticket }).map((view, index) => ({
      ...view,
      ...(end && view.is_closure_summary ? { content: continuesAt(view.content, end.number) } : {}),
      ...origin(comments[index] ?? NOWHERE),
    })),
    attachments: files,
    history: await seenHistory(work, history, ticket.project_id),
    related_tickets: related,
    external_references: references.map(({ merged_from_id, act_id, ...other }) => ({
      ...other,
      ...origin({ merged_from_id, act_id }),
    })),
    ...(changes === null ? {} : { changes }),
    ...(following === null || own === 'reporter' ? {} : { following }),
    ...(own === 'worker' ? { beside: viewBeside(work, id, group) } : {}),
    ...(await joinedReports(work, id, history)),
  };
}

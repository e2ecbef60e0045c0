import type { Status } from '#contract/words.ts';
import { deriveAwaitingReply, noteReporters, reconcileWaits, settleClosed } from '#conversation';
import { type Actor, IMPORT_SOURCE, type Instant, type Work } from '#platform';
import type { ImportRun } from './import-run.ts';
import { ImportStore } from './import-store.ts';
import { DerivedRowStore, type FollowingRows } from './imported-row-store.ts';

/** Tickets that one statement sets what follows for. */
const AT_ONCE = 50;

export interface StatusMove {
  readonly at: Instant;
  readonly from: Status;
  readonly to: Status;
  readonly by: string | null;
}

export interface TicketAdditions {
  readonly id: string;
  readonly number: number;
  readonly isNew: boolean;
  readonly createdAt: Instant;
  readonly reporterId: string;
  readonly assigneeId: string | null;
  readonly projectId: string | null;
  readonly category: string;
  readonly priority: string;
  readonly urgency: string;
  readonly status: Status;
  events: number;
  /** It grows by `concat`, which leaves no room to spare: an import remembers those of each ticket. */
  moves: readonly StatusMove[];
  /** Its closure summaries that are new and public, oldest first. */
  summaries: readonly { readonly id: string; readonly at: Instant }[];
  /** The newest of them, which is its answer. */
  summary: string | null;
  hasNewComments: boolean;
}

type Begun = Pick<TicketAdditions, 'status' | 'category' | 'priority'> & {
  readonly number: number;
  readonly created_at: Instant;
  readonly reporter_id: string;
  readonly assignee_id?: string | null | undefined;
  readonly project_id?: string | null | undefined;
  readonly urgency_reporter: string;
};

/** A ticket to which nothing is added yet. @param before what it has already; null for a new one. */
export const noAdditions = (
  id: string,
  ticket: Begun,
  before: { readonly event_seq: number; readonly summary_comment_id: string | null } | null,
): TicketAdditions => ({
  id,
  number: ticket.number,
  isNew: before === null,
  createdAt: ticket.created_at,
  status: ticket.status,
  reporterId: ticket.reporter_id,
  assigneeId: ticket.assignee_id ?? null,
  projectId: ticket.project_id ?? null,
  category: ticket.category,
  priority: ticket.priority,
  urgency: ticket.urgency_reporter,
  events: before?.event_seq ?? 0,
  moves: [],
  summaries: [],
  hasNewComments: false,
  summary: before?.summary_comment_id ?? null,
});

/**
 * Records anew what happened to imported tickets, as events that were delivered long ago: nobody is told, and the record has
 * no gap. Then sets what follows from the rows: since when a ticket has its status, which comment answers it, since when its
 * reporter waits.
 */
export async function finishTickets(
  work: Work<Actor>,
  run: ImportRun,
  tickets: readonly TicketAdditions[],
): Promise<void> {
  for (const ticket of tickets) {
    for (const event of eventsOf(ticket)) addEvent(run, ticket, event);
    if (run.rows.isFull) await run.rows.flush();
  }
  await run.rows.flush();
  for (let from = 0; from < tickets.length; from += AT_ONCE) await follow(work, tickets.slice(from, from + AT_ONCE));
}

async function follow(work: Work<Actor>, tickets: readonly TicketAdditions[]): Promise<void> {
  const grown = tickets.filter(({ isNew, moves, summary }) => isNew || moves.length > 0 || summary !== null);
  await work.of(DerivedRowStore).follow(grown.map(followingFrom));
  for (const { id, isNew, summaries, summary } of tickets)
    if (!isNew && summaries.length > 0 && summary !== null)
      await work.of(ImportStore).unmarkOtherSummaries({ ticket: id, comment: summary });
  const talked = tickets.filter(({ hasNewComments, moves }) => hasNewComments || moves.length > 0);
  const ids = talked.map(({ id }) => id);
  await deriveAwaitingReply(work, ids);
  await noteReporters(
    work,
    tickets.filter(({ isNew }) => isNew).map(({ id }) => id),
  );
  await reconcileWaits(
    work,
    tickets.map(({ id }) => id),
    { isImport: true },
  );
  await settleClosed(work, ids);
}

interface PastEvent {
  readonly name: 'ticket.created' | 'ticket.status_changed' | 'ticket.closed';
  readonly at: Instant;
  readonly by: string | null;
  readonly payload: object;
}

/** The events of a ticket, in the order of time, so that those that are forgotten later leave no gap. */
function eventsOf(ticket: TicketAdditions): PastEvent[] {
  const events = ticket.moves.flatMap((move) => eventsOfMove(ticket, move));
  return (ticket.isNew ? [creationOf(ticket), ...events] : events).sort((a, b) =>
    a.at < b.at ? -1 : a.at > b.at ? 1 : 0,
  );
}

const creationOf = (ticket: TicketAdditions): PastEvent => ({
  name: 'ticket.created',
  at: ticket.createdAt,
  by: ticket.reporterId,
  payload: {
    status: ticket.moves[0]?.from ?? ticket.status,
    category: ticket.category,
    priority: ticket.priority,
    urgency_reporter: ticket.urgency,
    project_id: ticket.projectId,
    reporter_id: ticket.reporterId,
  },
});

function eventsOfMove({ assigneeId, summaries }: TicketAdditions, { at, by, from, to }: StatusMove): PastEvent[] {
  const payload = { old_status: from, new_status: to, assignee_id: assigneeId };
  const moved: PastEvent = { name: 'ticket.status_changed', at, by, payload };
  if (to !== 'closed') return [moved];
  const closure_comment_id = (summaries.findLast((summary) => summary.at <= at) ?? summaries[0])?.id ?? null;
  return [moved, { name: 'ticket.closed', at, by, payload: { ...payload, closure_comment_id } }];
}

function addEvent(run: ImportRun, ticket: TicketAdditions, { name, at, by, payload }: PastEvent): void {
  ticket.events += 1;
  run.rows.add('event_outbox', {
    id: run.newId(at),
    event_id: run.newId(at),
    event_name: name,
    aggregate_type: 'ticket',
    aggregate_id: ticket.id,
    seq: ticket.events,
    actor_user_id: by,
    correlation_id: run.id,
    source: IMPORT_SOURCE,
    payload: JSON.stringify({ ticket_id: ticket.id, number: ticket.number, ...payload }),
    status: 'sent',
    attempts: 0,
    next_attempt_at: null,
    last_error: null,
    occurred_at: at,
    created_at: at,
    updated_at: at,
    processed_at: at,
    routed_at: at,
  });
}

const followingFrom = ({ id, moves, summary, events, createdAt, isNew }: TicketAdditions): FollowingRows => ({
  id,
  events,
  summary,
  since: moves.at(-1)?.at ?? (isNew ? createdAt : null),
  wasClosed: moves.some(({ from }) => from === 'closed'),
});

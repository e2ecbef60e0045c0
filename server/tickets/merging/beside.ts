import { standing } from '#access';
import type { BesideTicket, JoinedReport, MergedTicket } from '#contract/merging.ts';
import type { Actor, Work } from '#platform';
import type { StoredTicket } from '../ticket.ts';
import { type BesideRow, MergingStore } from './merging-store.ts';

/**
 * The others of a group as the caller may know of them, the lead first.
 *
 * @param id the ticket that is looked at. What was joined to another one stands beside nothing.
 */
export const viewBeside = ({ actor }: Work, id: string, group: readonly BesideRow[]): BesideTicket[] =>
  (group.some((row) => row.id === id) ? group : [])
    .filter((row) => row.id !== id && standing(actor, row) !== 'none')
    .map(({ id, number, title, reporter_name, is_lead }) => ({ id, number, title, reporter_name, is_lead }));

/** The group beside a ticket, for who works on it. */
export async function besideOf(work: Work, ticket: StoredTicket): Promise<{ beside?: BesideTicket[] }> {
  if (standing(work.actor, ticket) !== 'worker') return {};
  return { beside: viewBeside(work, ticket.id, await work.of(MergingStore).group(ticket.id)) };
}

/** The number at which an old number leads now; undefined when it was not merged. */
export const rootNumberOf = (work: Work<Actor>, number: number) => work.of(MergingStore).rootNumber(number);

interface CameAlong {
  readonly merged_from_id: string | null;
  readonly act_id: string | null;
}

/**
 * Tells where comments, files and references came from: by which merges, and in which act.
 *
 * @param isTold whether the reader is told: reporters learn nothing of another reporter's ticket.
 */
export async function originsOf(
  work: Work,
  isTold: boolean,
  rows: readonly CameAlong[],
): Promise<(row: CameAlong) => { merged_from?: MergedTicket | null; act_id?: string | null }> {
  if (!isTold) return () => ({});
  const ids = new Set(rows.flatMap(({ merged_from_id }) => (merged_from_id === null ? [] : [merged_from_id])));
  const tickets = ids.size === 0 ? [] : await work.of(MergingStore).named({ ids: [...ids] });
  const seen = new Map(
    tickets.filter((ticket) => standing(work.actor, ticket) !== 'none').map((ticket) => [ticket.id, ticket]),
  );
  return ({ merged_from_id: id, act_id }) => {
    if (id === null) return { merged_from: null, act_id };
    const ticket = seen.get(id);
    return { merged_from: { id: ticket?.id ?? null, number: ticket?.number ?? null }, act_id };
  };
}

/** The reports of the tickets that were joined to one, for everybody who reads it. @param history of the ticket: most have nothing to ask for. */
export async function joinedReports(
  work: Work,
  root: string,
  history: readonly { readonly field: string }[],
): Promise<{ joined?: JoinedReport[] }> {
  if (!history.some(({ field }) => field === 'merged_from')) return {};
  const tickets = await work.of(MergingStore).reports({ root });
  if (tickets.length === 0) return {};
  return {
    joined: tickets.map(({ id, number, title, description, reporter_name, created_at, ...facts }) => {
      const isSeen = standing(work.actor, facts) !== 'none';
      const named = isSeen ? { id, number, title } : { id: null, number: null, title: null };
      return { ...named, description, reporter_name, created_at };
    }),
  };
}

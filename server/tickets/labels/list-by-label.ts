import type { Work } from '#platform';
import type { TicketListing } from '../ticket-filter.ts';
import { LabelStore } from './label-store.ts';

/** What may leave so few tickets that they are not looked for along a label. */
const NARROW = [
  ...['search', 'reporterId', 'teamId', 'projectId', 'number', 'assigneeId', 'writerId', 'createdSince'],
  ...['createdBefore', 'plannedBefore', 'updatedBefore', 'closedSince', 'closedBefore', 'statusBefore', 'following'],
  ...['priorities', 'categories', 'restricted'],
] as const;

/** The id of the label along which a list may be walked: it asks for one label, and but for statuses for nothing else. */
function labelToWalk(wanted: TicketListing): string | null {
  const { labels, merged, participating, awaitingReply } = wanted;
  if (labels === null || labels.all !== null || labels.none || labels.any?.length !== 1) return null;
  const isNarrow = participating || awaitingReply !== null || NARROW.some((name) => wanted[name] !== null);
  return isNarrow || merged ? null : (labels.any[0] ?? null);
}

/** Says how the tickets of a list by labels are found: along its one label where that may be, else from few, if they are few. */
export async function plannedByLabel(work: Work, listing: TicketListing, mayWalk: boolean): Promise<TicketListing> {
  const { labels } = listing;
  if (labels === null) return listing;
  const walked = mayWalk ? labelToWalk(listing) : null;
  const few = walked === null ? await fewOf(work, labels.any, labels.all) : null;
  return { ...listing, labels: { ...labels, few, walked } };
}

/** The labels by which a list is gathered: those of which a ticket has any, or one of those that it has all of. */
async function fewOf(work: Work, any: readonly string[] | null, all: readonly string[] | null) {
  for (const ids of [...(any === null ? [] : [any]), ...(all ?? []).map((id) => [id])])
    if (await work.of(LabelStore).areFew(ids)) return ids;
  return null;
}

import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import { STATUSES, type Status } from '#contract/tickets.ts';
import type { Dialect, Work } from '#platform';
import type { Schema } from '#records';
import { LabelStore } from '../labels/label-store.ts';
import { ASKED, type Chosen, filtered, type ListingValues, limitOf, type TicketListing } from './ticket-filter.ts';

const COLUMN = {
  created_at: 'label_entries.created_at',
  updated_at: 'label_entries.updated_at',
  number: 'label_entries.number',
  priority: 'label_entries.priority_rank',
  awaiting_reply_since: 'label_entries.awaiting_reply_since',
  rank: 'label_entries.number',
} as const;

type Entries = SelectQueryBuilder<Schema, 'label_entries', object>;

/** The entries of the label with these statuses; joined with their tickets only where the reader does not see all of these. */
function entries(db: Kysely<Schema>, p: ListingValues, wanted: TicketListing, dialect: Dialect): Entries {
  const theirTickets = db
    .selectFrom('label_entries')
    .crossJoin('tickets')
    .whereRef('tickets.id', '=', 'label_entries.ticket_id') as unknown as Chosen;
  const rest: TicketListing = { ...wanted, statuses: null, merged: true, labels: null, awaitingReply: null };
  const seesSome = filtered(db.selectFrom('tickets'), p, rest, dialect).toOperationNode().where !== undefined;
  const from = seesSome ? filtered(theirTickets, p, rest, dialect) : db.selectFrom('label_entries');
  // As the result of a query: for a value PostgreSQL expects fewer tickets than of labels in the mean, and would plan anew at each run.
  const label = sql<string>`(select cast(${p.labelWalked} as ${sql.raw(dialect.types.id)}))`;
  const ofLabel = (from as unknown as Entries)
    .where('label_entries.label_id', '=', label)
    .where(sql<boolean>`not label_entries.joined`);
  return wanted.awaitingReply === null
    ? ofLabel
    : ofLabel.where('label_entries.awaiting_reply_since', wanted.awaitingReply ? 'is not' : 'is', null);
}

/** The first tickets of one status, read along the index of its order. */
function pageOfStatus(from: Entries, status: Status, p: ListingValues, wanted: TicketListing) {
  const column = COLUMN[wanted.sort];
  const direction = wanted.ascending ? 'asc' : 'desc';
  const behind = sql.raw(wanted.ascending ? '>' : '<');
  const page = from
    .select(['label_entries.ticket_id as id', sql`${sql.ref(column)}`.as('sorted')])
    .where('label_entries.status', '=', status)
    .orderBy(column, direction)
    .orderBy('label_entries.ticket_id', direction)
    .limit(limitOf(p, wanted));
  if (!wanted.after) return page;
  return page.where(sql<boolean>`(${sql.ref(column)}, label_entries.ticket_id) ${behind} (${p.value}, ${p.id})`);
}

/** The ids of a page of the tickets that have a label: the first of each status, and of these the first. */
export function walkedPage(db: Kysely<Schema>, p: ListingValues, wanted: TicketListing, dialect: Dialect) {
  const from = entries(db, p, wanted, dialect);
  const pages = (wanted.statuses ?? STATUSES).map(
    (status) => sql`select id, sorted from (${pageOfStatus(from, status, p, wanted)}) as ${sql.id(status)}`,
  );
  const direction = sql.raw(wanted.ascending ? 'asc' : 'desc');
  return sql<{ id: string }>`select id from (${sql.join(pages, sql` union all `)}) as entries
    order by sorted ${direction}, id ${direction} limit ${limitOf(p, wanted)}`;
}

/** How many tickets have a label. */
export const walkedCount = (db: Kysely<Schema>, p: ListingValues, wanted: TicketListing, dialect: Dialect) =>
  entries(db, p, wanted, dialect)
    .where('label_entries.status', 'in', wanted.statuses ?? STATUSES)
    .select(sql<number>`count(*)`.as('count'));

/** What may leave so few tickets that they are not looked for along a label. */
const NARROW = [...ASKED, 'search', 'number', 'following', 'priorities', 'categories', 'restricted'] as const;

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

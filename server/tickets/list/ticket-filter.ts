import type { ReferenceExpression, SelectQueryBuilder } from 'kysely';
import {
  formOfScope,
  hasInternals,
  inScope,
  type NamedApart,
  readerSpaces,
  type Scopes,
  type ScopeValues,
  scopeValues,
  type TicketScope,
} from '#access';
import type { SORTS } from '#contract/ticket-list.ts';
import type { Category, Priority, Status } from '#contract/tickets.ts';
import type { TurnableFilter } from '#contract/words.ts';
import { type Dialect, formOfMatching, type Instant, type Matching } from '#platform';
import { flag, type Schema } from '#records';
import { formOfLabels, type LabelFilter, type LabelValues, labelConditions, labelValues } from '../label-columns.ts';
import { updateColumn } from '../ticket-columns.ts';

/** What a list may ask of tickets by one text each: an id, a moment, a day. */
export const ASKED = [
  'reporterId',
  'teamId',
  'projectId',
  'assigneeId',
  'writerId',
  'createdSince',
  'createdBefore',
  'plannedBefore',
  'updatedBefore',
  'closedSince',
  'closedBefore',
  'statusBefore',
] as const;
type Asked = Record<(typeof ASKED)[number], string>;

/** The values of a list's query; beside these, what its search asks for. */
export interface ListingValues extends ScopeValues, LabelValues, Asked {
  number: number;
  followerId: string;
  value: string | number;
  id: string;
  limit: number;
  until: number;
  [search: string]: string | number | readonly string[];
}

/** Names the form of a list's query: everything by which its SQL is decided. */
export const formOfListing = (wanted: TicketListing): string =>
  JSON.stringify([
    formOfScope(scopeOf(wanted)),
    ASKED.map((name) => wanted[name] !== null),
    wanted.teamId === 'none',
    wanted.assigneeId === 'none',
    wanted.participating,
    wanted.restricted,
    wanted.merged,
    wanted.statuses,
    wanted.priorities,
    wanted.categories,
    wanted.number !== null,
    wanted.search && formOfMatching(wanted.search),
    wanted.few,
    wanted.not,
    wanted.awaitingReply,
    wanted.following?.isWanted ?? null,
    wanted.labels && formOfLabels(wanted.labels),
    wanted.sort,
    wanted.ascending,
    wanted.after !== null,
    wanted.until !== undefined,
    isKnown(wanted) ? wanted.limit : null,
  ]);

/** A list takes one ticket more than a page has, by which it knows that there is more. */
const MOST_KNOWN = 201;

/**
 * Whether a limit is written into the statement. For one that it does not know PostgreSQL expects a tenth of all tickets, and
 * so plans the list anew at each run. The app and most programs ask for tens.
 */
const isKnown = ({ limit, search }: TicketListing): boolean =>
  search === null && limit % 10 <= 1 && limit <= MOST_KNOWN;

/** How many tickets a listing takes. */
export const limitOf = (p: ListingValues, wanted: TicketListing): number => (isKnown(wanted) ? wanted.limit : p.limit);

export type Chosen = SelectQueryBuilder<Schema, 'tickets', object>;

/**
 * Whether a list asks for open tickets only. Closed tickets grow without end, while open ones are as many as a team works
 * on. So a list of open tickets is gathered by the index of statuses and sorted, and any other list walks along the index
 * of its order and passes over what does not fit. Done the other way round, each would read all closed tickets for a page.
 */
const isInHand = ({ statuses, reporterId, awaitingReply }: TicketListing): boolean =>
  reporterId === null && statuses !== null && !statuses.includes('closed') && awaitingReply !== true;

/**
 * Whether a list is gathered and then sorted, instead of walking along the index of its order: that of open tickets, and
 * that of the few that somebody follows.
 */
export const isGathered = (wanted: TicketListing): boolean =>
  isInHand(wanted) || isFollowed(wanted) || isNamed(wanted) || isByLabel(wanted);

/** Whether it is a list of the few tickets that the reader reported or was added to. */
export const isNamed = (wanted: TicketListing): boolean => wanted.participating || scopeOf(wanted).kind === 'public';

/** Whether it is a list of what somebody follows: it is found by its followers. */
export const isFollowed = ({ following }: TicketListing): boolean => following?.isWanted === true;

/** Whether it is a list of the few tickets that have a label, or is walked along a label: it is found by that. */
const isByLabel = (wanted: TicketListing): boolean => wanted.labels?.few != null || isWalked(wanted);

/** Whether it is walked along the entries of one label. What the reader reported or was added to is fewer than those. */
export const isWalked = (wanted: TicketListing): boolean =>
  wanted.labels?.walked != null && scopeOf(wanted).kind !== 'public';

/**
 * Whether a list is walked along the tickets whose reporters wait for an answer: those are few, while those that somebody was
 * assigned or a project has had grow without end.
 */
const isByWait = ({ awaitingReply, sort }: TicketListing): boolean =>
  awaitingReply === true && sort === 'awaiting_reply_since';

/**
 * Adds the conditions of a listing, but for those of its search. SQLite asks a ticket for them in this order: what the reader
 * sees comes last, since it takes longest.
 */
export const filtered = (from: Chosen, p: ListingValues, wanted: TicketListing, dialect: Dialect): Chosen =>
  seen(byFilters(from, p, wanted, dialect), p, wanted, dialect);

function byFilters(from: Chosen, p: ListingValues, wanted: TicketListing, dialect: Dialect): Chosen {
  const { unindexed } = dialect;
  const gathered = isGathered(wanted);
  const byStatus = gathered && !isFollowed(wanted) && !isNamed(wanted) && !isByLabel(wanted);
  let chosen = followedOrNot(from, p, wanted);
  if (wanted.reporterId !== null) chosen = chosen.where('tickets.reporter_id', '=', p.reporterId);
  if (wanted.statuses)
    chosen = chosen.where(byStatus ? 'tickets.status' : unindexed<Status>('tickets.status'), 'in', wanted.statuses);
  if (wanted.teamId !== null)
    chosen = named(chosen, wanted, 'team_id', {
      column: wanted.teamId === 'none' ? unindexed<string | null>('tickets.team_id') : 'tickets.team_id',
      value: wanted.teamId === 'none' ? null : p.teamId,
    });
  if (wanted.writerId !== null)
    chosen = named(chosen, wanted, 'reporter_id', { column: 'tickets.reporter_id', value: p.writerId });
  if (wanted.createdSince !== null) chosen = chosen.where('tickets.created_at', '>=', p.createdSince);
  if (wanted.createdBefore !== null) chosen = chosen.where('tickets.created_at', '<', p.createdBefore);
  if (mayBeMerged(wanted)) chosen = chosen.where('tickets.merged_into_id', 'is', null);
  if (wanted.labels !== null)
    for (const condition of labelConditions(wanted.labels, p, dialect)) chosen = chosen.where(condition);
  if (wanted.restricted !== null) chosen = chosen.where('tickets.restricted', '=', flag(wanted.restricted));
  if (wanted.priorities) chosen = chosen.where('tickets.priority', 'in', wanted.priorities);
  if (wanted.categories) chosen = chosen.where('tickets.category', 'in', wanted.categories);
  const project = isByWait(wanted) ? unindexed<string | null>('tickets.project_id') : 'tickets.project_id';
  if (wanted.projectId !== null) chosen = named(chosen, wanted, 'project_id', { column: project, value: p.projectId });
  if (wanted.number !== null) chosen = chosen.where('tickets.number', '=', p.number);
  if (wanted.plannedBefore !== null) chosen = chosen.where('tickets.planned_date', '<', p.plannedBefore);
  const update = updateColumn(wanted.internals);
  const updated = gathered ? unindexed<string>(update) : update;
  if (wanted.updatedBefore !== null) chosen = chosen.where(updated, '<', p.updatedBefore);
  // A ticket that was closed since then was updated since then: this bound lets the index skip the older ones.
  if (wanted.closedSince !== null)
    chosen = chosen.where('tickets.closed_at', '>=', p.closedSince).where(updated, '>=', p.closedSince);
  if (wanted.closedBefore !== null) chosen = chosen.where('tickets.closed_at', '<', p.closedBefore);
  if (wanted.statusBefore !== null) chosen = chosen.where('tickets.status_since', '<', p.statusBefore);
  if (wanted.awaitingReply !== null)
    chosen = chosen.where('tickets.awaiting_reply_since', wanted.awaitingReply ? 'is not' : 'is', null);
  if (wanted.assigneeId === null) return chosen;
  const assignee =
    gathered || isByWait(wanted) ? unindexed<string | null>('tickets.assignee_id') : 'tickets.assignee_id';
  const value = wanted.assigneeId === 'none' ? null : p.assigneeId;
  return named(chosen, wanted, 'assignee_id', { column: assignee, value });
}

interface Named {
  column: ReferenceExpression<Schema, 'tickets'>;
  /** null: nobody, or nothing. */
  value: string | null;
}

/** What one column names, or everything else. */
function named(chosen: Chosen, { not }: TicketListing, filter: TurnableFilter, { column, value }: Named): Chosen {
  const isTurned = not.includes(filter);
  if (value === null) return chosen.where(column, isTurned ? 'is not' : 'is', null);
  return chosen.where(column, isTurned ? 'is distinct from' : '=', value);
}

/** Whether what was joined to other tickets has to be left out: it is closed, and nobody waits for an answer to it. */
export const mayBeMerged = ({ merged, statuses, awaitingReply }: TicketListing): boolean =>
  !merged && awaitingReply !== true && (statuses === null || statuses.includes('closed'));

/** Leaves what the reader sees. A list of what somebody reported needs no condition besides. */
function seen(chosen: Chosen, p: ListingValues, wanted: TicketListing, dialect: Dialect): Chosen {
  const scope = scopeOf(wanted);
  if (wanted.participating)
    chosen = chosen.where('tickets.id', 'in', (eb) =>
      eb.selectFrom('ticket_people').select('ticket_id').where('user_id', '=', p.reader),
    );
  if (scope.kind === 'told' && wanted.reporterId !== null) return chosen;
  const condition = inScope(scope, p, dialect);
  return condition === null ? chosen : chosen.where(condition);
}

function followedOrNot(chosen: Chosen, p: ListingValues, { following }: TicketListing): Chosen {
  if (following === null) return chosen;
  return chosen.where('tickets.id', following.isWanted ? 'in' : 'not in', (eb) =>
    eb.selectFrom('ticket_followers').select('ticket_id').where('user_id', '=', p.followerId),
  );
}

/** The values of that query. */
export function listingValues(wanted: TicketListing, { search }: Dialect): ListingValues {
  return {
    ...scopeValues(scopeOf(wanted)),
    ...(Object.fromEntries(ASKED.map((name) => [name, wanted[name] ?? ''])) as Asked),
    number: wanted.number ?? 0,
    followerId: wanted.following?.userId ?? '',
    ...labelValues(wanted.labels),
    value: wanted.after?.value ?? '',
    id: wanted.after?.id ?? '',
    limit: wanted.limit,
    until: wanted.until ?? 0,
    ...(wanted.search ? search.parameters(wanted.search) : {}),
  };
}

export type TicketSort = (typeof SORTS)[number];

/** Where a page starts: behind the ticket with this value in the sorted column and this id. */
export interface Position {
  readonly value: string | number;
  readonly id: string;
}

/** Which tickets a list has, in which order, from where and how many. `reporterId` limits it to what somebody reported. */
export interface TicketListing {
  /** What the reader sees, in parts. A query asks for one of them. */
  readonly scopes: Scopes;
  /** The sealed and restricted tickets that the reader sees by name; of a search. */
  readonly named: readonly NamedApart[];
  /** Whether the reader sees everything on the tickets of this part. */
  readonly internals: boolean;
  readonly reporterId: string | null;
  /** The id of the team that it was given to, or `none`. */
  readonly teamId: string | null;
  /** Only what the reader was added to. */
  readonly participating: boolean;
  readonly restricted: boolean | null;
  /** Whether tickets that were joined to others are there, too. */
  readonly merged: boolean;
  readonly statuses: readonly Status[] | null;
  readonly priorities: readonly Priority[] | null;
  readonly categories: readonly Category[] | null;
  readonly projectId: string | null;
  readonly number: number | null;
  /** The id of the assignee, or `none` for tickets without one. */
  readonly assigneeId: string | null;
  /** Who reported them, whoever that is; beside `reporterId`, which is the reader. */
  readonly writerId: string | null;
  readonly createdSince: Instant | null;
  readonly createdBefore: Instant | null;
  /** The filters that mean everything but what they name; those of words are turned round already. */
  readonly not: readonly TurnableFilter[];
  /** Only tickets planned for an earlier day than this. */
  readonly plannedBefore: string | null;
  readonly updatedBefore: Instant | null;
  readonly closedSince: Instant | null;
  readonly closedBefore: Instant | null;
  /** Only tickets that have had their status since before this moment. */
  readonly statusBefore: Instant | null;
  /** Whether their reporters wait for an answer; null for both. */
  readonly awaitingReply: boolean | null;
  /** Whether this person follows them, or does not; null for both. */
  readonly following: { readonly userId: string; readonly isWanted: boolean } | null;
  /** Which labels they have; null where it does not matter. */
  readonly labels: LabelFilter | null;
  /** The condition on the texts; null for a list that is no search. */
  readonly search: Matching | null;
  /** `rank` is the order within one reach of a search: newest first. */
  readonly sort: TicketSort | 'rank';
  readonly ascending: boolean;
  readonly after: Position | null;
  readonly limit: number;
  /** Whether so few tickets match that the query gathers them first (`SearchDialect.countsFirst`). */
  readonly few?: boolean;
  /** The number of the ticket before which a page ends, even where it is not full. Only within one reach of a search. */
  readonly until?: number;
}

/** What the reader sees of the tickets of this part. */
export const scopeOf = ({ scopes: [scope] }: TicketListing): TicketScope => scope;

/** The listing of each part: what a reader does not see with everything on it is looked for in its public words alone. */
export const partListings = (listing: TicketListing): TicketListing[] =>
  listing.scopes.map((scope) => {
    const internals = hasInternals(scope);
    return {
      ...listing,
      scopes: [scope],
      internals,
      search: listing.search && { ...listing.search, internals, spaces: readerSpaces(scope, listing.named) },
    };
  });

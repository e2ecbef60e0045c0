import { hasInternals, namedApart, scopesOf, seesProject } from '#access';
import { LONG_PAGE_SIZE } from '#contract/scalars.ts';
import type { ListedRow, ListedTicket, TicketCountFilter, TicketFilter } from '#contract/ticket-list.ts';
import type { Category, Priority, Status } from '#contract/tickets.ts';
import {
  CATEGORIES,
  PRIORITIES,
  SEARCH_STEPS,
  type SearchStep,
  STATUSES,
  type TurnableFilter,
} from '#contract/words.ts';
import { expandPrefixes, inSteps, questionOf } from '#memory';
import {
  Failure,
  invalidField,
  isDeveloper,
  isIdCursor,
  isInstant,
  momentAt,
  type Person,
  pageWithin,
  type Work,
} from '#platform';
import { labelIds } from '../labels/labels.ts';
import { PRIORITY_RANK, viewRow, viewTicket } from '../ticket.ts';
import { plannedByLabel } from './label-walk-filter.ts';
import { TicketListStore } from './list-store.ts';
import {
  isRankCursor,
  matchingOf,
  type RankCursor,
  rankedTickets,
  type TermSearch,
  withSnippets,
} from './ranked-tickets.ts';
import type { TicketListing, TicketSort } from './ticket-filter.ts';

const words = <T extends string>(list: string | undefined): T[] | null =>
  list === undefined ? null : ([...new Set(list.split(','))].sort() as T[]);

/** The words of a list, or with `not` all others. No ticket has the empty word, which stands where none is left. */
function wordsOrOthers<T extends string>(list: string | undefined, all: readonly T[], isTurned: boolean): T[] | null {
  const listed = words<T>(list);
  if (listed === null || !isTurned) return listed;
  const others = all.filter((word) => !listed.includes(word)).sort();
  return others.length > 0 ? others : ['' as T];
}

/** @throws Failure `validation_error` for a filter that is not there to be turned round. */
function notOf(filter: TicketFilter): readonly TurnableFilter[] {
  const not = words<TurnableFilter>(filter.not) ?? [];
  const missing = not.find((name) => filter[name] === undefined);
  if (missing === undefined) return not;
  throw invalidField('not', 'invalid', `Send ${missing} as well, or leave it out of not.`);
}

/** The id of nothing: so a project of which the caller may not know is found no more than one that does not exist. */
const NIL = '00000000-0000-0000-0000-000000000000';

/** How many tickets a page has at most when it shows where the words are: each may need all of its comments. */
const MAX_WITH_SNIPPETS = 100;

/** The order that the caller names; else a search gives the best match first, and a list the newest (docs/rules/conventions.md#lists). */
export const sortOf = ({ sort, q }: TicketFilter): TicketSort | 'rank' =>
  sort ?? (q === undefined ? 'created_at' : 'rank');

/**
 * Tells which tickets a filter means for this caller, in which order and how many. It leaves `q` to the search.
 *
 * @throws Failure `validation_error` for a moment that no calendar has, and for a filter that `not` names alone; `forbidden` when a reporter asks what they follow, or for labels.
 */
export async function listingOf(work: Work, filter: TicketFilter): Promise<TicketListing> {
  const { actor } = work;
  const { limit = LONG_PAGE_SIZE, snippets } = filter;
  const scopes = scopesOf(actor);
  const participating = filter.participating === '1';
  const not = notOf(filter);
  const isOwn = filter.my === '1' || (!isDeveloper(actor) && !participating);
  return {
    scopes,
    named: filter.q === undefined ? [] : await namedApart(work, actor),
    internals: scopes.some(hasInternals),
    reporterId: isOwn ? actor.id : null,
    teamId: filter.team_id ?? null,
    participating,
    restricted: filter.restricted === undefined ? null : filter.restricted === '1',
    merged: filter.merged === '1',
    statuses: wordsOrOthers<Status>(filter.status, STATUSES, not.includes('status')),
    priorities: wordsOrOthers<Priority>(filter.priority, PRIORITIES, not.includes('priority')),
    categories: wordsOrOthers<Category>(filter.category, CATEGORIES, not.includes('category')),
    projectId:
      filter.project_id === undefined || seesProject(actor, filter.project_id) ? (filter.project_id ?? null) : NIL,
    number: filter.number ?? null,
    assigneeId: filter.assignee_id === 'me' ? actor.id : (filter.assignee_id ?? null),
    writerId: filter.reporter_id === 'me' ? actor.id : (filter.reporter_id ?? null),
    createdSince: momentAt('created_since', filter.created_since),
    createdBefore: momentAt('created_before', filter.created_before),
    not,
    plannedBefore: filter.planned_before ?? null,
    updatedBefore: momentAt('updated_before', filter.updated_before),
    closedSince: momentAt('closed_since', filter.closed_since),
    closedBefore: momentAt('closed_before', filter.closed_before),
    statusBefore: momentAt('status_before', filter.status_before),
    awaitingReply: filter.awaiting_reply === undefined ? null : filter.awaiting_reply === '1',
    following: followingOf(actor, filter),
    labels: await labelFilterOf(work, filter),
    search: null,
    sort: sortOf(filter),
    ascending: filter.order === 'asc',
    after: null,
    limit: snippets === '1' ? Math.min(limit, MAX_WITH_SNIPPETS) : limit,
  };
}

function followingOf(person: Person, { following }: TicketFilter): TicketListing['following'] {
  if (following === undefined) return null;
  if (!isDeveloper(person))
    throw new Failure('forbidden', { message: 'Only developers follow tickets. Leave following out.' });
  return { userId: person.id, isWanted: following === '1' };
}

/** @throws Failure `forbidden` when a reporter asks for labels. */
async function labelFilterOf(
  work: Work,
  { label, label_all, label_none }: TicketFilter,
): Promise<TicketListing['labels']> {
  if (label === undefined && label_all === undefined && label_none === undefined) return null;
  if (!isDeveloper(work.actor))
    throw new Failure('forbidden', { message: 'Only developers ask for labels. Leave them out.' });
  const [any, all] = [await labelIds(work, label), await labelIds(work, label_all)];
  return { any, all, none: label_none === '1', few: null, walked: null };
}

interface Waiting {
  readonly id: string;
  readonly number: number;
  readonly awaiting_reply_since: string | null;
}

/** Behind a ticket whose reporter waits, its moment; behind any other, its number. Then the ticket's id. */
export type WaitCursor = readonly ['awaiting_reply_since', string | number, string];

/**
 * A page of the list in the order of waiting: first those whose reporters wait for an answer, then all others by their
 * number. Each part walks along an index of its own.
 *
 * @param find reads as many tickets as a listing asks for.
 */
export async function pageByWait<T extends Waiting>(
  find: (listing: TicketListing) => Promise<T[]>,
  listing: TicketListing,
  cursor: WaitCursor | null,
): Promise<{ tickets: T[]; next: WaitCursor | null }> {
  const { limit, awaitingReply } = listing;
  const after = cursor && { value: cursor[1], id: cursor[2] };
  const isPast = typeof after?.value === 'number';
  const waiting =
    isPast || awaitingReply === false ? [] : await find({ ...listing, awaitingReply: true, after, limit: limit + 1 });
  const left = limit + 1 - waiting.length;
  const others =
    left === 0 || awaitingReply === true
      ? []
      : await find({ ...listing, awaitingReply: false, sort: 'number', after: isPast ? after : null, limit: left });
  const { items: tickets, next } = pageWithin(
    [...waiting, ...others],
    limit,
    (last): WaitCursor => ['awaiting_reply_since', last.awaiting_reply_since ?? last.number, last.id],
  );
  return { tickets, next };
}

/** The value of the column by which the list is sorted: the next page starts behind it. */
const sortedValue = (
  ticket: ListedTicket | ListedRow,
  sort: Exclude<TicketSort, 'awaiting_reply_since'>,
): string | number => (sort === 'priority' ? PRIORITY_RANK[ticket.priority] : ticket[sort]);

type PageCursor = readonly [TicketSort, string | number, string] | RankCursor;

/** A cursor is good only for the order of the list that gave it out, and for the step of the search that found its page. */
export type TicketCursor = PageCursor | readonly ['step', SearchStep, PageCursor];

export const isTicketCursor =
  (filter: TicketFilter) =>
  (cursor: unknown): cursor is TicketCursor => {
    if (!Array.isArray(cursor) || cursor[0] !== 'step') return isPageCursor(filter, cursor);
    return filter.q !== undefined && SEARCH_STEPS.includes(cursor[1]) && isPageCursor(filter, cursor[2]);
  };

function isPageCursor(filter: TicketFilter, cursor: unknown): cursor is PageCursor {
  const sort = sortOf(filter);
  if (sort === 'rank') return isRankCursor(cursor, questionOf(filter.q ?? ''));
  if (!Array.isArray(cursor) || cursor.length !== 3 || cursor[0] !== sort || !isIdCursor(cursor[2])) return false;
  const value: unknown = cursor[1];
  if (sort === 'awaiting_reply_since') return Number.isSafeInteger(value) || isInstant(value);
  return sort === 'number' || sort === 'priority' ? Number.isSafeInteger(value) : isInstant(value);
}

/** A page of tickets, the cursor of the next one, and which step of a search found them. */
export interface ListedPage<T = ListedTicket | ListedRow> {
  readonly tickets: T[];
  readonly next: TicketCursor | null;
  readonly step: SearchStep | null;
}

/** One page of the tickets that the caller may see, whole or as rows, and the cursor of the next page. */
export async function listTickets(work: Work, filter: TicketFilter, cursor: TicketCursor | null): Promise<ListedPage> {
  if (filter.q === undefined)
    return { ...(await shownPage(work, filter, null, cursor as PageCursor | null)), step: null };
  const [only, from] = cursor?.[0] === 'step' ? [cursor[1], cursor[2]] : [cursor && 'exact', cursor];
  const result = await inSteps(filter.q, only as SearchStep | null, async (question) => {
    const terms = await expandPrefixes(work, question.terms);
    const page = await shownPage(work, filter, { ...question, terms }, from as PageCursor | null);
    return page.tickets.length === 0 ? null : page;
  });
  if (result === null) return { tickets: [], next: null, step: null };
  const { step, found } = result;
  const next = found.next && step !== 'exact' ? (['step', step, found.next] as const) : found.next;
  return { tickets: found.tickets, next, step };
}

async function shownPage(work: Work, filter: TicketFilter, asked: TermSearch | null, cursor: PageCursor | null) {
  const page =
    filter.view === 'row'
      ? await pageOf({ work, filter, asked, cursor }, (listing) => rows(work, listing))
      : await pageOf({ work, filter, asked, cursor }, (listing) => tickets(work, listing));
  if (asked === null || filter.snippets !== '1') return page;
  return { ...page, tickets: await withSnippets(work, page.tickets, asked.terms) };
}

/** The number of tickets on all pages together, and which step of a search found them. */
export async function countTickets(
  work: Work,
  filter: TicketCountFilter,
): Promise<{ count: number; step: SearchStep | null }> {
  const listing = await plannedByLabel(work, await listingOf(work, filter), filter.q === undefined);
  if (filter.q === undefined) return { count: await work.of(TicketListStore).count(listing), step: null };
  const result = await inSteps(filter.q, null, async (question) => {
    const terms = await expandPrefixes(work, question.terms);
    const count = await work
      .of(TicketListStore)
      .count({ ...listing, search: matchingOf({ ...question, terms }, listing) });
    return count === 0 ? null : count;
  });
  return { count: result?.found ?? 0, step: result?.step ?? null };
}

const tickets = async (work: Work, listing: TicketListing): Promise<ListedTicket[]> =>
  (await work.of(TicketListStore).list(listing)).map((ticket) => viewTicket(ticket, work));

const rows = async (work: Work, listing: TicketListing): Promise<ListedRow[]> =>
  (await work.of(TicketListStore).rows(listing)).map((row) => viewRow(row, work));

interface Page {
  readonly work: Work;
  readonly filter: TicketFilter;
  readonly asked: TermSearch | null;
  readonly cursor: PageCursor | null;
}

async function pageOf<T extends ListedTicket | ListedRow>(
  { work, filter, asked, cursor }: Page,
  find: (listing: TicketListing) => Promise<T[]>,
): Promise<{ tickets: (ListedTicket | ListedRow)[]; next: PageCursor | null }> {
  const listing = await plannedByLabel(work, await listingOf(work, filter), asked === null);
  const { limit, sort } = listing;
  if (asked && sort === 'rank') return rankedTickets(find, listing, asked, cursor as RankCursor | null);
  const searched = { ...listing, search: asked && matchingOf(asked, listing) };
  if (sort === 'awaiting_reply_since') return pageByWait(find, searched, cursor as WaitCursor | null);
  const order = sort as Exclude<typeof sort, 'rank'>;
  const after = cursor && { value: cursor[1], id: cursor[2] };
  const found = await find({ ...searched, after, limit: limit + 1 });
  const { items: tickets, next } = pageWithin(
    found,
    limit,
    (last): PageCursor => [order, sortedValue(last, order), last.id],
  );
  return { tickets, next };
}

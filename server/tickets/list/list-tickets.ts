import { hasInternals, namedApart, scopesOf } from '#access';
import { isSingle } from '#contract/field-words.ts';
import type { FieldName } from '#contract/fields.ts';
import type { ListedRow, ListedTicket, TicketCountFilter, TicketFilter } from '#contract/ticket-list.ts';
import { LONG_PAGE_SIZE, SEARCH_STEPS, type SearchStep, STATUSES, type TurnableFilter } from '#contract/words.ts';
import { expandPrefixes, inSteps, questionOf } from '#memory';
import {
  Failure,
  invalidField,
  isDeveloper,
  isIdCursor,
  type Matching,
  pageWithin,
  REACHES,
  type Reach,
  type Term,
  type Work,
} from '#platform';
import { unknownFilter } from '../fields/field-queries.ts';
import type { LabelFilter } from '../label-columns.ts';
import { LabelStore } from '../labels/label-store.ts';
import { labelIds } from '../labels/labels.ts';
import { viewRow, viewTicket } from '../ticket.ts';
import { dueFilterOf, dueStretches } from './due-filter.ts';
import { driverOf, fieldCondition, placeInField, type SortField } from './field-filter.ts';
import { fieldsOfFilter } from './fields-of-filter.ts';
import { TicketListStore } from './list-store.ts';
import { liveConditions, statusesWith } from './live-filter.ts';
import { ORDERS } from './orders.ts';
import { withSnippets } from './snippets.ts';
import { type Condition, plainFilters, words, wordsOrOthers } from './ticket-filter.ts';
import { labelToWalk, type NamedSort, type TicketListing, type TicketSort } from './way.ts';

/** @throws Failure `validation_error` for a filter that is not there to be turned round. */
function notOf(filter: TicketFilter): readonly TurnableFilter[] {
  const not = words<TurnableFilter>(filter.not) ?? [];
  const missing = not.find((name) => filter[name] === undefined);
  if (missing === undefined) return not;
  throw invalidField('not', 'invalid', `Send ${missing} as well, or leave it out of not.`);
}

/** How many tickets a page has at most when it shows where the words are: each may need all of its comments. */
const MAX_WITH_SNIPPETS = 100;

/** The order that the caller names; else a search gives the best match first, and a list the newest (docs/rules/conventions.md#lists). */
const sortOf = ({ sort, q }: TicketFilter): NamedSort | 'rank' => sort ?? (q === undefined ? 'created_at' : 'rank');

/** The part of a list that is read: a page, the number of its tickets, or the first of each column of the board. */
export type ReadOfList = 'page' | 'count' | 'columns';

/**
 * Tells which tickets a filter means for this caller, in which order and how many. It leaves `q` to the search.
 *
 * @throws Failure `validation_error` for a moment that no calendar has, and for a filter that `not` names alone; `forbidden` when a reporter asks what they follow, or for labels.
 */
export async function listingOf(work: Work, filter: TicketFilter, read: ReadOfList): Promise<TicketListing> {
  const fields = await fieldsAsked(work, filter);
  const { actor } = work;
  const { limit = LONG_PAGE_SIZE, snippets, participating, awaiting_reply, q } = filter;
  const scopes = scopesOf(actor);
  const not = notOf(filter);
  const isOwn = filter.my === '1' || (!isDeveloper(actor) && participating === undefined);
  const filters = [...plainFilters(actor, filter, not), ...fields.conditions, ...(await liveConditions(work, filter))];
  const statuses = statusesWith(filter, wordsOrOthers(filter.status, STATUSES, not.includes('status')));
  const isNarrow = filters.length > 0 || statuses !== null;
  const listing: TicketListing = {
    scopes,
    named: q === undefined ? [] : await namedApart(work, actor),
    internals: scopes.some(hasInternals),
    reporterId: isOwn ? actor.id : null,
    participating: participating === '1',
    filters,
    following: followingOf(work, filter),
    statuses,
    awaitingReply: awaiting_reply === undefined ? null : awaiting_reply === '1',
    due: await dueFilterOf(work, filter, read === 'page' && q === undefined, isNarrow),
    hasDue: null,
    merged: filter.merged === '1',
    folds: filter.beside === 'folded' ? true : null,
    labels: await labelFilterOf(work, filter),
    search: null,
    sort: orderOf(filter),
    sortField: fields.sortField,
    hasDriver: fields.hasDriver,
    ascending: filter.order === undefined ? filter.sort === 'due_at' : filter.order === 'asc',
    after: null,
    limit: snippets === '1' ? Math.min(limit, MAX_WITH_SNIPPETS) : limit,
  };
  const { labels } = listing;
  if (labels === null) return listing;
  const walked = read !== 'columns' && q === undefined ? labelToWalk(listing) : null;
  return { ...listing, labels: { ...labels, walked, few: walked === null ? await fewLabels(work, labels) : null } };
}

/** The order of a list that is not sorted by a field. */
function orderOf(filter: TicketFilter): TicketSort | 'rank' {
  const sort = sortOf(filter);
  return isFieldSort(sort) ? 'number' : sort;
}

const isFieldSort = (sort: NamedSort | 'rank'): sort is FieldName => sort.startsWith('field.');

/**
 * Reads the conditions of a filter on fields, and the field by which it sorts.
 *
 * @throws Failure `validation_error` with `field.KEY`, as `fieldsOfFilter`.
 */
async function fieldsAsked(work: Work, filter: TicketFilter) {
  const sort = sortOf(filter);
  const { filters, named: sortField } = await fieldsOfFilter(work, filter, isFieldSort(sort) ? sort : null);
  if (sortField && !isSingle(sortField.kind))
    throw unknownFilter(sortField.key, 'A list is not sorted by a field of several options.');
  const driver = await driverOf(work, filters);
  const conditions = filters.map((term) => fieldCondition(term.field, term.query, term === driver));
  return { conditions, sortField, hasDriver: driver !== null };
}

function followingOf({ actor }: Work, { following }: TicketFilter): boolean | null {
  if (following === undefined) return null;
  if (!isDeveloper(actor))
    throw new Failure('forbidden', { message: 'Only developers follow tickets. Leave following out.' });
  return following === '1';
}

/** @throws Failure `forbidden` when a reporter asks for labels. */
async function labelFilterOf(work: Work, { label, label_all, label_none }: TicketFilter): Promise<LabelFilter | null> {
  if (label === undefined && label_all === undefined && label_none === undefined) return null;
  if (!isDeveloper(work.actor))
    throw new Failure('forbidden', { message: 'Only developers ask for labels. Leave them out.' });
  const [any, all] = [await labelIds(work, label), await labelIds(work, label_all)];
  return { any, all, none: label_none === '1', few: null, walked: null };
}

/** The labels by which a list is gathered: those of which a ticket has any, or one of those that it has all of. */
async function fewLabels(work: Work, { any, all }: LabelFilter): Promise<readonly string[] | null> {
  for (const ids of [...(any === null ? [] : [any]), ...(all ?? []).map((id) => [id])])
    if (await work.of(LabelStore).areFew(ids)) return ids;
  return null;
}

/** A search for all of the terms, or all but one. */
export type TermSearch = Pick<Matching, 'terms' | 'mayLackOne'>;

/** The condition for tickets that a reader may find by these terms: internal comments are searched for developers only. Its spaces are those of a part (`partListings`). */
export const matchingOf = (
  { terms, mayLackOne }: TermSearch,
  { internals, reporterId }: Pick<TicketListing, 'internals' | 'reporterId'>,
): Matching => ({ terms, mayLackOne, within: 'anywhere', without: null, internals, reporterId, spaces: [] });

/** Where the terms may be found, the best reach first. Only a question that is one number may be a ticket's number. */
const reachesOf = (terms: readonly Term[]): readonly Reach[] =>
  REACHES.slice(terms.length === 1 && terms[0]?.number ? 0 : 1);

/**
 * Where a page starts: behind the ticket with this value in the order of the list, and this id; in a search's own order,
 * among the tickets that match within this reach.
 */
type PageCursor = readonly [NamedSort | 'rank', string | number, string];

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
  if (!Array.isArray(cursor) || cursor.length !== 3 || cursor[0] !== sort) return false;
  const isBehind = sort === 'rank' ? reachesOf(questionOf(filter.q ?? '')).includes(cursor[2]) : isIdCursor(cursor[2]);
  if (isFieldSort(sort)) return isBehind && (typeof cursor[1] === 'number' || /^[=#]/.test(String(cursor[1])));
  return isBehind && ORDERS[sort].isPlace(cursor[1]);
}

/**
 * A list in stretches: the tickets of one come before those of the next, and each is read along an index of its own. Those
 * whose reporters wait come before all others by their number. A search has the ticket of that number, when the question is
 * one; then what has all of the terms in the title; then in title and description; then in these with comments.
 */
function stretchesOf(listing: TicketListing, question: TermSearch | null, cursor: PageCursor | null): TicketListing[] {
  const { sort, ascending, awaitingReply } = listing;
  const search = question && matchingOf(question, listing);
  const after = cursor && { value: cursor[1], id: cursor[2] };
  if (search !== null && sort === 'rank') {
    const reaches = reachesOf(search.terms);
    const searches = reaches.map((within, index) => ({ ...search, within, without: reaches[index - 1] ?? null }));
    if (ascending) searches.reverse();
    const start = cursor === null ? 0 : searches.findIndex(({ within }) => within === cursor[2]);
    return searches
      .slice(start)
      .map((part, index) => ({ ...listing, search: part, after: index === 0 ? after : null }));
  }
  if (listing.sortField !== null) return stretchesByField({ ...listing, search, after }, listing.sortField);
  if (sort === 'due_at') return dueStretches({ ...listing, search, after });
  if (sort !== 'awaiting_reply_since') return [{ ...listing, search, after }];
  const isPast = typeof after?.value === 'number';
  const waiting: TicketListing = { ...listing, search, awaitingReply: true, after };
  const others: TicketListing = {
    ...listing,
    search,
    awaitingReply: false,
    sort: 'number',
    after: isPast ? after : null,
  };
  return [...(isPast || awaitingReply === false ? [] : [waiting]), ...(awaitingReply === true ? [] : [others])];
}

/** Tickets with a value in a field come in its order, and behind them all others by their number, in both directions. */
function stretchesByField(listing: TicketListing, field: SortField): TicketListing[] {
  const { after, filters } = listing;
  const place = String(after?.value ?? '');
  const behind = after && { ...after, value: place.startsWith('=') ? place.slice(1) : after.value };
  const by = (condition: Condition) => [...filters, condition];
  const saying: TicketListing = { ...listing, filters: by(fieldCondition(field, { any: true })), after: behind };
  const others: TicketListing = {
    ...listing,
    filters: by(fieldCondition(field, { none: true })),
    sortField: null,
    after: place.startsWith('#') && after ? { ...after, value: Number(place.slice(1)) } : null,
  };
  return place.startsWith('#') ? [others] : [saying, others];
}

/** A page of tickets, the cursor of the next one, and which step of a search found them. */
export interface ListedPage<T = ListedTicket | ListedRow> {
  readonly tickets: T[];
  readonly next: TicketCursor | null;
  readonly step: SearchStep | null;
}

/** One page of the tickets that the caller may see, whole or as rows, and the cursor of the next page. */
export async function listTickets(work: Work, filter: TicketFilter, cursor: TicketCursor | null): Promise<ListedPage> {
  const [only, from] = cursor?.[0] === 'step' ? [cursor[1], cursor[2]] : [cursor && ('exact' as const), cursor];
  if (filter.q === undefined) return { ...(await pageOf(work, filter, null, from)), step: null };
  const result = await inSteps(filter.q, only, async (question) => {
    const terms = await expandPrefixes(work, question.terms);
    const page = await pageOf(work, filter, { ...question, terms }, from);
    return page.tickets.length === 0 ? null : page;
  });
  if (result === null) return { tickets: [], next: null, step: null };
  const { step, found: page } = result;
  return { ...page, step, next: page.next && step !== 'exact' ? ['step', step, page.next] : page.next };
}

async function pageOf(work: Work, filter: TicketFilter, question: TermSearch | null, cursor: PageCursor | null) {
  const listing = await listingOf(work, filter, 'page');
  const { limit, sort, sortField } = listing;
  const name = sortOf(filter);
  const rows: { ticket: ListedTicket | ListedRow; cursor: PageCursor }[] = [];
  for (const stretch of stretchesOf(listing, question, cursor)) {
    const tickets = await find(work, filter, { ...stretch, limit: limit + 1 - rows.length });
    for (const ticket of tickets) {
      const place = sort === 'rank' ? (stretch.search?.within ?? '') : ticket.id;
      const value = sortField === null ? ORDERS[sort].placeOf(ticket) : placeInField(sortField, ticket);
      rows.push({ ticket, cursor: [name, value, place] });
    }
    if (rows.length > limit) break;
  }
  const { items, next } = pageWithin(rows, limit, (last) => last.cursor);
  const tickets = items.map(({ ticket }) => ticket);
  const withWords = question !== null && filter.snippets === '1';
  return { tickets: withWords ? await withSnippets(work, tickets, question.terms) : tickets, next };
}

async function find(work: Work, { view }: TicketFilter, listing: TicketListing): Promise<(ListedTicket | ListedRow)[]> {
  const store = work.of(TicketListStore);
  if (view === 'row') return (await store.rows(listing)).map((row) => viewRow(row, work));
  return (await store.list(listing)).map((ticket) => viewTicket(ticket, work));
}

/** The number of tickets on all pages together, and which step of a search found them. */
export async function countTickets(
  work: Work,
  filter: TicketCountFilter,
): Promise<{ count: number; step: SearchStep | null }> {
  const listing = await listingOf(work, filter, 'count');
  if (filter.q === undefined) return { count: await work.of(TicketListStore).count(listing), step: null };
  const result = await inSteps(filter.q, null, async (question) => {
    const terms = await expandPrefixes(work, question.terms);
    const search = matchingOf({ ...question, terms }, listing);
    const count = await work.of(TicketListStore).count({ ...listing, search });
    return count === 0 ? null : count;
  });
  return { count: result?.found ?? 0, step: result?.step ?? null };
}

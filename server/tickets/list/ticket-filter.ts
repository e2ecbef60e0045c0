import { type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  filteredProject,
  formOfScope,
  hasInternals,
  inScope,
  type ScopeValues,
  scopeValues,
  type TicketScope,
} from '#access';
import type { TicketCountFilter } from '#contract/ticket-list.ts';
import { CATEGORIES, PRIORITIES, type TurnableFilter } from '#contract/words.ts';
import { type Dialect, formOfMatching, momentAt, type Person } from '#platform';
import { flag, type Schema } from '#records';
import { isLacking } from '../field-columns.ts';
import { formOfLabels, type LabelValues, labelConditions, labelValues } from '../label-columns.ts';
import { foldedTickets } from '../lead-columns.ts';
import { updateColumn } from '../ticket-columns.ts';
import { dueCondition } from './due-filter.ts';
import { mayBeMerged, scopeOf, type TicketListing, type Way, wayOf } from './way.ts';

type Column = keyof Schema['tickets'] & string;
type Value = string | number | readonly string[];

/** The values of a list's query; beside these, what its filters and its search ask for. */
export interface ListingValues extends ScopeValues, LabelValues {
  value: string | number;
  id: string;
  limit: number;
  until: number;
  [name: string]: Value;
}

/** How a condition looks into other tables. */
interface Lookups extends Pick<Dialect, 'first' | 'unindexed'> {
  /** Whether all tickets are counted: then each condition gathers its own. */
  readonly isCounted: boolean;
  /** Whether a ticket is among those whose ids a query selects: it runs once. */
  selected(query: RawBuilder<unknown>): RawBuilder<boolean>;
  /** Whether a query that refers to a ticket finds anything. */
  finds(query: RawBuilder<unknown>): RawBuilder<SqlBool>;
}

/** The means with which the SQL of a condition is written. */
interface Place extends Lookups {
  readonly p: ListingValues;
  /** A column of `tickets`; one along whose index the way does not lead, as `beside`. */
  column(name: Column): RawBuilder<unknown>;
  /** A column along whose index nothing is read. */
  beside(name: Column): RawBuilder<unknown>;
  /** Whether tickets are read along the values of the field by which they are sorted. */
  readonly alongValues: boolean;
}

export const lookups = (isCounted: boolean, dialect: Dialect): Lookups => ({
  isCounted,
  selected: (query) =>
    isCounted ? sql<boolean>`tickets.id in (${query})` : dialect.selected(sql.ref('tickets.id'), query),
  finds: (query) => (isCounted ? sql<SqlBool>`exists (${query})` : dialect.probe(query)),
  first: dialect.first,
  unindexed: dialect.unindexed,
});

/** A condition of a list on each ticket. Conditions of one form differ in their values alone, whose names no other has. */
export interface Condition {
  readonly form: string;
  readonly values: Readonly<Record<string, Value>>;
  sql(place: Place): RawBuilder<SqlBool>;
}

type Name = keyof TicketCountFilter;
type Asked<T> = T | null | undefined;

const compared = (name: Name, column: Column, operator: '=' | '<' | '>=', value: Asked<string | number>) =>
  value == null
    ? null
    : {
        form: name,
        values: { [name]: value },
        sql: ({ p, column: of }: Place) => sql<SqlBool>`${of(column)} ${sql.raw(operator)} ${p[name]}`,
      };

/** A condition on the value of a column, `none` for nothing; or on everything else. */
const naming = (name: TurnableFilter, column: Column, value: Asked<string>, isTurned: boolean): Condition | null => {
  if (value == null) return null;
  const form = `${name} ${value === 'none'} ${isTurned}`;
  if (value !== 'none') {
    const operator = sql.raw(isTurned ? 'is distinct from' : '=');
    return { form, values: { [name]: value }, sql: ({ p, column: of }) => sql`${of(column)} ${operator} ${p[name]}` };
  }
  const operator = sql.raw(isTurned ? 'is not null' : 'is null');
  // Most tickets were given to no team.
  const write = (at: Place) =>
    sql<SqlBool>`${column === 'team_id' ? at.beside(column) : at.column(column)} ${operator}`;
  return { form, values: {}, sql: write };
};

const oneOf = (column: Column, words: readonly string[] | null): Condition | null =>
  words && {
    form: `${column} ${words}`,
    values: {},
    sql: (at) => sql`${at.column(column)} in (${sql.join([...words])})`,
  };

const always = (form: string, write: Condition['sql']): Condition => ({ form, values: {}, sql: write });

/** The words of a list, each once. */
export const words = <T extends string>(list: string | undefined): T[] | null =>
  list === undefined ? null : ([...new Set(list.split(','))].sort() as T[]);

/** The words of a list, or all others. No ticket has the empty word, which stands where none is left. */
export function wordsOrOthers<T extends string>(list: string | undefined, all: readonly T[], isTurned: boolean) {
  const listed = words<T>(list);
  if (listed === null || !isTurned) return listed;
  const others = all.filter((word) => !listed.includes(word)).sort();
  return others.length > 0 ? others : ['' as T];
}

/**
 * The filters that decide nothing but whether a ticket is in the list: a new one has its line here. SQLite asks in this order.
 *
 * @throws Failure `validation_error` for a moment that no calendar has.
 */
export function plainFilters(person: Person, filter: TicketCountFilter, not: readonly TurnableFilter[]): Condition[] {
  const me = (id: string | undefined) => (id === 'me' ? person.id : id);
  const { project_id, restricted } = filter;
  const project = project_id === undefined ? undefined : filteredProject(person, project_id);
  const names = (name: TurnableFilter, column: Column, value: string | undefined) =>
    naming(name, column, value, not.includes(name));
  const at = (name: 'created_since' | 'created_before' | 'updated_before' | 'closed_before' | 'status_before') =>
    momentAt(name, filter[name]);
  const conditions = [
    names('team_id', 'team_id', filter.team_id),
    names('reporter_id', 'reporter_id', me(filter.reporter_id)),
    compared('created_since', 'created_at', '>=', at('created_since')),
    compared('created_before', 'created_at', '<', at('created_before')),
    restricted === undefined
      ? null
      : always(`restricted ${restricted}`, ({ column }) => sql`${column('restricted')} = ${flag(restricted === '1')}`),
    oneOf('priority', wordsOrOthers(filter.priority, PRIORITIES, not.includes('priority'))),
    oneOf('category', wordsOrOthers(filter.category, CATEGORIES, not.includes('category'))),
    names('project_id', 'project_id', project),
    compared('number', 'number', '=', filter.number),
    compared('planned_before', 'planned_date', '<', filter.planned_before),
    compared('updated_before', 'updated_at', '<', at('updated_before')),
    closedSince(momentAt('closed_since', filter.closed_since)),
    compared('closed_before', 'closed_at', '<', at('closed_before')),
    compared('status_before', 'status_since', '<', at('status_before')),
    names('assignee_id', 'assignee_id', me(filter.assignee_id)),
    filter.lacks === undefined
      ? null
      : always(`lacks ${filter.lacks}`, () => (filter.lacks === '1' ? isLacking : sql`not ${isLacking}`)),
  ];
  return conditions.filter((condition) => condition !== null);
}

/** A ticket that was closed since then was updated since then: this bound lets the index skip the older ones. */
const closedSince = (moment: string | null): Condition | null =>
  moment === null
    ? null
    : {
        form: 'closed_since',
        values: { closed_since: moment },
        sql: ({ p, column }) =>
          sql`${column('closed_at')} >= ${p.closed_since} and ${column('updated_at')} >= ${p.closed_since}`,
      };

const FOLLOWED_BY = sql`select ticket_id from ticket_followers where user_id = `;

/** As the indexes of open tickets say it, which are read where this is asked in their words. */
const OPEN = always('open', () => sql`tickets.status <> 'closed'`);

const NEVER = always('never', () => sql`1 = 0`);

/** A reader of a ticket's public words alone does not know when it is due. */
const dueOf = (hasDue: boolean, knowsDue: boolean): Condition | null =>
  knowsDue
    ? always(`due ${hasDue}`, ({ column }) => sql`${column('due_at')} ${sql.raw(hasDue ? 'is not null' : 'is null')}`)
    : hasDue
      ? NEVER
      : null;

/** Whether a ticket is folded; null for every one. A reader of public words alone does not know what stands beside a ticket. */
function foldedIn({ folds }: TicketListing, scope: TicketScope, seen: RawBuilder<SqlBool> | null, dialect: Dialect) {
  if (folds === null || !hasInternals(scope)) return folds === false ? sql<SqlBool>`1 = 0` : null;
  const folded = foldedTickets(seen);
  return folds ? sql<SqlBool>`tickets.id not in (${folded})` : dialect.selected(sql.ref('tickets.id'), folded);
}

/** All conditions of a list but those of its labels, its search and its scope. */
const conditionsOf = (listing: TicketListing): Condition[] => {
  const { following, reporterId, statuses, awaitingReply, filters, due, hasDue } = listing;
  const knowsDue = scopeOf(listing).kind !== 'public';
  const conditions = [
    following === null
      ? null
      : always(`following ${following}`, ({ p }) => {
          const operator = sql.raw(following ? 'in' : 'not in');
          return sql`tickets.id ${operator} (${FOLLOWED_BY}${p.reader})`;
        }),
    reporterId === null ? null : always('own', ({ p, column }) => sql`${column('reporter_id')} = ${p.reader}`),
    oneOf('status', statuses),
    statuses === null || statuses.includes('closed') ? null : OPEN,
    ...filters,
    awaitingReply === null
      ? null
      : always(`awaiting ${awaitingReply}`, ({ column }) => {
          const operator = sql.raw(awaitingReply ? 'is not null' : 'is null');
          return sql`${column('awaiting_reply_since')} ${operator}`;
        }),
    due && (knowsDue ? dueCondition(due, listing.sort === 'due_at') : NEVER),
    hasDue === null ? null : dueOf(hasDue, knowsDue),
    mayBeMerged(listing) ? always('merged', () => sql`tickets.merged_into_id is null`) : null,
  ];
  return conditions.filter((condition) => condition !== null);
};

/** Columns along whose index a way does not read. */
const BESIDE: Readonly<Record<Way, readonly Column[]>> = {
  order: ['status'],
  status: ['updated_at'],
  few: ['status', 'updated_at', 'assignee_id'],
  label: ['status', 'updated_at', 'assignee_id'],
  field: ['status', 'updated_at', 'assignee_id'],
  words: ['status'],
};
/** Tickets whose reporters wait are few, while those that somebody was assigned or a project has had grow without end. */
const BESIDE_WAITING: readonly Column[] = ['status', 'project_id', 'assignee_id'];

function placeOf(listing: TicketListing, p: ListingValues, dialect: Dialect): Place {
  const { unindexed } = dialect;
  const isWaiting = listing.awaitingReply === true && listing.sort === 'awaiting_reply_since';
  const skipped = isWaiting ? BESIDE_WAITING : BESIDE[wayOf(listing)];
  const nameOf = (name: Column) => (name === 'updated_at' ? updateColumn(listing.internals) : `tickets.${name}`);
  const beside = (name: Column) => unindexed(nameOf(name));
  return {
    ...lookups(listing.isCounted === true, dialect),
    p,
    beside,
    alongValues: wayOf(listing) === 'field',
    column: (name) => (skipped.includes(name) ? beside(name) : sql.ref(nameOf(name))),
  };
}

/**
 * The conditions of a list, but for those of its search. SQLite asks a ticket for them in this order: what the reader sees
 * comes last, since it takes longest.
 */
export function filtered(listing: TicketListing, p: ListingValues, dialect: Dialect): RawBuilder<SqlBool>[] {
  const place = placeOf(listing, p, dialect);
  const { labels, participating, reporterId } = listing;
  const scope = scopeOf(listing);
  const added = sql<SqlBool>`tickets.id in (select ticket_id from ticket_people where user_id = ${p.reader})`;
  const seen = scope.kind === 'reporter' && reporterId !== null ? null : inScope(scope, p, dialect);
  const folded = foldedIn(listing, scope, seen, dialect);
  return [
    ...conditionsOf(listing).map((condition) => condition.sql(place)),
    ...(labels === null ? [] : labelConditions(labels, p, dialect)),
    ...(participating ? [added] : []),
    ...(folded === null ? [] : [folded]),
    ...(seen === null ? [] : [seen]),
  ];
}

/** A list takes one ticket more than a page has, by which it knows that there is more. */
const MOST_KNOWN = 201;

/**
 * Whether a limit is written into the statement. For one that it does not know PostgreSQL expects a tenth of all tickets, and
 * so plans the list anew at each run. The app and most programs ask for tens.
 */
const isWritten = ({ limit, search }: TicketListing): boolean =>
  search === null && limit % 10 <= 1 && limit <= MOST_KNOWN;

/** How many tickets a listing takes. */
export const limitOf = (p: ListingValues, listing: TicketListing): number =>
  isWritten(listing) ? listing.limit : p.limit;

/** Names the form of a list's query: everything by which its SQL is decided. */
export const formOfListing = (listing: TicketListing): string =>
  JSON.stringify([
    formOfScope(scopeOf(listing)),
    conditionsOf(listing).map(({ form }) => form),
    listing.participating,
    listing.folds,
    listing.labels && formOfLabels(listing.labels),
    listing.search && formOfMatching(listing.search),
    listing.few,
    listing.sortField && [listing.sortField.kind, listing.sortField.category, listing.sortField.project_id],
    listing.sort,
    listing.ascending,
    listing.after !== null,
    listing.until !== undefined,
    isWritten(listing) ? listing.limit : null,
  ]);

/** The values of that query. */
export const listingValues = (listing: TicketListing, { search }: Dialect): ListingValues => ({
  ...scopeValues(scopeOf(listing)),
  ...labelValues(listing.labels),
  ...Object.fromEntries(listing.filters.flatMap(({ values }) => Object.entries(values))),
  sortField: listing.sortField?.id ?? '',
  ...listing.due?.values,
  value: listing.after?.value ?? '',
  id: listing.after?.id ?? '',
  limit: listing.limit,
  until: listing.until ?? 0,
  ...(listing.search ? search.parameters(listing.search) : {}),
});

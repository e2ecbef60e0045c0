import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Status } from '../../contract/tickets.ts'
import { compiledForms, plannedAnew } from '../database/compiled.ts'
import type { Query } from '../database/connection.ts'
import type { Dialect } from '../database/dialect.ts'
import type { Schema } from '../database/schema.ts'
import { formOfMatching, type Matching } from '../database/search-dialect.ts'
import type { NamedTicket } from './ticket.ts'
import type { TicketListing } from './ticket-listing.ts'

/** Every column of a ticket that its reader may see. */
export const TICKET_COLUMNS = [
  'tickets.id',
  'tickets.number',
  'tickets.title',
  'tickets.description',
  'tickets.steps_to_reproduce',
  'tickets.expected_result',
  'tickets.actual_result',
  'tickets.environment',
  'tickets.category',
  'tickets.urgency_reporter',
  'tickets.priority',
  'tickets.status',
  'tickets.project_id',
  'tickets.reporter_id',
  'tickets.assignee_id',
  'tickets.planned_date',
  'tickets.estimated_hours',
  'tickets.order_index',
  'tickets.created_at',
  'tickets.updated_at',
  'tickets.closed_at',
  'tickets.version',
] as const

/** Tickets with the names of those they point to; `internals` adds what only developers may read. */
export function namedTickets(db: Kysely<Schema>, internals: boolean) {
  const query = db
    .selectFrom('tickets')
    .innerJoin('users as reporter', 'reporter.id', 'tickets.reporter_id')
    .leftJoin('users as assignee', 'assignee.id', 'tickets.assignee_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .select(TICKET_COLUMNS)
    .select([
      'projects.name as project_name',
      'projects.color as project_color',
      'projects.icon_filename as project_icon_filename',
      'reporter.name as reporter_name',
      'reporter.email as reporter_email',
      'assignee.name as assignee_name',
      'assignee.email as assignee_email',
    ])
  return internals ? query.select('tickets.internal_note') : query
}

const COLUMN = {
  updated_at: 'tickets.updated_at',
  created_at: 'tickets.created_at',
  number: 'tickets.number',
  priority: 'tickets.priority_rank',
  rank: 'tickets.number',
} as const

interface ListingValues {
  reporterId: string
  projectId: string
  number: number
  assigneeId: string
  plannedBefore: string
  updatedBefore: string
  closedSince: string
  value: string | number
  id: string
  limit: number
  [search: string]: string | number
}

const formOf = (wanted: TicketListing): string =>
  JSON.stringify([
    wanted.internals,
    wanted.reporterId !== null,
    wanted.statuses,
    wanted.priorities,
    wanted.categories,
    wanted.projectId !== null,
    wanted.number !== null,
    wanted.search && formOfMatching(wanted.search),
    wanted.few,
    wanted.assigneeId === null || wanted.assigneeId === 'none' ? wanted.assigneeId : 'id',
    wanted.plannedBefore !== null,
    wanted.updatedBefore !== null,
    wanted.closedSince !== null,
    wanted.sort,
    wanted.ascending,
    wanted.after !== null,
  ])

type Chosen = SelectQueryBuilder<Schema, 'tickets', object>

/**
 * Closed tickets pile up, the others are as many as a team has in hand. So a list without closed ones is gathered by
 * status and then sorted, and any other walks along its order and passes over what does not fit; the other way round,
 * each would read the whole pile for a page.
 */
const isInHand = ({ statuses, reporterId }: TicketListing): boolean =>
  reporterId === null && statuses !== null && !statuses.includes('closed')

function filtered(from: Chosen, p: ListingValues, wanted: TicketListing, { unindexed }: Dialect): Chosen {
  const inHand = isInHand(wanted)
  let chosen = from
  if (wanted.reporterId !== null) chosen = chosen.where('tickets.reporter_id', '=', p.reporterId)
  if (wanted.statuses)
    chosen = chosen.where(inHand ? 'tickets.status' : unindexed<Status>('tickets.status'), 'in', wanted.statuses)
  if (wanted.priorities) chosen = chosen.where('tickets.priority', 'in', wanted.priorities)
  if (wanted.categories) chosen = chosen.where('tickets.category', 'in', wanted.categories)
  if (wanted.projectId !== null) chosen = chosen.where('tickets.project_id', '=', p.projectId)
  if (wanted.number !== null) chosen = chosen.where('tickets.number', '=', p.number)
  if (wanted.plannedBefore !== null) chosen = chosen.where('tickets.planned_date', '<', p.plannedBefore)
  const updated = inHand ? unindexed<string>('tickets.updated_at') : 'tickets.updated_at'
  if (wanted.updatedBefore !== null) chosen = chosen.where(updated, '<', p.updatedBefore)
  // What was closed since then was changed since then: the pile before it is not read.
  if (wanted.closedSince !== null)
    chosen = chosen.where('tickets.closed_at', '>=', p.closedSince).where(updated, '>=', p.closedSince)
  if (wanted.assigneeId === null) return chosen
  const assignee = inHand ? unindexed<string | null>('tickets.assignee_id') : 'tickets.assignee_id'
  return wanted.assigneeId === 'none' ? chosen.where(assignee, 'is', null) : chosen.where(assignee, '=', p.assigneeId)
}

const sorted = (wanted: TicketListing, { unindexed }: Dialect) =>
  isInHand(wanted) ? unindexed(COLUMN[wanted.sort]) : sql.ref(COLUMN[wanted.sort])

function ordered(chosen: Chosen, wanted: TicketListing, dialect: Dialect): Chosen {
  const direction = wanted.ascending ? 'asc' : 'desc'
  return chosen.orderBy(sorted(wanted, dialect), direction).orderBy('tickets.id', direction)
}

/** From where the page before ended, as many as fit. */
function paged(chosen: Chosen, p: ListingValues, wanted: TicketListing, dialect: Dialect): Chosen {
  const from = sql<boolean>`(${sorted(wanted, dialect)}, tickets.id) ${behind(wanted)} (${p.value}, ${p.id})`
  return ordered(wanted.after ? chosen.where(from) : chosen, wanted, dialect).limit(p.limit)
}

const behind = ({ ascending }: TicketListing) => sql.raw(ascending ? '>' : '<')

/**
 * The ids of a page of the tickets whose texts match. A cross join, which SQLite never turns round: the words lead to
 * the tickets, and newest first without sorting.
 */
function searched(db: Kysely<Schema>, p: ListingValues, wanted: TicketListing, dialect: Dialect) {
  const matches = dialect.search.matches(wanted.search as Matching, p as unknown as Record<string, string>)
  const found = db.selectFrom('search_tickets').select('rowid').where(matches)
  // `offset 0` keeps PostgreSQL from walking the tickets all the same.
  const from = wanted.few
    ? db.selectFrom(found.offset(0).as('search_tickets'))
    : db.selectFrom('search_tickets').where(matches)
  const both = from.crossJoin('tickets').whereRef('tickets.number', '=', 'search_tickets.rowid').select('tickets.id')
  const chosen = filtered(both as unknown as Chosen, p, wanted, dialect) as unknown as typeof both
  if (wanted.sort !== 'rank') return paged(chosen as unknown as Chosen, p, wanted, dialect) as unknown as typeof both
  const further = sql<boolean>`search_tickets.rowid ${behind(wanted)} cast(${p.value} as bigint)`
  const page = wanted.after ? chosen.where(further) : chosen
  return page.orderBy('search_tickets.rowid', wanted.ascending ? 'asc' : 'desc').limit(p.limit)
}

const listing = compiledForms(formOf, (db, p: ListingValues, wanted, dialect) => {
  const named = namedTickets(db, wanted.internals)
  if (wanted.search === null) return paged(filtered(named as unknown as Chosen, p, wanted, dialect), p, wanted, dialect)
  return ordered(
    named.where('tickets.id', 'in', searched(db, p, wanted, dialect)) as unknown as Chosen,
    wanted,
    dialect,
  )
})

/** The query of one page of a list. Built once for each combination of filters. */
export function ticketListing(wanted: TicketListing): Query<ListingValues, NamedTicket> {
  const page = listing(wanted) as Query<ListingValues, NamedTicket>
  return wanted.search ? plannedAnew(page) : page
}

/** The values of that query. */
export function listingValues(wanted: TicketListing, { search }: Dialect): ListingValues {
  return {
    reporterId: wanted.reporterId ?? '',
    projectId: wanted.projectId ?? '',
    number: wanted.number ?? 0,
    assigneeId: wanted.assigneeId ?? '',
    plannedBefore: wanted.plannedBefore ?? '',
    updatedBefore: wanted.updatedBefore ?? '',
    closedSince: wanted.closedSince ?? '',
    value: wanted.after?.value ?? '',
    id: wanted.after?.id ?? '',
    limit: wanted.limit,
    ...(wanted.search ? search.parameters(wanted.search) : {}),
  }
}

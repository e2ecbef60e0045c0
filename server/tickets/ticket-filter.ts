import { type Kysely, sql } from 'kysely'
import type { Category, Priority, SORTS, Status } from '../../contract/tickets.ts'
import { compiledForms } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { Schema } from '../database/schema.ts'
import type { NamedTicket } from './ticket.ts'

export type Sort = (typeof SORTS)[number]

/** Where a page starts: after the ticket with this value in the sorted column, and this id. */
export interface Position {
  readonly value: string | number
  readonly id: string
}

/** Which tickets, in which order, from where and how many. Visibility is part of it: `reporterId`. */
export interface TicketListing {
  readonly internals: boolean
  readonly reporterId: string | null
  readonly statuses: readonly Status[] | null
  readonly priorities: readonly Priority[] | null
  readonly categories: readonly Category[] | null
  readonly projectId: string | null
  readonly number: number | null
  /** An id, or `none` for tickets that nobody has. */
  readonly assigneeId: string | null
  readonly sort: Sort
  readonly ascending: boolean
  readonly after: Position | null
  readonly limit: number
}

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
} as const

interface Values {
  reporterId: string
  projectId: string
  number: number
  assigneeId: string
  value: string | number
  id: string
  limit: number
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
    wanted.assigneeId === null || wanted.assigneeId === 'none' ? wanted.assigneeId : 'id',
    wanted.sort,
    wanted.ascending,
    wanted.after !== null,
  ])

const query = compiledForms(formOf, (db, p: Values, wanted) => {
  const column = COLUMN[wanted.sort]
  const direction = wanted.ascending ? 'asc' : 'desc'
  let chosen = namedTickets(db, wanted.internals)
  if (wanted.reporterId !== null) chosen = chosen.where('tickets.reporter_id', '=', p.reporterId)
  if (wanted.statuses) chosen = chosen.where('tickets.status', 'in', wanted.statuses)
  if (wanted.priorities) chosen = chosen.where('tickets.priority', 'in', wanted.priorities)
  if (wanted.categories) chosen = chosen.where('tickets.category', 'in', wanted.categories)
  if (wanted.projectId !== null) chosen = chosen.where('tickets.project_id', '=', p.projectId)
  if (wanted.number !== null) chosen = chosen.where('tickets.number', '=', p.number)
  if (wanted.assigneeId === 'none') chosen = chosen.where('tickets.assignee_id', 'is', null)
  else if (wanted.assigneeId !== null) chosen = chosen.where('tickets.assignee_id', '=', p.assigneeId)
  if (wanted.after) {
    const sign = sql.raw(wanted.ascending ? '>' : '<')
    chosen = chosen.where(sql<boolean>`(${sql.ref(column)}, tickets.id) ${sign} (${p.value}, ${p.id})`)
  }
  return chosen.orderBy(column, direction).orderBy('tickets.id', direction).limit(p.limit)
})

/** The query of one page of a list. Built once for each combination of filters. */
export function ticketListing(connection: Connection, wanted: TicketListing) {
  return query(connection, wanted, {
    reporterId: wanted.reporterId ?? '',
    projectId: wanted.projectId ?? '',
    number: wanted.number ?? 0,
    assigneeId: wanted.assigneeId ?? '',
    value: wanted.after?.value ?? '',
    id: wanted.after?.id ?? '',
    limit: wanted.limit,
  }) as { sql: string; parameters: readonly unknown[]; name: string; row?: NamedTicket }
}

import { type Static, Type } from 'typebox'
import { Id, Instant, nullable, oneOf, record } from './scalars.ts'
import { PRIORITIES, STATUSES, Ticket } from './tickets.ts'

const count = Type.Integer({ minimum: 0 })

export const StatusCounts = record({
  submitted: count,
  verified: count,
  in_progress: count,
  waiting: count,
  blocked: count,
  closed: count,
})
export type StatusCounts = Static<typeof StatusCounts>

export const Overview = record({ ...StatusCounts.properties, closed_today: count })
export type Overview = Static<typeof Overview>

/** GET /api/tickets/board: at most `limit` cards a column. */
export const BoardFilter = record({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })) })
export type BoardFilter = Static<typeof BoardFilter>

const column = Type.Array(Ticket)
export const Board = record({
  submitted: column,
  verified: column,
  in_progress: column,
  waiting: column,
  blocked: column,
  closed: column,
  _stats: StatusCounts,
})
export type Board = Static<typeof Board>

/** A row of the workload. `title` and the reporter are there only for who may open the ticket. */
export const WorkloadRow = record({
  id: Id,
  number: Type.Integer(),
  title: Type.Optional(Type.String()),
  status: oneOf(STATUSES),
  priority: oneOf(PRIORITIES),
  category: Type.String(),
  assignee_id: nullable(Id),
  assignee_name: nullable(Type.String()),
  reporter_id: Type.Optional(nullable(Id)),
  reporter_name: Type.Optional(nullable(Type.String())),
  planned_date: nullable(Type.String({ format: 'date' })),
  updated_at: Instant,
  can_open: Type.Boolean(),
})
export type WorkloadRow = Static<typeof WorkloadRow>

const rows = Type.Array(WorkloadRow)
export const Workload = record({
  in_progress: rows,
  queue: rows,
  blocked: rows,
  submitted: rows,
  _stats: record({ in_progress: count, queue: count, blocked: count, submitted: count, open: count }),
})
export type Workload = Static<typeof Workload>

import type { Board, Overview, Workload, WorkloadRow } from '../../contract/statistics.ts'
import { STATUSES, type Status } from '../../contract/tickets.ts'
import type { Person } from '../actor.ts'
import { startOfDay } from '../clock.ts'
import { viewTicket } from '../tickets/ticket-view.ts'
import { mayOpen, ticketScope } from '../visibility.ts'
import type { Work } from '../work.ts'
import { COUNT_GROUPS, type CountGroup, type StatisticsStore } from './statistics-store.ts'

/** How many cards a column has when the caller names no limit. */
const CARDS: Readonly<Record<Status, number>> = {
  submitted: 200,
  verified: 200,
  in_progress: 200,
  waiting: 200,
  blocked: 200,
  closed: 50,
}
/** How many rows a group of the workload has at most. */
const ROWS = 500

/** Counts the tickets that the caller may see by status, and those closed today (UTC). */
export async function showOverview(work: Work): Promise<Overview> {
  const scope = ticketScope(work.actor)
  return {
    ...(await work.statistics.counts(scope)),
    closed_today: await work.statistics.closedSince(startOfDay(work.now), scope),
  }
}

/** The developers' board. @param limit cards a column; undefined for 200, and 50 of the closed ones. */
export async function showBoard(work: Work, limit: number | undefined): Promise<Board> {
  const columns: Partial<Board> = {}
  for (const status of STATUSES) {
    const tickets = await work.statistics.column(status, limit ?? CARDS[status])
    columns[status] = tickets.map((ticket) => viewTicket(ticket, work.actor))
  }
  return { ...columns, _stats: await work.statistics.counts({ all: true }) } as Board
}

/** Who works on what. A row of a ticket that the caller may not open has neither title nor reporter. */
export async function showWorkload(work: Work): Promise<Workload> {
  const counts = await work.statistics.counts({ all: true })
  const groups: Partial<Record<CountGroup, WorkloadRow[]>> = {}
  for (const group of Object.keys(COUNT_GROUPS) as CountGroup[]) {
    groups[group] = (await work.statistics.group(group, ROWS)).map((ticket) => workloadRow(ticket, work.actor))
  }
  const { in_progress, blocked, submitted, verified, waiting } = counts
  const queue = verified + waiting
  return {
    ...groups,
    _stats: { in_progress, queue, blocked, submitted, open: in_progress + queue + blocked + submitted },
  } as Workload
}

type Row = Awaited<ReturnType<StatisticsStore['group']>>[number]

function workloadRow(ticket: Row, person: Person): WorkloadRow {
  const { id, number, status, priority, category, assignee_id, assignee_name, planned_date, updated_at } = ticket
  const row = { id, number, status, priority, category, assignee_id, assignee_name, planned_date, updated_at }
  if (!mayOpen(person, ticket)) return { ...row, can_open: false }
  const { title, reporter_id, reporter_name } = ticket
  return { ...row, title, reporter_id, reporter_name, can_open: true }
}

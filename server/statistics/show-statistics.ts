import type { Overview, Workload, WorkloadRow } from '../../contract/statistics.ts'
import type { Person } from '../actor.ts'
import { startOfDay } from '../clock.ts'
import { mayOpen, readsInternals, ticketScope } from '../visibility.ts'
import type { Work } from '../work.ts'
import { COUNT_GROUPS, type CountGroup, type StatisticsStore } from './statistics-store.ts'

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

/** Who works on what. A row of a ticket that the caller may not open has neither title nor reporter. */
export async function showWorkload(work: Work): Promise<Workload> {
  const counts = await work.statistics.counts({ all: true })
  const internals = readsInternals(work.actor)
  const groups: Partial<Record<CountGroup, WorkloadRow[]>> = {}
  for (const group of Object.keys(COUNT_GROUPS) as CountGroup[]) {
    groups[group] = (await work.statistics.group(group, internals, ROWS)).map((ticket) =>
      workloadRow(ticket, work.actor),
    )
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
  const { id, number, status, priority, category, assignee_id, assignee_name, planned_date } = ticket
  const { created_at, updated_at } = ticket
  const row = {
    id,
    number,
    status,
    priority,
    category,
    assignee_id,
    assignee_name,
    planned_date,
    created_at,
    updated_at,
  }
  if (!mayOpen(person, ticket)) return { ...row, can_open: false }
  const { title, reporter_id, reporter_name } = ticket
  return { ...row, title, reporter_id, reporter_name, can_open: true }
}

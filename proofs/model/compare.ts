import assert from 'node:assert/strict'
import type { DevTask, TaskList } from '../../contract/dev-tasks.ts'
import type { TicketDetail } from '../../contract/tickets.ts'
import type { Player } from '../../server/testing/cast.ts'
import { recordOf } from '../races/record.ts'
import { type KnownComment, type KnownTask, type KnownTicket, type Model, WHO } from './model.ts'
import type { Real } from './trial.ts'

/** So often everything is looked at; in between, what the model says has changed. */
const EVERYTHING = 8

/** All that a deed has changed, as the service tells it, and from time to time all that it has not. */
export async function compare(model: Model, real: Real): Promise<void> {
  model.deeds += 1
  for (const ticket of model.tickets) {
    if (!isDue(model, ticket.number, ofKnown(model, real, ticket, true))) continue
    const told = (await real.dev.reads(ticket)).is(200)
    learnIds(ticket, told)
    assert.deepEqual(ofTold(told, true), ofKnown(model, real, ticket, true))
  }
  for (const who of WHO) {
    const tasks = model.tasks.filter(({ owner }) => owner === who)
    const listed = tasks.map((task) => ofTask(task, task.ticket?.number ?? null))
    if (model.isDeveloper(who) && isDue(model, who, listed)) await compareTasks(tasks, real.people[who])
  }
}

function isDue(model: Model, what: number | string, known: unknown): boolean {
  const state = JSON.stringify(known)
  if (model.deeds % EVERYTHING !== 0 && model.compared.get(what) === state) return false
  model.compared.set(what, state)
  return true
}

/** What costs more: what each person sees of each ticket, and the events in the record. */
export async function compareAll(model: Model, real: Real): Promise<void> {
  model.compared.clear()
  await compare(model, real)
  for (const ticket of model.tickets) {
    for (const who of WHO) {
      const isDeveloper = model.isDeveloper(who)
      const answer = await real.people[who].reads(ticket)
      if (isDeveloper || ticket.reporter === who)
        assert.deepEqual(ofTold(answer.is(200), isDeveloper), ofKnown(model, real, ticket, isDeveloper))
      else answer.isRefused(403, 'forbidden')
    }
    const record = await recordOf(real.app, ticket)
    assert.deepEqual(
      Object.fromEntries(
        Map.groupBy(record, ({ name }) => name)
          .entries()
          .map(([name, all]) => [name, all.length]),
      ),
      ticket.events,
    )
    assert.deepEqual(
      record.map(({ seq }) => seq),
      record.map((_, n) => n + 1),
    )
  }
}

/** A closure summary that came with a move has its id from the service. */
function learnIds({ comments }: KnownTicket, told: TicketDetail): void {
  for (const [n, comment] of comments.entries()) comment.id ||= told.comments[n]?.id ?? ''
}

function ofTold({ comments, related_tickets, history, ...ticket }: TicketDetail, isDeveloper: boolean) {
  const { number, title, description, category, urgency_reporter, priority, status, project_id } = ticket
  const { assignee_id, planned_date, estimated_hours, version, closed_at } = ticket
  return {
    ...{ number, title, description, category, urgency_reporter, priority, status, project_id },
    ...{ assignee_id, planned_date, estimated_hours, version, isClosed: closed_at !== null },
    internal_note: 'internal_note' in ticket ? ticket.internal_note : 'not shown',
    history: isDeveloper ? history.length : null,
    comments: comments.map(({ id, user_id, is_internal, is_closure_summary, is_developer, parent_id }) =>
      [id, user_id, is_internal, is_closure_summary, is_developer, parent_id].join(),
    ),
    links: related_tickets.map((one) => `${one.direction} ${one.relation_type} ${one.number} ${one.status}`).sort(),
    steps:
      history
        .filter(({ field }) => field === 'status')
        .map(({ new_value }) => new_value)
        .at(-1) ?? 'submitted',
  }
}

function ofKnown(model: Model, { people }: Real, ticket: KnownTicket, isDeveloper: boolean) {
  const { number, fields, version, comments, history, reporter } = ticket
  const shown = comments.filter(({ isInternal }) => isDeveloper || !isInternal)
  // What is a reply to a comment that one may not read is no reply to them.
  const parentOf = ({ parent }: KnownComment) => (shown.some(({ id }) => id === parent) ? parent : null)
  return {
    ...fields,
    ...{ number, version, isClosed: fields.status === 'closed' },
    assignee_id: fields.assignee_id && people[fields.assignee_id].id,
    internal_note: isDeveloper ? fields.internal_note : 'not shown',
    history: isDeveloper ? history : null,
    comments: shown.map((one) =>
      [one.id, people[one.author].id, one.isInternal, one.isSummary, one.ofDeveloper, parentOf(one)].join(),
    ),
    links: model.links
      .filter(({ from, to }) => from === ticket || to === ticket)
      .map(({ from, to, type }) => ({
        type,
        direction: from === ticket ? 'out' : 'in',
        other: from === ticket ? to : from,
      }))
      .filter(({ other }) => isDeveloper || other.reporter === reporter)
      .map(({ type, direction, other }) => `${direction} ${type} ${other.number} ${other.fields.status}`)
      .sort(),
    steps: fields.status,
  }
}

type Shown = Pick<DevTask, 'id' | 'title' | 'priority' | 'estimated_hours' | 'planned_date' | 'status' | 'order_index'>

const ofTask = (task: Shown, ticket: number | null) => {
  const { id, title, priority, estimated_hours, planned_date, status, order_index } = task
  return [id, title, priority, estimated_hours, planned_date, status, order_index, ticket].join()
}

async function compareTasks(known: readonly KnownTask[], person: Player): Promise<void> {
  const { active, done } = (await person.get<TaskList>('/api/dev-tasks')).is(200)
  const order = active.map(({ order_index }) => order_index)
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
  const told = [...active, ...done]
  for (const task of known) task.id ||= told.find((one) => one.ticket_number === task.ticket?.number)?.id ?? ''
  const isActive = ({ status }: KnownTask) => status !== 'done'
  assert.equal(active.length, known.filter(isActive).length)
  assert.deepEqual(
    told.map((task) => ofTask(task, task.ticket_number)).sort(),
    known.map((task) => ofTask(task, task.ticket?.number ?? null)).sort(),
  )
}

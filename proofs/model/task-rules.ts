/** The rules of the developers' to-do list (docs/rules/tasks.md#to-do-list). */
import {
  done,
  type Fields,
  type KnownTask,
  type KnownTicket,
  type Model,
  type Prediction,
  record,
  refused,
  type Who,
} from './model.ts'
import { change } from './ticket-rules.ts'

export type TaskWish = Partial<Pick<KnownTask, 'title' | 'priority' | 'estimated_hours' | 'status' | 'order_index'>>

const MIRRORED = ['title', 'priority', 'estimated_hours', 'planned_date'] as const

export const changed = (before: Fields, after: Fields) =>
  (Object.keys(after) as (keyof Fields)[]).filter((field) => before[field] !== after[field])

/** A ticket has one task, its assignee's, from its acceptance on, and each change of status or assignee brings it in step. */
export function followUp(model: Model, ticket: KnownTicket, which: readonly string[]): void {
  const task = model.taskOf(ticket)
  const { assignee_id: owner, status } = ticket.fields
  const isMoved = which.includes('status') || which.includes('assignee_id')
  if (owner === null) {
    if (task) record(ticket, 'task.synced')
    model.tasks = model.tasks.filter((one) => one !== task)
    return
  }
  const shown = MIRRORED.filter((field) => isMoved || which.includes(field))
  const inStep = {
    ...Object.fromEntries(shown.map((field) => [field, ticket.fields[field]])),
    ...(isMoved ? { owner, status: statusFor(status) } : {}),
  }
  if (task === undefined && isMoved && status !== 'submitted') {
    model.tasks.push({ ...NEW, ...inStep, id: '', ticket } as KnownTask)
    record(ticket, 'task.synced')
  } else if (task && set(task, inStep)) record(ticket, 'task.synced')
}

function statusFor(status: Fields['status']): KnownTask['status'] {
  if (status === 'in_progress') return 'in_progress'
  return ['waiting', 'closed'].includes(status) ? 'done' : 'todo'
}

const NEW = {
  title: '',
  priority: 'normal',
  estimated_hours: null,
  planned_date: null,
  status: 'todo',
  order_index: 0,
} as const

/** Whether anything was not so before. */
function set(task: KnownTask, wish: Partial<KnownTask>): boolean {
  const isNews = Object.entries(wish).some(([field, value]) => task[field as keyof KnownTask] !== value)
  Object.assign(task, wish)
  return isNews
}

/** @param ticket null: a task by itself; undefined: a ticket that there is not. */
export function addTask(model: Model, owner: Who, ticket: KnownTicket | null | undefined, draft: TaskWish): Prediction {
  if (!model.isDeveloper(owner)) return refused('403 forbidden')
  if (ticket === undefined) return refused('404 ticket_not_found')
  const assignee = ticket?.fields.assignee_id ?? null
  if (assignee !== null && assignee !== owner) return refused('400 ticket_not_available')
  const active = ticket && model.taskOf(ticket)
  if (active && active.status !== 'done') return done(200)
  if (ticket && assignee === null) change(model, owner, ticket, { assignee_id: owner })
  const existing = ticket && model.taskOf(ticket)
  const made: KnownTask = existing ?? { ...NEW, id: '', owner, ticket }
  if (!existing) model.tasks.push(made)
  const isNews = set(made, { ...draft, status: ticket?.fields.status === 'in_progress' ? 'in_progress' : 'todo' })
  if (ticket && (isNews || !existing)) record(ticket, 'task.synced')
  return done(201, ({ id }) => {
    made.id = id
  })
}

/** @param wish null: to remove it. */
export function changeTask(model: Model, who: Who, task: KnownTask | undefined, wish: TaskWish | null): Prediction {
  if (!model.isDeveloper(who)) return refused('403 forbidden')
  if (task?.owner !== who) return refused('404 task_not_found')
  if (wish === null) model.tasks = model.tasks.filter((one) => one !== task)
  if ((wish === null || set(task, wish)) && task.ticket) record(task.ticket, 'task.synced')
  return done(wish === null ? 204 : 200)
}

export function reorder(model: Model, who: Who, order: readonly [KnownTask | undefined, number][]): Prediction {
  if (!model.isDeveloper(who)) return refused('403 forbidden')
  if (order.some(([task]) => task?.owner !== who)) return refused('404 task_not_found')
  for (const [task, order_index] of order) {
    if (!task || task.order_index === order_index) continue
    task.order_index = order_index
    if (task.ticket) record(task.ticket, 'task.synced')
  }
  return done(200)
}

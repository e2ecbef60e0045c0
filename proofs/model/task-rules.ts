/** The rules of the developers' to-do list (docs/rules/tasks.md#to-do-list). */

import { NEW_TASK, setTask } from './linked-task-rules.ts'
import {
  done,
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
  const made: KnownTask = existing ?? { ...NEW_TASK, id: '', owner, ticket }
  if (!existing) model.tasks.push(made)
  const isNews = setTask(made, { ...draft, status: ticket?.fields.status === 'in_progress' ? 'in_progress' : 'todo' })
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
  if ((wish === null || setTask(task, wish)) && task.ticket) record(task.ticket, 'task.synced')
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

import { NEW_TASK, setTask } from './linked-task-rules.ts';
import {
  type KnownTask,
  type KnownTicket,
  type Model,
  type Prediction,
  record,
  refused,
  succeeded,
  type Who,
} from './model.ts';
import { change } from './ticket-rules.ts';

/** The rules of the developers' to-do list (docs/rules/tasks.md#to-do-list). */

export type TaskChanges = Partial<Pick<KnownTask, 'title' | 'priority' | 'estimated_hours' | 'status' | 'order_index'>>;

/** @param ticket null for a task without one; undefined for a ticket that does not exist. */
export function addTask(
  model: Model,
  owner: Who,
  ticket: KnownTicket | null | undefined,
  draft: TaskChanges,
): Prediction {
  if (!model.isDeveloper(owner)) return refused('403 forbidden');
  if (ticket === undefined) return refused('404 ticket_not_found');
  const assignee = ticket?.fields.assignee_id ?? null;
  if (assignee !== null && assignee !== owner) return refused('400 ticket_not_available');
  const active = ticket && model.taskOf(ticket);
  if (active && active.status !== 'done') return succeeded(200);
  if (ticket && assignee === null) change(model, owner, ticket, { assignee_id: owner });
  const existing = ticket && model.taskOf(ticket);
  const made: KnownTask = existing ?? { ...NEW_TASK, order_index: model.placeBehind(owner), id: '', owner, ticket };
  if (!existing) model.tasks.push(made);
  const isChanged = setTask(made, {
    ...draft,
    status: ticket?.fields.status === 'in_progress' ? 'in_progress' : 'todo',
  });
  if (ticket && (isChanged || !existing)) record(ticket, 'task.synced');
  return succeeded(201, ({ id }) => {
    made.id = id;
  });
}

/** @param changes null to remove the task. */
export function changeTask(
  model: Model,
  who: Who,
  task: KnownTask | undefined,
  changes: TaskChanges | null,
): Prediction {
  if (!model.isDeveloper(who)) return refused('403 forbidden');
  if (task?.owner !== who) return refused('404 task_not_found');
  if (changes === null) model.tasks = model.tasks.filter((entry) => entry !== task);
  if ((changes === null || setTask(task, changes)) && task.ticket) record(task.ticket, 'task.synced');
  return succeeded(changes === null ? 204 : 200);
}

export function reorder(model: Model, who: Who, order: readonly [KnownTask | undefined, number][]): Prediction {
  if (!model.isDeveloper(who)) return refused('403 forbidden');
  if (order.some(([task]) => task?.owner !== who)) return refused('404 task_not_found');
  for (const [task, order_index] of order) {
    if (!task || task.order_index === order_index) continue;
    task.order_index = order_index;
    if (task.ticket) record(task.ticket, 'task.synced');
  }
  return succeeded(200);
}

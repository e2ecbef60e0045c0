/** The rules of a ticket's task, which follows its ticket (docs/rules/tasks.md#tasks-of-tickets). */
import { type Fields, type KnownTask, type KnownTicket, type Model, record } from './model.ts';

const MIRRORED = ['title', 'priority', 'estimated_hours', 'planned_date'] as const;

export const changed = (before: Fields, after: Fields) =>
  (Object.keys(after) as (keyof Fields)[]).filter((field) => before[field] !== after[field]);

/** Keeps a ticket's one task in step: its assignee has it from the acceptance on, and changes of status or assignee move it. */
export function followUp(model: Model, ticket: KnownTicket, which: readonly string[]): void {
  const task = model.taskOf(ticket);
  const { assignee_id: owner, status } = ticket.fields;
  const isMoved = which.includes('status') || which.includes('assignee_id');
  if (owner === null) {
    if (task) record(ticket, 'task.synced');
    model.tasks = model.tasks.filter((entry) => entry !== task);
    return;
  }
  const shown = MIRRORED.filter((field) => isMoved || which.includes(field));
  const inStep = {
    ...Object.fromEntries(shown.map((field) => [field, ticket.fields[field]])),
    ...(isMoved ? { owner, status: statusFor(status) } : {}),
    ...(isMoved && task?.owner !== owner ? { order_index: model.placeBehind(owner) } : {}),
  };
  if (task === undefined && isMoved && status !== 'submitted') {
    model.tasks.push({ ...NEW_TASK, ...inStep, id: '', ticket } as KnownTask);
    record(ticket, 'task.synced');
  } else if (task && setTask(task, inStep)) record(ticket, 'task.synced');
}

function statusFor(status: Fields['status']): KnownTask['status'] {
  if (status === 'in_progress') return 'in_progress';
  return ['waiting', 'closed'].includes(status) ? 'done' : 'todo';
}

/** The defaults of a new task. */
export const NEW_TASK = {
  title: '',
  priority: 'normal',
  estimated_hours: null,
  planned_date: null,
  status: 'todo',
} as const;

/** Changes a task. @returns whether any field had another value before. */
export function setTask(task: KnownTask, changes: Partial<KnownTask>): boolean {
  const isChanged = Object.entries(changes).some(([field, value]) => task[field as keyof KnownTask] !== value);
  Object.assign(task, changes);
  return isChanged;
}

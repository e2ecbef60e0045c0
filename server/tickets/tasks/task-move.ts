/** Decides what a change of a ticket does to its task (docs/rules/tasks.md#tasks-of-tickets). Pure. */
import type { TaskStatus } from '#contract/dev-tasks.ts';
import type { Status } from '#contract/tickets.ts';
import type { StoredTicket } from '../ticket.ts';
import type { Task } from './task-store.ts';

type Mirrored = Pick<Task, 'title' | 'priority' | 'estimated_hours' | 'planned_date'>;
type Source = Pick<StoredTicket, 'status' | 'assignee_id' | 'title' | 'priority' | 'estimated_hours' | 'planned_date'>;

export type TaskMove =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'make'; readonly owner: string; readonly fields: Mirrored & { status: TaskStatus } }
  | { readonly kind: 'change'; readonly set: Partial<Mirrored> & { status?: TaskStatus; user_id?: string } }
  | { readonly kind: 'remove' };

const NOTHING: TaskMove = { kind: 'nothing' };
const MIRRORED = ['title', 'priority', 'estimated_hours', 'planned_date'] as const;

/** The status of a task by the status of its ticket. */
export function taskStatus(status: Status): TaskStatus {
  if (status === 'in_progress') return 'in_progress';
  return status === 'waiting' || status === 'closed' ? 'done' : 'todo';
}

/**
 * A change of status or assignee sets every field that the task takes from its ticket. A change of another field sets that
 * field only, so that edits by hand stay until then.
 *
 * @param ticket as it is after the change.
 * @param changed the fields of the ticket that changed.
 */
export function taskMove(ticket: Source, task: Task | undefined, changed: readonly string[]): TaskMove {
  if (ticket.assignee_id === null) return task ? { kind: 'remove' } : NOTHING;
  const moved = changed.includes('status') || changed.includes('assignee_id');
  const carried = MIRRORED.filter((field) => moved || changed.includes(field));
  const mirrored = Object.fromEntries(carried.map((field) => [field, ticket[field]])) as Partial<Mirrored>;
  const wanted = moved ? { ...mirrored, status: taskStatus(ticket.status), user_id: ticket.assignee_id } : mirrored;
  if (task === undefined) return moved && ticket.status !== 'submitted' ? make(ticket, ticket.assignee_id) : NOTHING;
  const set = Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => task[field as keyof Task] !== value),
  );
  return Object.keys(set).length === 0 ? NOTHING : { kind: 'change', set };
}

function make(ticket: Source, owner: string): TaskMove {
  const { title, priority, estimated_hours, planned_date } = ticket;
  return {
    kind: 'make',
    owner,
    fields: { title, priority, estimated_hours, planned_date, status: taskStatus(ticket.status) },
  };
}

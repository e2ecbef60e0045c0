import type { TaskDraft, TaskStatus } from '../../contract/dev-tasks.ts';
import { Failure } from '../failure.ts';
import { BY_HAND, recordSync } from '../linked-tasks/sync-task.ts';
import { holdTicket } from '../ticket-access/find-ticket.ts';
import { changeTicket } from '../tickets/change-ticket.ts';
import type { StoredTicket } from '../tickets/ticket.ts';
import type { Work } from '../work.ts';
import { findTask } from './find-task.ts';
import type { NumberedTask, Task } from './task-store.ts';

/**
 * Adds a task to the caller's list. For a ticket it becomes the ticket's task, and the caller becomes the assignee of an
 * unassigned ticket (docs/rules/tasks.md#adding-one-for-a-ticket).
 *
 * @returns the task, and whether it is new: the caller may already have an active one for the ticket.
 * @throws Failure `ticket_not_found`, `ticket_not_available`.
 */
export async function addTask(work: Work, draft: TaskDraft): Promise<{ task: NumberedTask; isNew: boolean }> {
  if (draft.ticket_id) return addForTicket(work, draft, await holdTicket(work, draft.ticket_id));
  const id = await insert(work, draft, null);
  return { task: await findTask(work, id), isNew: true };
}

async function addForTicket(
  work: Work,
  draft: TaskDraft,
  ticket: StoredTicket,
): Promise<{ task: NumberedTask; isNew: boolean }> {
  if (ticket.assignee_id !== null && ticket.assignee_id !== work.actor.id) throw new Failure('ticket_not_available');
  const existing = await work.tasks.ofTicket(ticket.id);
  if (existing && existing.status !== 'done') return { task: await findTask(work, existing.id), isNew: false };
  if (ticket.assignee_id === null) await changeTicket(work, ticket.id, { assignee_id: work.actor.id }, null);
  const made = await work.tasks.ofTicket(ticket.id);
  const id = made ? made.id : await insert(work, draft, ticket);
  const isChanged = made !== undefined && (await write(work, draft, made, ticket));
  if (made === undefined || isChanged) {
    await recordSync(work, await holdTicket(work, ticket.id), id, BY_HAND);
  }
  return { task: await findTask(work, id), isNew: true };
}

async function insert(work: Work, draft: TaskDraft, ticket: StoredTicket | null): Promise<string> {
  const id = work.newId();
  const fields = {
    ...NEW,
    ...written(draft),
    id,
    user_id: work.actor.id,
    ticket_id: ticket?.id ?? null,
    status: openStatus(ticket),
    order_index: await work.tasks.placeBehind(work.actor.id),
    created_by: work.actor.id,
  };
  await work.tasks.add({ ...fields, created_at: work.now, updated_at: work.now });
  return id;
}

/** Writes the draft over a task that the ticket has already. @returns whether the task changed. */
async function write(work: Work, draft: TaskDraft, task: Task, ticket: StoredTicket): Promise<boolean> {
  const wanted = { ...written(draft), status: openStatus(ticket) };
  const set = Object.entries(wanted).filter(([field, value]) => task[field as keyof Task] !== value);
  if (set.length === 0) return false;
  await work.tasks.change(task.id, { ...Object.fromEntries(set), updated_at: work.now });
  return true;
}

/** A caller who adds a task has something to do, so the task is open, whatever the status of its ticket. */
const openStatus = (ticket: StoredTicket | null): TaskStatus =>
  ticket?.status === 'in_progress' ? 'in_progress' : 'todo';

function written({ ticket_id: _, description, ...fields }: TaskDraft) {
  return { ...fields, ...(description === undefined ? {} : { description: description || null }) };
}

const NEW = {
  description: null,
  priority: 'normal',
  estimated_hours: null,
  planned_date: null,
} as const;

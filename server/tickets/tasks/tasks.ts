import { seesEverything, ticketsOfOthers } from '#access';
import type { TaskChange, TaskDraft, TaskOrder } from '#contract/dev-tasks.ts';
import type { TaskStatus } from '#contract/words.ts';
import { countOccurrence, recordThing, removeThing } from '#events';
import { Failure, type Work } from '#platform';
import { holdToWork } from '../find-ticket.ts';
import { changeTicket } from '../handling/tickets.ts';
import { BY_HAND, recordSync } from '../sync-task.ts';
import { type NumberedTask, type Task, TaskStore } from '../task-store.ts';
import type { StoredTicket } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';

const thingOf = ({ id, title, user_id }: Pick<Task, 'id' | 'title' | 'user_id'>) => ({
  ...{ type: 'task', id, name: title, ownerId: user_id },
});

/** Leaves out the tasks of tickets on which the caller does not work: an import may have assigned one that they do not see. */
async function onOwnTickets(work: Work, tasks: readonly NumberedTask[]): Promise<NumberedTask[]> {
  if (seesEverything(work.actor)) return [...tasks];
  const ids = tasks.flatMap(({ ticket_id }) => ticket_id ?? []);
  const others = await ticketsOfOthers(work, work.actor, ids);
  return tasks.filter(({ ticket_id }) => ticket_id === null || !others.has(ticket_id));
}

/** The caller's open tasks in their order, and those that were done last. @param shown how many of the latter. */
export async function listTasks(work: Work, shown: number) {
  const owner = work.actor.id;
  const active = await onOwnTickets(work, await work.of(TaskStore).active({ owner }));
  return { active, done: await onOwnTickets(work, await work.of(TaskStore).done({ owner, limit: shown })) };
}

/** Finds one of the caller's tasks. @throws Failure `task_not_found`, for another developer's too. */
export async function findTask(work: Work, id: string): Promise<NumberedTask> {
  const own = await work.of(TaskStore).findOf({ owner: work.actor.id, id });
  const [task] = await onOwnTickets(work, own === undefined ? [] : [own]);
  if (task === undefined) throw new Failure('task_not_found');
  return task;
}

/** Finds one of the caller's tasks, and holds it with its ticket until the transaction ends. Every caller holds the ticket first. */
export async function holdTask(
  work: Work,
  id: string,
): Promise<{ task: NumberedTask; ticket: StoredTicket | undefined }> {
  const { ticket_id: ticketId } = await findTask(work, id);
  const ticket = ticketId ? await work.of(TicketStore).hold(ticketId) : undefined;
  await work.of(TaskStore).hold(id);
  // Somebody may have moved or removed the task before it was held, so it is read again.
  return { task: await findTask(work, id), ticket };
}

/**
 * Adds a task to the caller's list. For a ticket it becomes the ticket's task, and the caller becomes the assignee of an
 * unassigned ticket (docs/rules/tasks.md#adding-one-for-a-ticket).
 *
 * @returns the task, and whether it is new: the caller may already have an active one for the ticket.
 * @throws Failure `ticket_not_found`, `ticket_not_available`.
 */
export async function addTask(work: Work, draft: TaskDraft): Promise<{ task: NumberedTask; isNew: boolean }> {
  if (draft.ticket_id) return addForTicket(work, draft, await holdToWork(work, draft.ticket_id));
  const id = await insert(work, draft, null);
  return { task: await findTask(work, id), isNew: true };
}

async function addForTicket(
  work: Work,
  draft: TaskDraft,
  ticket: StoredTicket,
): Promise<{ task: NumberedTask; isNew: boolean }> {
  if (ticket.assignee_id !== null && ticket.assignee_id !== work.actor.id) throw new Failure('ticket_not_available');
  const existing = await work.of(TaskStore).ofTicket({ ticket_id: ticket.id });
  if (existing && existing.status !== 'done') return { task: await findTask(work, existing.id), isNew: false };
  if (ticket.assignee_id === null) await changeTicket(work, ticket.id, { assignee_id: work.actor.id }, null);
  const made = await work.of(TaskStore).ofTicket({ ticket_id: ticket.id });
  const id = made ? made.id : await insert(work, draft, ticket);
  const isChanged = made !== undefined && (await write(work, draft, made, ticket));
  if (made === undefined || isChanged) {
    await recordSync(work, await holdToWork(work, ticket.id), id, BY_HAND);
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
    order_index: await work.of(TaskStore).placeBehind(work.actor.id),
    created_by: work.actor.id,
  };
  await work.of(TaskStore).add({ ...fields, created_at: work.now, updated_at: work.now });
  recordThing(work, thingOf(fields), null, fields);
  return id;
}

/** Writes the draft over a task that the ticket has already. @returns whether the task changed. */
async function write(work: Work, draft: TaskDraft, task: Task, ticket: StoredTicket): Promise<boolean> {
  const values = { ...written(draft), status: openStatus(ticket) };
  const set = Object.entries(values).filter(([field, value]) => task[field as keyof Task] !== value);
  if (set.length === 0) return false;
  recordThing(work, thingOf(task), task, values);
  await work.of(TaskStore).change(task.id, { ...Object.fromEntries(set), updated_at: work.now });
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

/** Changes one of the caller's tasks by hand. @throws Failure `task_not_found`. */
export async function changeTask(work: Work, id: string, changes: TaskChange): Promise<NumberedTask> {
  const { task, ticket } = await holdTask(work, id);
  const values = changes.description === '' ? { ...changes, description: null } : changes;
  const set = Object.fromEntries(
    Object.entries(values).filter(([field, value]) => task[field as keyof NumberedTask] !== value),
  );
  if (Object.keys(set).length === 0) return task;
  await work.of(TaskStore).change(id, { ...set, updated_at: work.now });
  recordThing(work, thingOf(task), task, set);
  if (ticket) await recordSync(work, ticket, id, BY_HAND);
  return findTask(work, id);
}

/** Removes one of the caller's tasks. Its ticket makes a new one at its next change of status or assignee. */
export async function removeTask(work: Work, id: string): Promise<void> {
  const { task, ticket } = await holdTask(work, id);
  await removeThing(work, thingOf(task), { dev_tasks: 'id' });
  if (ticket) await recordSync(work, ticket, id, { ...BY_HAND, ensured: false });
}

/** Changes the order of the caller's tasks, all or none, and counts that when a task moved. @throws Failure `task_not_found`. */
export async function reorderTasks(work: Work, { order }: TaskOrder): Promise<NumberedTask[]> {
  let moved = false;
  const sorted = [...order].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, order_index } of sorted) {
    const { task, ticket } = await holdTask(work, id);
    if (task.order_index === order_index) continue;
    await work.of(TaskStore).change(id, { order_index, updated_at: work.now });
    recordThing(work, thingOf(task), task, { order_index });
    if (ticket) await recordSync(work, ticket, id, BY_HAND);
    moved = true;
  }
  if (moved)
    await countOccurrence(work, {
      event_name: 'devtodo.reorder',
      user_id: work.actor.id,
      ticket_id: null,
      at: work.now,
    });
  return onOwnTickets(work, await work.of(TaskStore).active({ owner: work.actor.id }));
}

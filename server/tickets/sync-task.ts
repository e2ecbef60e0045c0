import { fieldsWith } from '#contract/ticket-fields.ts';
import type { Status, TaskStatus } from '#contract/words.ts';
import { recordEvent } from '#events';
import { pick, type Work } from '#platform';
import { type Task, TaskStore } from './task-store.ts';
import type { StoredTicket } from './ticket.ts';

/**
 * Makes, changes or removes the task of a ticket that was changed. The caller holds the ticket.
 *
 * @param ticket as it is after the change.
 * @param changed the fields that changed.
 */
export async function syncTask(work: Work, ticket: StoredTicket, changed: readonly string[]): Promise<void> {
  const task = await work.of(TaskStore).ofTicket({ ticket_id: ticket.id });
  const move = taskMove(ticket, task, changed);
  if (move.kind === 'nothing') return;
  let id = task?.id ?? '';
  if (move.kind === 'make') {
    id = work.newId();
    const made = {
      id,
      user_id: move.owner,
      ticket_id: ticket.id,
      description: null,
      order_index: await work.of(TaskStore).placeBehind(move.owner),
      created_by: move.owner,
    };
    await work.of(TaskStore).add({ ...made, ...move.fields, created_at: work.now, updated_at: work.now });
  } else if (move.kind === 'change') {
    const { user_id: owner } = move.set;
    const arrives = owner === undefined ? {} : { order_index: await work.of(TaskStore).placeBehind(owner) };
    await work.of(TaskStore).change(id, { ...move.set, ...arrives, updated_at: work.now });
  } else await work.of(TaskStore).delete(id);
  const normalized = changed.includes('status') || changed.includes('assignee_id');
  await recordSync(work, ticket, id, { normalized, ensured: move.kind !== 'remove' });
}

/**
 * Records that a ticket's task was made, changed or removed (docs/rules/events.md#record).
 *
 * @param how `normalized`: whether status or assignee of the ticket changed; `ensured`: whether its assignee now has the
 * task.
 */
export async function recordSync(
  work: Work,
  ticket: Pick<StoredTicket, 'id' | 'number' | 'status' | 'assignee_id'>,
  taskId: string,
  how: { readonly normalized: boolean; readonly ensured: boolean },
): Promise<void> {
  const { status: ticket_status, assignee_id } = ticket;
  await recordEvent(work, ticket, 'task.synced', { task_id: taskId, ticket_status, assignee_id, ...how });
}

/** The record of a linked task that its owner has made or changed by hand. */
export const BY_HAND = { normalized: false, ensured: true } as const;

/** Decides what a change of a ticket does to its task (docs/rules/tasks.md#tasks-of-tickets). Pure. */
const MIRRORED = fieldsWith({ task: 'same' });
type Mirrored = Pick<Task, (typeof MIRRORED)[number]>;
type Source = Pick<StoredTicket, 'status' | 'assignee_id' | keyof Mirrored>;

export type TaskMove =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'make'; readonly owner: string; readonly fields: Mirrored & { status: TaskStatus } }
  | { readonly kind: 'change'; readonly set: Partial<Mirrored> & { status?: TaskStatus; user_id?: string } }
  | { readonly kind: 'remove' };

const NOTHING: TaskMove = { kind: 'nothing' };

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
  const intended = moved ? { ...mirrored, status: taskStatus(ticket.status), user_id: ticket.assignee_id } : mirrored;
  if (task === undefined) return moved && ticket.status !== 'submitted' ? make(ticket, ticket.assignee_id) : NOTHING;
  const set = Object.fromEntries(
    Object.entries(intended).filter(([field, value]) => task[field as keyof Task] !== value),
  );
  return Object.keys(set).length === 0 ? NOTHING : { kind: 'change', set };
}

function make(ticket: Source, owner: string): TaskMove {
  return { kind: 'make', owner, fields: { ...pick(ticket, ...MIRRORED), status: taskStatus(ticket.status) } };
}

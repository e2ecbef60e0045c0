import { recordEvent } from '#events';
import type { Work } from '#platform';
import type { StoredTicket } from '../ticket.ts';
import { taskMove } from './task-move.ts';
import { TaskStore } from './task-store.ts';

/**
 * Makes, changes or removes the task of a ticket that was changed. The caller holds the ticket.
 *
 * @param ticket as it is after the change.
 * @param changed the fields that changed.
 */
export async function syncTask(work: Work, ticket: StoredTicket, changed: readonly string[]): Promise<void> {
  const task = await work.of(TaskStore).ofTicket(ticket.id);
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
  } else await work.of(TaskStore).remove(id);
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

/** What is recorded of a linked task that its owner has made or changed by hand. */
export const BY_HAND = { normalized: false, ensured: true } as const;

import { recordEvent } from '../events/record-event.ts'
import type { StoredTicket } from '../tickets/ticket.ts'
import type { Work } from '../work.ts'
import { taskMove } from './task-move.ts'

/**
 * Makes, changes or removes the task of a ticket that was changed. The caller holds the ticket.
 *
 * @param ticket as it is after the change.
 * @param changed the fields that changed.
 */
export async function syncTask(work: Work, ticket: StoredTicket, changed: readonly string[]): Promise<void> {
  const task = await work.tasks.ofTicket(ticket.id)
  const move = taskMove(ticket, task, changed)
  if (move.kind === 'nothing') return
  let id = task?.id ?? ''
  if (move.kind === 'make') {
    id = work.newId()
    const made = {
      id,
      user_id: move.owner,
      ticket_id: ticket.id,
      description: null,
      order_index: 0,
      created_by: work.actor.id,
    }
    await work.tasks.add({ ...made, ...move.fields, created_at: work.now, updated_at: work.now })
  } else if (move.kind === 'change') await work.tasks.change(id, { ...move.set, updated_at: work.now })
  else await work.tasks.remove(id)
  await recordSync(work, ticket, id, move.kind === 'make')
}

/** Records that a ticket's task was made, changed or removed (docs/rules/events.md#record). */
export async function recordSync(
  work: Work,
  ticket: Pick<StoredTicket, 'id' | 'number' | 'status' | 'assignee_id'>,
  taskId: string,
  ensured: boolean,
): Promise<void> {
  await recordEvent(work, ticket, 'task.synced', {
    task_id: taskId,
    ticket_status: ticket.status,
    assignee_id: ticket.assignee_id,
    normalized: !ensured,
    ensured,
  })
}

import { Failure } from '../failure.ts';
import type { StoredTicket } from '../tickets/ticket.ts';
import type { Work } from '../work.ts';
import type { NumberedTask } from './task-store.ts';

/** Finds one of the caller's tasks. @throws Failure `task_not_found`, for another developer's too. */
export async function findTask(work: Work, id: string): Promise<NumberedTask> {
  const task = await work.tasks.find(id, work.actor.id);
  if (task === undefined) throw new Failure('task_not_found');
  return task;
}

/** The same, and holds the task with its ticket until the transaction ends. Every caller holds the ticket first. */
export async function holdTask(
  work: Work,
  id: string,
): Promise<{ task: NumberedTask; ticket: StoredTicket | undefined }> {
  const { ticket_id: ticketId } = await findTask(work, id);
  const ticket = ticketId ? await work.tickets.hold(ticketId) : undefined;
  await work.tasks.hold(id);
  // Somebody may have moved or removed the task before it was held, so it is read again.
  return { task: await findTask(work, id), ticket };
}

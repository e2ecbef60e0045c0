import type { TaskOrder } from '../../contract/dev-tasks.ts';
import { BY_HAND, recordSync } from '../linked-tasks/sync-task.ts';
import type { Work } from '../work.ts';
import { holdTask } from './find-task.ts';
import type { NumberedTask } from './task-store.ts';

/** Changes the order of the caller's tasks, all or none, and counts that when a task moved. @throws Failure `task_not_found`. */
export async function reorderTasks(work: Work, { order }: TaskOrder): Promise<NumberedTask[]> {
  let moved = false;
  const sorted = [...order].sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const { id, order_index } of sorted) {
    const { task, ticket } = await holdTask(work, id);
    if (task.order_index === order_index) continue;
    await work.tasks.change(id, { order_index, updated_at: work.now });
    if (ticket) await recordSync(work, ticket, id, BY_HAND);
    moved = true;
  }
  if (moved) await work.telemetry.add({ event: 'devtodo.reorder', user: work.actor.id, ticket: null, now: work.now });
  return work.tasks.active(work.actor.id);
}
